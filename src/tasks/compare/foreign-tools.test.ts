import assert from "node:assert/strict";
import { test } from "node:test";
import { foreignToolUse } from "./foreign-tools.ts";

test("foreignToolUse() knows the shells and editors of published trajectories", () => {
  const uses = [
    foreignToolUse("bash_command", { keystrokes: "mkdir a\n", duration: 0.1 }),
    foreignToolUse("execute_bash", { command: "npm test" }),
    foreignToolUse("str_replace_editor", { command: "view", path: "/app/a.txt" }),
    foreignToolUse("str_replace_editor", { command: "create", path: "/app/a.txt", file_text: "" }),
    foreignToolUse("read_file", { path: "a.txt" }),
  ];
  assert.deepEqual(
    uses.map((use) => use && [use.kind, use.subject]),
    [
      ["command", "mkdir a"],
      ["command", "npm test"],
      ["read", "/app/a.txt"],
      ["write", "/app/a.txt"],
      ["read", "a.txt"],
    ],
  );
});

test("foreignToolUse() leaves alone what it does not know, and calls without a subject", () => {
  assert.equal(foreignToolUse("finish", { message: "done" }), null);
  assert.equal(foreignToolUse("bash_command", { keystrokes: "\n" }), null);
  assert.equal(foreignToolUse("str_replace_editor", { command: "undo_edit" }), null);
  assert.equal(foreignToolUse("__proto__", { path: "a" }), null);
});
