import assert from "node:assert/strict";
import { test } from "node:test";
import { lineFile } from "../records/line-file.ts";
import { read } from "./read.ts";

const header = { sessionId: "s1", projectHash: "h", startTime: "2026-01-01T00:00:00Z" };

function message(id: string, type: "user" | "gemini", text: string): object {
  return { id, timestamp: "2026-01-01T00:00:00Z", type, content: [{ text }] };
}

async function readRecords(records: readonly object[], child: readonly object[] = []) {
  const file = (name: string, all: readonly object[]) =>
    lineFile(name, 0, () => all.map((record) => `${JSON.stringify(record)}\n`));
  const facts = { cwd: null, bytes: 0, modified_ms: 0, parent_id: null };
  const session = { agent: "gemini", id: "s1", path: "/s1.jsonl", ...facts };
  const files = [
    file("s1.jsonl", records),
    ...(child.length > 0 ? [file("s1/c.jsonl", child)] : []),
  ];
  const reading = await read({ session, files });
  const items = await Array.fromAsync(reading.items());
  const all = items.filter(({ source }) => source.type !== "header");
  return { ...reading, items, all };
}

function kinds(items: readonly { readonly kind: string; readonly id: string }[]): string[] {
  return items.map(({ kind, id }) => `${kind} ${id}`);
}

test("read() takes the last record of a message, at the place of the first", async () => {
  const { all, accounting } = await readRecords([
    header,
    message("a", "user", "one"),
    message("b", "gemini", "tw"),
    message("c", "user", "three"),
    message("b", "gemini", "two"),
  ]);
  const texts = all.flatMap((item) => (item.kind === "message" ? [item.text] : []));
  assert.deepEqual(texts, ["one", "two", "three"]);
  assert.equal(accounting.opaque, 2); // The header, and the message that was written again.
});

test("read() tells results once, though they stand with the call and in a message of their own", async () => {
  const response = { functionResponse: { id: "c1", name: "ls", response: { output: "x" } } };
  const { all } = await readRecords([
    header,
    {
      ...message("a", "gemini", "look"),
      toolCalls: [{ id: "c1", name: "ls", args: {}, status: "success", result: [response] }],
    },
    { id: "b", type: "user", content: [response] },
  ]);
  assert.deepEqual(kinds(all), [
    "message a",
    "tool_call a/1",
    "tool_result a/2",
    "opaque record-3",
  ]);
});

test("read() keeps every call of an answer where several have one id", async () => {
  const call = (name: string) => ({ id: "c1", name, args: {}, status: "success", result: name });
  const { all } = await readRecords([
    header,
    { ...message("a", "gemini", "look"), toolCalls: [call("ls"), call("cat")] },
  ]);
  const calls = all.flatMap((item) => (item.kind === "tool_call" ? [item] : []));
  const results = all.flatMap((item) => (item.kind === "tool_result" ? [item] : []));
  assert.deepEqual(
    calls.map(({ name }) => name),
    ["ls", "cat"],
  );
  assert.deepEqual(
    results.map(({ call_id, content }) => [call_id, content]),
    calls.map(({ call_id, name }) => [call_id, name]),
  );
});

test("read() makes a compaction of a list with a snapshot, which keeps what it lists", async () => {
  const { all } = await readRecords([
    header,
    message("a", "user", "one"),
    message("b", "gemini", "two"),
    {
      $set: {
        messages: [
          message("s", "user", "<state_snapshot>SUM</state_snapshot>"),
          message("n", "gemini", "Got it. Thanks for the additional context!"),
          message("b", "gemini", "two"),
        ],
      },
    },
    message("c", "user", "three"),
  ]);
  const compaction = all.find(({ kind }) => kind === "compaction");
  assert.ok(compaction?.kind === "compaction");
  assert.equal(compaction.summary, "SUM");
  assert.deepEqual(compaction.kept, ["b"]);
  assert.deepEqual(kinds(all), ["message a", "message b", "compaction compaction-4", "message c"]);
});

test("read() puts what was taken back on a path that was left", async () => {
  const { all } = await readRecords([
    header,
    message("a", "user", "one"),
    message("b", "gemini", "two"),
    { $rewindTo: "b" },
    message("c", "gemini", "three"),
  ]);
  assert.deepEqual(kinds(all), ["message a", "message c", "branch left-b", "message b"]);
  assert.equal(all.at(-1)?.branch, "left-b");
});

test("read() keeps a prompt that a resume forgot, and tells injected context apart", async () => {
  const context = message("x", "user", "<session_context>about</session_context>");
  const { all, header: known } = await readRecords([
    header,
    { $set: { messages: [context] } },
    message("a", "user", "? one"),
    message("b", "gemini", "two"),
    { $set: { messages: [context, message("b", "gemini", "two")] } },
  ]);
  assert.deepEqual(kinds(all.filter(({ kind }) => kind !== "opaque")), [
    "injected x",
    "message a",
    "message b",
  ]);
  assert.equal(known.title, "? one");
});

test("read() tells a sub-agent's log after the conversation, under its own ids", async () => {
  const { all } = await readRecords(
    [header, message("a", "user", "one")],
    [{ ...header, sessionId: "child" }, message("a", "user", "do")],
  );
  assert.deepEqual(
    all.map(({ id, thread }) => [id, thread]),
    [
      ["a", null],
      ["child:a", "child"],
    ],
  );
});
