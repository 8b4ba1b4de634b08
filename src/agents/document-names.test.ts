import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import type { Agent } from "./agent.ts";
import gemini from "./gemini/gemini.ts";
import opencode from "./opencode/opencode.ts";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
after(() => fs.rmSync(scratch, { recursive: true, force: true }));

async function textsOf(agent: Agent, document: object, indent: number): Promise<readonly string[]> {
  const file = path.join(fs.mkdtempSync(path.join(scratch, "d-")), "session.jsonl");
  fs.writeFileSync(file, JSON.stringify(document, null, indent));
  const session = await agent.recognise(file);
  assert.equal(session?.agent, agent.id);
  assert.ok(session);
  const reading = await agent.read(await agent.open(session));
  const items = await Array.fromAsync(reading.items());
  return items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
}

test("recognise() knows a session of Gemini CLI that is one document under the name of a log", async () => {
  const document = {
    sessionId: "s1",
    projectHash: "h",
    startTime: "2026-01-01T00:00:00Z",
    messages: [
      { id: "1", timestamp: "2026-01-01T00:00:01Z", type: "user", content: "When?" },
      { id: "2", timestamp: "2026-01-01T00:00:02Z", type: "gemini", content: "At noon" },
    ],
  };
  for (const indent of [0, 2]) {
    assert.deepEqual(await textsOf(gemini, document, indent), ["When?", "At noon"]);
  }
});

test("recognise() knows an export of opencode under the name of a log", async () => {
  const info = { id: "ses_1", directory: "/p", title: "Tides", version: "1.18.18" };
  const parts = [{ id: "prt_1", type: "text", text: "When?" }];
  const document = { info, messages: [{ info: { id: "msg_1", role: "user" }, parts }] };
  for (const indent of [0, 2]) {
    assert.deepEqual(await textsOf(opencode, document, indent), ["When?"]);
  }
});
