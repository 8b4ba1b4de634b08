import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../../test/support/scratch.ts";
import claude from "./claude/claude.ts";
import { foreignAgentOf } from "./foreign-sessions.ts";
import gemini from "./gemini/gemini.ts";
import pi from "./pi/pi.ts";
import { agentIds, loadAgent } from "./registry.ts";

const agents = await Promise.all(agentIds.map(loadAgent));

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

test("foreignAgentOf() knows a log of dsh, which begins like one of pi", async () => {
  const header = { type: "session", version: 0, id: "s", createdAt: 0, cwd: "/p" };
  const file = fileWith("a.jsonl", `${JSON.stringify(header)}\n{"type":"turn/start","seq":1}\n`);
  assert.equal(await foreignAgentOf(file), "dsh");
  assert.equal(await pi.recognise(file), null);
});

test("foreignAgentOf() knows a document of an earlier Qwen Code, and not one of Gemini CLI", async () => {
  const document = (type: string) =>
    JSON.stringify({
      sessionId: "s",
      projectHash: "h",
      messages: [{ id: "1", type, content: "hi" }],
    });
  const qwen = fileWith("session-1.json", document("qwen"));
  assert.equal(await foreignAgentOf(qwen), "an earlier Qwen Code");
  assert.equal(await gemini.recognise(qwen), null);
  assert.equal(await foreignAgentOf(fileWith("session-2.json", document("gemini"))), null);
});

test("foreignAgentOf() knows logs of Factory Droid, Vibe and Antigravity, which are nobody else's", async () => {
  const logs: [string, string, object[]][] = [
    ["Factory Droid", "a.jsonl", [{ type: "session_start", id: "d", sessionTitle: "Tides" }]],
    [
      "Factory Droid",
      "b.jsonl",
      [
        { type: "system", subtype: "init", sessionId: "s", cwd: "/p", tools: ["Read"], id: "1" },
        { type: "message", sessionId: "s", role: "user", text: "List files", id: "2" },
        { type: "tool_call", sessionId: "s", id: "3", toolName: "Execute", parameters: {} },
      ],
    ],
    [
      "Mistral Vibe",
      "messages.jsonl",
      [{ role: "user", content: "Tides", message_id: "f4dfc41d-1725-46df-8490-0eae899cd01b" }],
    ],
    [
      "Mistral Vibe",
      "0000000000000035.jsonl",
      [{ payload: {}, recovery_journal_record_version: 1, sequence: 35, type: "command_reserved" }],
    ],
    ["Antigravity", "d.jsonl", [{ step_index: 0, source: "USER_EXPLICIT", type: "USER_INPUT" }]],
  ];
  for (const [name, file, records] of logs) {
    const log = fileWith(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    assert.equal(await foreignAgentOf(log), name, file);
    for (const agent of agents)
      assert.equal(await agent.recognise(log), null, `${agent.id} ${file}`);
  }
});

test("recognise() of Cursor leaves a log of plain messages alone", async () => {
  const log = fileWith("plain.jsonl", `${JSON.stringify({ role: "user", message: "Hello" })}\n`);
  for (const agent of agents) assert.equal(await agent.recognise(log), null, agent.id);
});

test("foreignAgentOf() knows documents and folders of agents that name sessions as Gemini CLI does", async () => {
  const document = (name: string, value: object) => fileWith(name, JSON.stringify(value));
  const cline = { version: 1, updated_at: "2026-01-01", agent: "lead", sessionId: "1_a" };
  const messages = [{ role: "user", content: [{ type: "text", text: "Tides" }] }];
  const copilot = { sessionId: "s", startTime: "2026-01-01", chatMessages: messages };
  const vibe = { session_id: "s", start_time: "2026-01-01", end_time: null, environment: {} };
  const found: [string, string][] = [
    ["Cline", document("1_a.messages.json", { ...cline, messages })],
    ["an earlier Copilot CLI", document("session_s_1.json", { ...copilot, timeline: [] })],
    ["Continue", document("c.json", { sessionId: "s", workspaceDirectory: "/p", history: [] })],
    ["Mistral Vibe", document("meta.json", vibe)],
    ["Mistral Vibe", document("CURRENT", { ...vibe, store_format: "mistral.vibe.unified/v1" })],
  ];
  const folderOf = (files: Readonly<Record<string, string>>) => {
    const folder = path.join(makeScratch(), "1_a");
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    return folder;
  };
  found.push(["Cline", folderOf({ "1_a.messages.json": "{}" })]);
  found.push(["Mistral Vibe", folderOf({ "meta.json": "{}", "messages.jsonl": "{}" })]);
  const pieces = { "meta.json": "{}", CURRENT: "{}", "generations/1/manifest.json": "{}" };
  found.push(["Mistral Vibe", folderOf(pieces)]);
  for (const [name, file] of found) {
    assert.equal(await foreignAgentOf(file), name, file);
    for (const agent of agents) assert.equal(await agent.recognise(file), null, agent.id);
  }
});
