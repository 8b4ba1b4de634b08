import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { quoteForShell } from "./quote-for-shell.ts";

test("quoteForShell() gives words that a shell takes as they were", () => {
  const args = ["plain-word", "two words", "it's", "", "$HOME", "a\nb", "*", "--x=1"];
  const shown = execFileSync("/bin/sh", [
    "-c",
    `printf '%s\\0' ${args.map(quoteForShell).join(" ")}`,
  ]);
  assert.deepEqual(shown.toString().split("\0").slice(0, -1), args);
});
