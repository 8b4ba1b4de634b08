import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { makeScratch, writeFiles } from "../support/scratch.ts";
import { holdall } from "../support/warm-program.ts";

test("a command that meets the same unreadable session twice mentions it once", () => {
  const home = makeScratch();
  const cwd = writeFiles(path.join(home, "empty"), {});
  writeFiles(home, { ".claude/projects/-elsewhere/no-session.jsonl": "{}\n" });
  const env = { HOME: home, CLAUDE_CONFIG_DIR: undefined };
  const { stderr } = holdall(["show", "last"], { cwd, env });
  assert.equal(stderr.split("Cannot read all sessions").length - 1, 1, stderr);
  assert.match(stderr, /E_NOT_FOUND/);
});
