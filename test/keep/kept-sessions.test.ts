import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { RanJson } from "../support/program.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { allStrings } from "../support/session-texts.ts";
import { holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();
const SESSION = "22222222-2222-4222-8222-222222222222";
let homes = 0;

/** A home with a session of Claude Code in its project. */
function createMachine() {
  const home = path.join(scratch, `home-${homes++}`);
  const project = writeFiles(path.join(home, "project"), {});
  const key = project.replaceAll(/[^A-Za-z0-9]/g, "-");
  const message = (uuid: string, parentUuid: string | null, fields: object) => ({
    uuid,
    parentUuid,
    sessionId: SESSION,
    cwd: project,
    version: "2.0.0",
    timestamp: "2026-01-05T10:00:00.000Z",
    ...fields,
  });
  const records = [
    message("11111111-1111-4111-8111-111111111111", null, {
      type: "user",
      message: { role: "user", content: "When does the lighthouse of Kopparholm blink?" },
    }),
    message("33333333-3333-4333-8333-333333333333", "11111111-1111-4111-8111-111111111111", {
      type: "assistant",
      message: {
        role: "assistant",
        id: "m1",
        model: "claude-sonnet-4-5",
        content: [{ type: "text", text: "Every twelve seconds, says the almanac." }],
      },
    }),
  ];
  const file = `.claude/projects/${key}/${SESSION}.jsonl`;
  writeFiles(home, { [file]: records.map((each) => `${JSON.stringify(each)}\n`).join("") });
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: undefined,
    XDG_DATA_HOME: undefined,
    XDG_STATE_HOME: undefined,
    CLAUDE_CONFIG_DIR: undefined,
    CODEX_HOME: undefined,
  };
  const start = { cwd: project, env };
  return {
    home,
    file: path.join(home, file),
    run: (...args: string[]): RanJson => holdallJson(args, start),
  };
}

type Listed = { readonly id: string; readonly kept: string | null; readonly title: string };

function listed({ json }: RanJson): readonly Listed[] {
  return json.sessions as readonly Listed[];
}

test("sessions lists a session once while its agent has it, and marks it when only the backup does", () => {
  const { file, run } = createMachine();
  run("keep", "now");
  assert.deepEqual(
    listed(run("sessions")).map(({ id, kept }) => [id, kept]),
    [[SESSION, null]],
  );
  fs.rmSync(file);
  const marks = () => listed(run("sessions")).map(({ id, kept }) => [id, kept]);
  assert.deepEqual(marks(), [[SESSION, "gone"]]);
  run("keep", "now");
  assert.deepEqual(marks(), [[SESSION, "gone"]]);
  assert.match(listed(run("sessions"))[0]?.title ?? "", /lighthouse/);
});

test("a deleted session is found by its words, shown, and handed over to another agent", () => {
  const { home, file, run } = createMachine();
  run("keep", "now");
  fs.rmSync(file);
  run("keep", "now");
  const found = run("search", "almanac").json.found as { id: string; kept: boolean }[];
  assert.deepEqual(
    found.map(({ id, kept }) => [id, kept]),
    [[SESSION, true]],
  );
  assert.match(JSON.stringify(run("show", SESSION).json), /twelve seconds/);
  run("sessions");
  assert.match(JSON.stringify(run("show", "1").json), /twelve seconds/);
  const { code, json } = run("handoff", SESSION, "codex");
  assert.equal(code, 0, JSON.stringify(json));
  const [placed] = fs
    .readdirSync(path.join(home, ".codex/sessions"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"));
  const texts = allStrings(path.join(home, ".codex/sessions", placed ?? ""));
  assert.match(texts, /lighthouse of Kopparholm/);
  assert.match(texts, /Every twelve seconds/);
  run("init");
  assert.equal(run("import", SESSION).code, 0);
});

test("a session that was put back is no longer listed as kept", () => {
  const { file, run } = createMachine();
  const bytes = fs.readFileSync(file);
  run("keep", "now");
  fs.rmSync(file);
  run("keep", "now");
  fs.writeFileSync(file, bytes);
  assert.deepEqual(
    listed(run("sessions")).map(({ kept }) => kept),
    [null],
  );
});

test("what a copy for reading needs is gone when the command ends", () => {
  const { file, run } = createMachine();
  run("keep", "now");
  fs.rmSync(file);
  run("keep", "now");
  const folder = writeFiles(path.join(scratch, `tmp-${homes}`), {});
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  run("search", "almanac");
  run("show", SESSION);
  process.env.TMPDIR = before;
  assert.deepEqual(fs.readdirSync(folder), []);
});

test("a damaged backup does not hide the sessions that agents have", () => {
  const { home, run } = createMachine();
  run("keep", "now");
  const runs = path.join(home, ".local/share/holdall/kept/runs");
  for (const name of fs.readdirSync(runs, { recursive: true, encoding: "utf8" })) {
    if (name.endsWith(".zst")) fs.writeFileSync(path.join(runs, name), "damaged");
  }
  const listing = run("sessions");
  assert.deepEqual(
    listed(listing).map(({ kept }) => kept),
    [null],
  );
});
