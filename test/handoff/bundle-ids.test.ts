import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

// Both look like secrets: long, random, and unlike any word.
const callId = "call_Zq3x8T1vK9mN4bP7wR2sD6fG|fc_0a9B8c7D6e5F4a3B2c1D0e9F8a7B6c5D4e3F2a1B0c9D8e7F";
const image =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const secret = "ghp_Zq3x8T1vK9mN4bP7wR2sD6fG0hJ5kL8xC3vB";

test("a bundle keeps the ids of calls and small pictures, and no secret", async () => {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const from = path.join(home, "session.jsonl");
  const records = [
    { type: "session", version: 3, id: "s1", timestamp: "2026-01-01T00:00:00Z", cwd },
    entry("a", null, {
      role: "user",
      content: [
        { type: "text", text: `look, with the token ${secret}` },
        { type: "image", data: image, mimeType: "image/png" },
      ],
    }),
    entry("b", "a", {
      role: "assistant",
      content: [{ type: "toolCall", id: callId, name: "bash", arguments: { command: "ls" } }],
    }),
    entry("c", "b", {
      role: "toolResult",
      toolCallId: callId,
      content: [{ type: "text", text: "a.ts" }],
    }),
  ];
  fs.writeFileSync(from, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const context = { ...contextIn(cwd), agents: { home, env: { HOME: home } } };
  await runOperation(context, "handoff", { from, to: "./out" });
  const folder = path.join(cwd, "out", "transcript");
  const files = fs.globSync("**/*.jsonl", { cwd: folder });
  assert.equal(files.length, 2);
  for (const file of files) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    assert.equal(text.split(callId).length, 3, file);
    assert.equal(text.split(image).length, 2, file);
    assert.equal(text.includes(secret), false, file);
  }
});

function entry(id: string, parentId: string | null, message: object): object {
  return { type: "message", id, parentId, message };
}
