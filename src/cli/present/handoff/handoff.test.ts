import assert from "node:assert/strict";
import { test } from "node:test";
import { NO_HANDOFF } from "../../../handoff/disk/undo.ts";
import { createTerminal } from "../../terminal.ts";
import handoff from "./handoff.ts";

const terminal = createTerminal({ columns: 80 }, false, "/");
const session = { agent: "codex", session_id: "01a1", path: "/x.jsonl" };

test("an update of what has not changed says that nothing is new, and nothing about losses", () => {
  const from = { agent: "claude", session_id: "e7ed", title: "Build the lamp", path: "/y.jsonl" };
  const update = { outcome: "nothing new", earlier: "01a1", added: 0, reason: null } as const;
  const lines = handoff({ ...NO_HANDOFF, ...session, kind: "handoff", from, update }, terminal);
  assert.deepEqual(lines, [
    "Nothing new  claude e7ed → codex 01a1",
    "  Build the lamp",
    "  x.jsonl",
  ]);
});

test("a list of handoffs marks those that the receiver has continued", () => {
  const listed = { ...session, at: "2026-03-01T12:00:00Z", title: "Build the lamp", cwd: null };
  const handoffs = [true, false].map((continued) => ({ ...listed, continued }));
  const text = handoff({ ...NO_HANDOFF, kind: "list", handoffs }, terminal).join("\n");
  assert.equal(text.match(/codex 01a1 {2}\(continued there, cannot be undone\)/g)?.length, 1);
});

test("a list in which nothing can be undone names no command for it", () => {
  const listed = { ...session, at: "2026-03-01T12:00:00Z", title: "Build the lamp", cwd: null };
  const linesOf = (continued: boolean) =>
    handoff({ ...NO_HANDOFF, kind: "list", handoffs: [{ ...listed, continued }] }, terminal);
  assert(linesOf(false).at(-1)?.startsWith("To undo one:"));
  assert(!linesOf(true).join("\n").includes("To undo"));
});
