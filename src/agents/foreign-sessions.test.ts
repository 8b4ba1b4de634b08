import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import claude from "./claude/claude.ts";
import { foreignAgentOf } from "./foreign-sessions.ts";
import gemini from "./gemini/gemini.ts";

function fileWith(name: string, text: string): string {
  const file = path.join(makeScratch(), name);
  fs.writeFileSync(file, text);
  return file;
}

const common = { sessionId: "s", timestamp: "2026-01-01T00:00:00Z", cwd: "/p", version: "0.5.0" };

test("foreignAgentOf() knows a log of Qwen Code, which is nobody else's", async () => {
  const records = [
    {
      uuid: "1",
      parentUuid: null,
      ...common,
      type: "system",
      subtype: "ui_telemetry",
      systemPayload: {},
    },
    {
      uuid: "2",
      parentUuid: "1",
      ...common,
      type: "user",
      message: { role: "user", parts: [{ text: "hi" }] },
    },
  ];
  for (const order of [records, [...records].reverse()]) {
    const text = order.map((record) => `${JSON.stringify(record)}\n`).join("");
    const file = fileWith("a.jsonl", text);
    assert.equal(await foreignAgentOf(file), "Qwen Code");
    assert.equal(await claude.recognise(file), null);
    assert.equal(await gemini.recognise(file), null);
  }
});

test("foreignAgentOf() knows a document of an earlier Qwen Code, and not one of Gemini CLI", async () => {
  const document = (type: string) =>
    JSON.stringify({
      sessionId: "s",
      projectHash: "h",
      messages: [{ id: "1", type, content: "hi" }],
    });
  const qwen = fileWith("session-1.json", document("qwen"));
  assert.equal(await foreignAgentOf(qwen), "Qwen Code");
  assert.equal(await gemini.recognise(qwen), null);
  assert.equal(await foreignAgentOf(fileWith("session-2.json", document("gemini"))), null);
});
