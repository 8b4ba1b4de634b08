import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { placeFixture } from "../agents/fixtures.ts";
import { agentNames } from "../agents/programs.ts";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const home = makeScratch();
const options = { cwd: home, env: { HOME: home, COLUMNS: "80" } };

/** Agents that keep a session in a file of its own. */
const withFiles = agentNames.filter((name) => name !== "opencode");

/** A copy of a recorded session, as someone would bring it. */
function bring(name: (typeof agentNames)[number]): string {
  const { session_id } = placeFixture(name, "parallel", home);
  const listed = holdallJson(["sessions", "--all", "--agent", name], options).json.sessions;
  const source = (listed as { id: string; path: string }[]).find(({ id }) => id === session_id);
  assert.ok(source);
  const file = path.join(home, `brought-${name}${path.extname(source.path)}`);
  fs.copyFileSync(source.path, file);
  return path.basename(file);
}

interface SessionFile {
  readonly agent: string;
  readonly messages: number;
  readonly records: { readonly all: number; readonly lost: number };
  readonly commands: readonly { readonly command: string }[];
}

for (const name of withFiles) {
  test(`inspect and verify describe a session of ${name}, and the commands that they name work`, () => {
    const file = bring(name);
    for (const verb of ["inspect", "verify"]) {
      const { code, json } = holdallJson([verb, file], options);
      assert.equal(code, 0, JSON.stringify(json));
      assert.equal(json.ok, true);
      const session = json.session as SessionFile;
      assert.ok(session.messages > 0);
      assert.equal(session.records.lost, 0);
      assert.ok(session.records.all > 0);
      const commands = session.commands.map(({ command }) => command);
      assert.ok(commands.includes(`holdall show ${file}`), commands.join());
    }
    assert.equal(holdall(["show", file], options).code, 0);
    const text = holdall(["inspect", file], options).stdout;
    assert.match(text, /holdall handoff brought-/);
  });
}

test("verify counts the records of a session that cannot be read, and fails", () => {
  const file = bring("claude");
  const place = path.join(home, file);
  const [first = "", ...rest] = fs.readFileSync(place, "utf8").split("\n");
  fs.writeFileSync(place, [first, "{ torn", ...rest].join("\n"));
  const { code, json } = holdallJson(["verify", file], options);
  assert.equal(code, 1);
  assert.equal((json.session as SessionFile).records.lost, 1);
  const codes = (json.findings as { code: string }[]).map((finding) => finding.code);
  assert.ok(codes.includes("E_JSONL_LINE"), codes.join());
  assert.equal(holdallJson(["inspect", file], options).code, 0);
});

test("inspect still refuses what is neither a bundle nor a session", () => {
  fs.writeFileSync(path.join(home, "notes.txt"), "milk, eggs\n");
  const { code, json } = holdallJson(["inspect", "notes.txt"], options);
  assert.equal(code, 1);
  assert.equal((json.findings as { code: string }[])[0]?.code, "E_FORMAT");
  assert.equal(json.session, undefined);
});
