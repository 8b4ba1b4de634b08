/** Which session is the newest after a handoff: the one that was worked in last, which a copy is not until somebody continues it. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { RanJson } from "../support/program.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();
/** In the order of ids it is before every session that a handoff creates. */
const SOURCE = "00000000-0000-4000-8000-000000000001";

/** A home with one session of Claude Code in its project. */
function setUpUser(name: string) {
  const home = path.join(scratch, name);
  const cwd = writeFiles(path.join(home, "project"), {});
  const message = (uuid: string, parentUuid: string | null, fields: object) => ({
    uuid,
    parentUuid,
    sessionId: SOURCE,
    cwd,
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
    // Claude Code ends with records of its own, which no copy has.
    message("44444444-4444-4444-8444-444444444444", "33333333-3333-4333-8333-333333333333", {
      type: "progress",
      timestamp: "2026-01-05T10:01:00.000Z",
      data: { type: "hook_progress", hookEvent: "Stop", hookName: "Stop", command: "true" },
    }),
  ];
  const folder = cwd.replaceAll(/[^A-Za-z0-9]/g, "-");
  const text = records.map((each) => `${JSON.stringify(each)}\n`).join("");
  const file = `.claude/projects/${folder}/${SOURCE}.jsonl`;
  writeFiles(home, { [file]: text });
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: undefined,
    XDG_DATA_HOME: undefined,
    XDG_STATE_HOME: undefined,
    CLAUDE_CONFIG_DIR: undefined,
    CODEX_HOME: undefined,
  };
  const run = (...args: string[]): RanJson => holdallJson(args, { cwd, env });
  const continueSource = () => {
    const timestamp = new Date(Date.now() + 60_000).toISOString();
    const fields = {
      type: "user",
      timestamp,
      message: { role: "user", content: "And at night?" },
    };
    const record = message(
      "55555555-5555-4555-8555-555555555555",
      "33333333-3333-4333-8333-333333333333",
      fields,
    );
    fs.appendFileSync(path.join(home, file), `${JSON.stringify(record)}\n`);
  };
  /** What Codex writes when a person continues a session. */
  const continueCopy = (id: string) => {
    const folder = path.join(home, ".codex/sessions");
    const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" });
    const name = names.find((each) => each.endsWith(`${id}.jsonl`)) ?? "";
    const timestamp = new Date(Date.now() + 30_000).toISOString();
    const content = [{ type: "input_text", text: "And in fog?" }];
    const payload = { type: "message", role: "user", content };
    const record = { timestamp, type: "response_item", payload };
    fs.appendFileSync(path.join(folder, name), `${JSON.stringify(record)}\n`);
  };
  return {
    run,
    continueSource,
    continueCopy,
    handOver: (from: string, to: string) => String(run("handoff", from, to).json.session_id),
    listed: () => (run("sessions").json.sessions as { readonly id: string }[]).map(({ id }) => id),
    newest: () => run("show", "last").json.id,
  };
}

test("the newest session is the one that was worked in last, in lists and as `last`, and no untouched copy", () => {
  const { run, continueSource, continueCopy, handOver, listed, newest } = setUpUser("copies");
  const first = handOver("claude", "codex");
  assert.deepEqual(listed(), [SOURCE, first]);
  assert.equal(newest(), SOURCE);
  const second = handOver(first, "claude");
  assert.deepEqual(listed(), [SOURCE, second, first]);
  assert.equal(newest(), SOURCE);
  assert.equal(run("show", "claude").json.id, SOURCE);
  run("handoff", "--undo", "last");
  assert.deepEqual(listed(), [SOURCE, first]);
  continueCopy(first);
  assert.deepEqual(listed(), [first, SOURCE]);
  assert.equal(newest(), first);
  continueSource();
  assert.deepEqual(listed(), [SOURCE, first]);
  assert.equal(newest(), SOURCE);
});

test("every command that takes `last` picks the session that was worked in, and reports which", () => {
  const { run, handOver } = setUpUser("picked");
  handOver("claude", "codex");
  run("init");
  for (const args of [
    ["show", "last"],
    ["import", "last", "--dry-run"],
    ["brief", "last"],
    ["star", "last"],
    ["task", "pack", "--from-session", "last", "--out", "../job", "--dry-run"],
    ["push", "last", "../shared", "--dry-run"],
    ["handoff", "last", "codex", "--dry-run"],
    ["view", "last", "--out", "../page.html"],
  ]) {
    const { stderr } = run(...args);
    assert.match(stderr, /Picked claude 00000000-0000/, args.join(" "));
  }
});

test("a copy that was kept and then undone is in no list, and is not restored with all others", () => {
  const { run, handOver, listed, newest } = setUpUser("undone");
  const copy = handOver("claude", "codex");
  run("keep", "now");
  run("handoff", "--undo", copy);
  assert.deepEqual(listed(), [SOURCE]);
  run("keep", "now");
  assert.deepEqual(listed(), [SOURCE]);
  assert.equal(newest(), SOURCE);
  run("keep", "restore", "--all");
  assert.deepEqual(listed(), [SOURCE]);
  run("keep", "restore", copy);
  assert.deepEqual(new Set(listed()), new Set([SOURCE, copy]));
});
