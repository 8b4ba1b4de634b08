import assert from "node:assert/strict";
import { test } from "node:test";
import type { TranscriptItem } from "../../model/transcript.ts";
import { lineFile } from "../records/line-file.ts";
import qwen from "./qwen.ts";

const asked = (text: string) => ({ type: "user", message: { role: "user", parts: [{ text }] } });
const answered = (text: string) => ({
  type: "assistant",
  message: { role: "model", parts: [{ text }] },
});

/** Reads records, each after the one before unless it names another. */
async function readRecords(records: readonly object[]) {
  const lines = records.map((record, at) => {
    const parentUuid = at === 0 ? null : `r${at - 1}`;
    return `${JSON.stringify({ uuid: `r${at}`, parentUuid, sessionId: "s", ...record })}\n`;
  });
  const facts = { cwd: null, bytes: 0, modified_ms: 0, parent_id: null };
  const session = { agent: "qwen", id: "s", path: "/s.jsonl", ...facts };
  const reading = await qwen.read({ session, files: [lineFile("s.jsonl", 0, () => lines)] });
  return { reading, all: await Array.fromAsync(reading.items()) };
}

function textsOf(items: readonly TranscriptItem[]): readonly string[] {
  return items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
}

test("read() takes the way from the last record as the conversation, and other ways as left", async () => {
  const { all, reading } = await readRecords([
    asked("pears"),
    answered("twelve"),
    asked("plums"),
    answered("thirty"),
    { type: "system", subtype: "rewind", systemPayload: {}, parentUuid: "r1" },
    asked("cherries"),
  ]);
  const left = all.filter(({ branch }) => branch !== null);
  assert.deepEqual(textsOf(all.filter(({ branch }) => branch === null)), [
    "pears",
    "twelve",
    "cherries",
  ]);
  assert.deepEqual([left[0]?.kind, ...textsOf(left)], ["branch", "plums", "thirty"]);
  assert.deepEqual(reading.findings, []);
});

test("read() takes records with one id as one answer, as Qwen Code sends them", async () => {
  const { all } = await readRecords([
    asked("pears"),
    { type: "assistant", message: { role: "model", parts: [{ text: "I count", thought: true }] } },
    { ...answered("twelve"), uuid: "r1", parentUuid: "r0" },
    { ...asked("plums"), parentUuid: "r1" },
  ]);
  assert.deepEqual(textsOf(all), ["pears", "twelve", "plums"]);
  assert.deepEqual([all[1]?.kind, all.some(({ branch }) => branch !== null)], ["reasoning", false]);
});

test("read() has what is before a damaged line", async () => {
  const { all, reading } = await readRecords([
    asked("pears"),
    answered("twelve"),
    { ...asked("plums"), parentUuid: "gone" },
  ]);
  assert.deepEqual(textsOf(all), ["pears", "twelve", "plums"]);
  assert.deepEqual(
    reading.findings.map(({ code, line }) => [code, line]),
    [["W_DANGLING", 3]],
  );
});

test("read() takes the list that a compaction leaves for the past", async () => {
  const { all } = await readRecords([
    asked("pears"),
    answered("twelve"),
    {
      type: "system",
      subtype: "chat_compression",
      systemPayload: {
        info: { triggerReason: "manual" },
        compressedHistory: [
          { role: "user", parts: [{ text: "SUMMARY" }] },
          { role: "model", parts: [{ text: "Got it. Thanks for the additional context!" }] },
          { role: "user", parts: [{ text: "plums" }] },
          { role: "model", parts: [{ functionCall: { id: "c", name: "glob", args: {} } }] },
          { role: "user", parts: [{ functionResponse: { id: "c", response: { output: "x" } } }] },
        ],
      },
    },
  ]);
  const [compaction, ...kept] = all.slice(2);
  assert.ok(compaction?.kind === "compaction" && compaction.summary === "SUMMARY");
  assert.deepEqual(
    kept.map(({ kind }) => kind),
    ["message", "tool_call", "tool_result"],
  );
});

test("read() knows what is not the user's, and which requests failed", async () => {
  const { all } = await readRecords([
    { ...asked("The helper is done"), subtype: "notification", provenance: "system" },
    { ...asked("Every hour"), subtype: "cron", provenance: "system" },
    {
      type: "system",
      subtype: "ui_telemetry",
      systemPayload: { uiEvent: { "event.name": "qwen-code.api_error", error_message: "400" } },
    },
  ]);
  assert.deepEqual(
    all.map((item) => (item.kind === "message" ? item.sender : item.kind)),
    ["task", "prompt", "error"],
  );
});
