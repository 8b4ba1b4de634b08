import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { emptyHeader, type TranscriptItem } from "../../model/transcript.ts";
import { lineFile } from "../records/line-file.ts";
import kimi from "./kimi.ts";
import { sessionFolder } from "./locate.ts";

const asked = (text: string, kind = "user", more: object = {}) => ({
  type: "context.append_message",
  message: {
    role: "user",
    content: [{ type: "text", text }],
    toolCalls: [],
    origin: { kind, ...more },
  },
});
const event = (fields: object) => ({ type: "context.append_loop_event", event: fields });
const answered = (text: string) => event({ type: "content.part", part: { type: "text", text } });

/** Reads records after the first of every log, which is line 1. */
async function readRecords(records: readonly object[]) {
  const all = [{ type: "metadata", protocol_version: "1.5", created_at: 1 }, ...records];
  const lines = all.map((record) => `${JSON.stringify(record)}\n`);
  const facts = { cwd: null, bytes: 0, modified_ms: 0, parent_id: null };
  const session = { agent: "kimi", id: "s", path: "/none/agents/main/wire.jsonl", ...facts };
  const reading = await kimi.read({ session, files: [lineFile("wire.jsonl", 0, () => lines)] });
  return { reading, items: await Array.fromAsync(reading.items()) };
}

function textsOf(items: readonly TranscriptItem[]): readonly string[] {
  return items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
}

/** What is still the conversation. */
async function inForce(records: readonly object[]): Promise<readonly string[]> {
  const { items, reading } = await readRecords(records);
  assert.deepEqual(reading.findings, []);
  return textsOf(items.filter(({ branch }) => branch === null));
}

const TURNS = [asked("pears"), answered("twelve"), asked("plums"), answered("thirty")];

test("read() takes turns that the user took back as left", async () => {
  const undo = { type: "context.undo", count: 1 };
  assert.deepEqual(await inForce([...TURNS, undo, asked("figs")]), ["pears", "twelve", "figs"]);
  const both = { type: "context.undo", count: 2 };
  assert.deepEqual(await inForce([...TURNS, both, asked("figs")]), ["figs"]);
  // Reminders of the program begin no turn.
  const reminded = [asked("pears"), asked("Remember.", "injection"), answered("twelve")];
  assert.deepEqual(await inForce([...reminded, undo, asked("figs")]), ["figs"]);
});

test("read() follows a step back that names a line, once", async () => {
  const back = { type: "agent.switched", branch: "b", base: { branch: "main", line: 3 } };
  const steps = [
    { ...back, legacyUndoLine: 7 },
    { type: "context.undo", count: 1 },
  ];
  const done = { type: "context.undone", turns: 1 };
  const texts = await inForce([...TURNS, ...steps, done, asked("figs")]);
  assert.deepEqual(texts, ["pears", "twelve", "figs"]);
});

test("read() begins again after a clear", async () => {
  assert.deepEqual(await inForce([...TURNS, { type: "context.clear" }, asked("figs")]), ["figs"]);
});

test("read() keeps what the user said beside a summary, which comes last", async () => {
  const compaction = { type: "context.apply_compaction", summary: "SUMMARY", compactedCount: 4 };
  const records = [
    asked("dates"),
    ...TURNS,
    { ...compaction, keptUserMessageCount: 2, keptHeadUserMessageCount: 1 },
  ];
  const { items } = await readRecords(records);
  const found = items.find(({ kind }) => kind === "compaction");
  assert.ok(found?.kind === "compaction" && found.summary === "SUMMARY" && found.summary_last);
  assert.deepEqual(textsOf(items.filter(({ id }) => found.kept.includes(id))), ["dates", "plums"]);
});

test("read() knows what is not the user's, and which requests failed", async () => {
  const { items } = await readRecords([
    asked("Remember.", "injection"),
    asked("The helper is done", "task"),
    asked("Count", "system_trigger"),
    asked("A hook", "hook_result"),
    { type: "turn.ended", reason: "failed", error: { code: "provider.api_error", message: "400" } },
    event({
      type: "tool.result",
      toolCallId: "c",
      result: { output: "x", isError: true, note: "cut" },
    }),
  ]);
  const shown = items.filter(({ kind }) => kind !== "opaque");
  assert.deepEqual(
    shown.map((item) => (item.kind === "message" ? item.sender : item.kind)),
    ["injected", "task", "prompt", "context", "error", "tool_result"],
  );
  const last = shown.at(-1);
  assert.ok(last?.kind === "tool_result" && !last.ok && last.content === "x\ncut");
});

test("read() knows the records of earlier versions", async () => {
  const { items } = await readRecords([
    ...TURNS,
    { type: "context.update_token_count", tokenCount: 3 },
    { type: "micro_compaction.apply", cutoff: 1 },
  ]);
  assert.deepEqual(
    items.filter((item) => item.kind === "opaque" && item.is_unknown === true),
    [],
  );
});

test("sessionFolder() is where Kimi Code looks", () => {
  const at = (cwd: string) => sessionFolder({ home: "/h", env: {} }, cwd, "session_1");
  assert.equal(at("/home/rosa/tides"), "/h/.kimi-code/sessions/wd_tides_721d211aa0fb/session_1");
  assert.match(at("/home/rosa/Größe  (neu)"), /\/wd_gr-e-neu_[0-9a-f]{12}\/session_1$/);
  assert.match(at("/"), /\/wd_workspace_[0-9a-f]{12}\/session_1$/);
});

test("read() and relocate() take a picture from the file beside the log, and not one that was changed", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
  const log = path.join(folder, "session_1/agents/main/wire.jsonl");
  const blobs = path.join(path.dirname(log), "blobs");
  fs.mkdirSync(blobs, { recursive: true });
  const base64 = Buffer.alloc(6000, "pears").toString("base64");
  const hash = createHash("sha256").update(base64).digest("hex");
  fs.writeFileSync(path.join(blobs, hash), Buffer.from(base64, "base64"));
  const message = asked("Look").message;
  const picture = { type: "image_url", imageUrl: { url: `blobref:image/png;${hash}` } };
  const records = [
    { type: "metadata", protocol_version: "1.5", created_at: 1 },
    { ...asked(""), message: { ...message, content: [...message.content, picture] } },
  ];
  fs.writeFileSync(log, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const session = await kimi.recognise(log);
  assert(session && kimi.writer);
  const source = await kimi.open(session);
  const attachments = async () => {
    const items = await Array.fromAsync((await kimi.read(source)).items());
    return items.flatMap((item) => (item.kind === "message" ? item.attachments : []));
  };
  const moved = async () => {
    const losses: string[] = [];
    const draft = { ...DRAFT, loss: ({ why }: { why: string }) => void losses.push(why) };
    const text = (await Array.fromAsync(kimi.writer?.relocate(source, draft) ?? [])).join("");
    return { text, losses };
  };
  assert.deepEqual(await attachments(), [{ media_type: "image/png", base64, uri: null }]);
  const { text, losses } = await moved();
  assert(text.includes(`"url":"data:image/png;base64,${base64}"`));
  assert.deepEqual(losses, []);
  fs.appendFileSync(path.join(blobs, hash), "more");
  assert.equal((await attachments())[0]?.base64, null);
  assert.equal((await moved()).losses.length, 1);
  fs.rmSync(folder, { recursive: true });
});

const DRAFT = {
  header: emptyHeader("kimi", "session_1"),
  async *items() {},
  session_id: "session_2",
  cwd: "/p",
  title: "",
  note: "",
  now: new Date(0),
  settings: {},
};
