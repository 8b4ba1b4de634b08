/** Times are spelled in the same way for every command. */
import assert from "node:assert/strict";
import path from "node:path";
import { before, test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { holdall } from "../support/warm-program.ts";

const cwd = makeScratch();
const SPELLINGS = ["now", "today", "yesterday", "90min", "6h", "2d", "3w", "1y", "2026-01-31"];
const COMMANDS: readonly (readonly string[])[] = [
  ["sessions", "--since"],
  ["sessions", "--until"],
  ["sessions", "--at"],
  ["search", "tide", "--since"],
  ["search", "tide", "--until"],
  ["search", "tide", "--at"],
  ["activity", "--since"],
  ["state", "replay", "--at"],
  ["kit", "export", "--as-of"],
  ["okf", "qualify", "--since"],
  ["memory", "savings", "--since"],
  ["keep", "prune", "--dry-run", "--older-than"],
];

before(() => {
  assert.equal(holdall(["init"], { cwd }).code, 0);
  holdall(["state", "commit", "We chose SQLite", "--id", "storage"], { cwd });
  holdall(["keep", "now", "--to", path.join(cwd, "backup")], { cwd });
});

for (const command of COMMANDS) {
  test(`holdall ${command.join(" ")} takes a time as every other command does`, () => {
    for (const spelling of SPELLINGS) {
      const { stderr } = holdall([...command, spelling], { cwd });
      assert.doesNotMatch(stderr, /Cannot (?:parse|understand|use)|must be/, spelling);
    }
  });
}

test("state replay --at takes a day to its end, and an age", () => {
  assert.match(holdall(["state", "replay", "--at", "today"], { cwd }).stdout, /We chose SQLite/);
  assert.match(holdall(["state", "replay", "--at", "2d"], { cwd }).stderr, /no\s+such\s+event/);
});
