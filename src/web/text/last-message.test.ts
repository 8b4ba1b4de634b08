import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../page.ts";
import { lastMessage } from "./last-message.ts";

const row = (number: number, kind: Row["kind"], text: string): Row => {
  return { number, kind, at: null, text };
};

test("lastMessage() takes the last paragraph of the last message, without marks and sub-agents", () => {
  const text =
    "# Done\n\n| a |\n|---|\n| 1 |\n\nSee [the\nguide](x) and **stop**.\n\n```\ncode\n```";
  const rows = [row(1, "user", "Go"), row(2, "assistant", text), row(3, "tool", "ls")];
  assert.deepEqual(lastMessage(rows), { isUser: false, text: "See the guide and stop." });
  assert.deepEqual(
    lastMessage([...rows, { ...row(4, "assistant", "inner"), group: 0 }])?.isUser,
    false,
  );
  assert.equal(lastMessage([row(1, "tool", "ls")]), null);
});
