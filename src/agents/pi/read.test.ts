import assert from "node:assert/strict";
import { test } from "node:test";
import { lineFile } from "../records/line-file.ts";
import { read } from "./read.ts";

const header = {
  type: "session",
  version: 3,
  id: "s1",
  timestamp: "2026-01-01T00:00:00Z",
  cwd: "/p",
};

function message(id: string, parentId: string | null, role: string, text: string): object {
  return { type: "message", id, parentId, message: { role, content: [{ type: "text", text }] } };
}

async function readRecords(records: readonly object[]) {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  const facts = { cwd: null, bytes: 0, modified_ms: 0, parent_id: null };
  const session = { agent: "pi", id: "s1", path: "/s1.jsonl", ...facts };
  const reading = await read({ session, files: [lineFile("s1.jsonl", 0, () => lines)] });
  const items = await Array.fromAsync(reading.items());
  const all = items.filter(({ source }) => source.type !== "session");
  return { ...reading, items, all };
}

test("read() tells the path of the last entry, then the paths that were left", async () => {
  const { all } = await readRecords([
    header,
    message("a", null, "user", "one"),
    message("b", "a", "assistant", "left"),
    message("c", "a", "assistant", "kept"),
  ]);
  assert.deepEqual(
    all.map(({ id, kind, parent_id, branch }) => [id, kind, parent_id, branch]),
    [
      ["a", "message", null, null],
      ["c", "message", "a", null],
      ["b", "branch", "a", "b"],
      ["b/1", "message", "b", "b"],
    ],
  );
});

test("read() keeps from the entry on that a compaction names, also when that entry says nothing", async () => {
  const { all } = await readRecords([
    header,
    message("a", null, "user", "one"),
    { type: "model_change", id: "b", parentId: "a", modelId: "m" },
    message("c", "b", "assistant", "two"),
    { type: "compaction", id: "d", parentId: "c", summary: "SUM", firstKeptEntryId: "b" },
  ]);
  const compaction = all.find(({ kind }) => kind === "compaction");
  assert.ok(compaction?.kind === "compaction");
  assert.deepEqual(compaction.kept, ["c"]);
  assert.equal(compaction.summary, "SUM");
});

test("read() tells a skill's prompt from the words behind it", async () => {
  const skill = '<skill name="prune" location="/s/SKILL.md">\nCut in winter.\n</skill>';
  const { all, header: known } = await readRecords([
    header,
    message("a", null, "user", `${skill}\n\nthe old pear tree`),
    message("b", "a", "user", skill),
    message("c", "b", "user", "what does <skill> do?"),
  ]);
  const sent = all.map((item) =>
    item.kind === "message" ? [item.sender ?? item.role, item.text] : [],
  );
  assert.deepEqual(sent, [
    ["prompt", skill],
    ["user", "the old pear tree"],
    ["prompt", skill],
    ["user", "what does <skill> do?"],
  ]);
  assert.equal(known.title, "the old pear tree");
});

test("read() reads version 1, which has no ids", async () => {
  const { all, header: known } = await readRecords([
    { type: "session", id: "s1", timestamp: "2026-01-01T00:00:00Z", cwd: "/p", modelId: "m" },
    { type: "message", message: { role: "user", content: "one" } },
    { type: "compaction", summary: "SUM", firstKeptEntryIndex: 1 },
  ]);
  assert.equal(known.model, "m");
  assert.equal(known.title, "one");
  const last = all.at(-1);
  assert.deepEqual(last?.kind === "compaction" ? last.kept : null, ["line-2"]);
});

test("read() reports a circle, an id used twice and a version nobody tried", async () => {
  const { findings } = await readRecords([
    { ...header, version: 9 },
    message("a", "b", "user", "one"),
    message("b", "a", "user", "two"),
    message("b", "a", "user", "two"),
  ]);
  const codes = new Set(findings.map(({ code }) => code));
  assert.deepEqual(codes, new Set(["W_UNKNOWN_VERSION", "W_DUP_ID", "W_CYCLE"]));
});

test("read() goes on before an entry that is not in the file, and reports it", async () => {
  const { all, findings } = await readRecords([
    header,
    message("a", null, "user", "one"),
    message("b", "a", "assistant", "two"),
    message("d", "c", "user", "four"),
    message("e", "d", "assistant", "five"),
  ]);
  const texts = all.map((item) => (item.kind === "message" ? item.text : item.kind));
  assert.deepEqual(texts, ["one", "two", "four", "five"]);
  assert.deepEqual(
    findings.map(({ code, line }) => [code, line]),
    [["W_DANGLING", 4]],
  );
});

test("read() tells an entry once that stands there three times behind one that is not there", async () => {
  const copy = message("c", "gone", "assistant", "two");
  const lines = [header, message("a", null, "user", "one"), copy, copy, copy];
  const { items, findings } = await readRecords([...lines, message("d", "c", "user", "three")]);
  const texts = items.flatMap((item) =>
    item.kind === "message" && item.branch === null ? [item.text] : [],
  );
  assert.deepEqual(texts, ["one", "two", "three"]);
  assert(findings.every(({ code }) => code !== "W_CYCLE"));
});

test("read() tells usage once, thoughts, calls, results and the change they made", async () => {
  const { all } = await readRecords([
    header,
    {
      type: "message",
      id: "a",
      parentId: null,
      message: {
        role: "assistant",
        model: "m",
        usage: { input: 3, output: 2, cacheRead: 1 },
        content: [
          { type: "thinking", thinking: "hm", thinkingSignature: "sig" },
          { type: "toolCall", id: "c1", name: "edit", arguments: { path: "x.ts" } },
        ],
      },
    },
    {
      type: "message",
      id: "b",
      parentId: "a",
      message: {
        role: "toolResult",
        toolCallId: "c1",
        content: [{ type: "text", text: "ok" }],
        details: { diff: "+1" },
        isError: false,
      },
    },
  ]);
  assert.deepEqual(
    all.map(({ kind }) => kind),
    ["reasoning", "tool_call", "usage", "tool_result", "file_change"],
  );
});

test("read() accounts for the header by an item of its own", async () => {
  const { items, accounting } = await readRecords([header, message("a", null, "user", "one")]);
  assert.equal(items.length, accounting.records);
});

test("read() tells a command that the user ran as a call with its result, and not one kept from the model", async () => {
  const ran = (id: string, parentId: string, more: object) => ({
    type: "message",
    id,
    parentId,
    message: { role: "bashExecution", command: "make", output: "no rule", exitCode: 2, ...more },
  });
  const { all } = await readRecords([
    header,
    message("a", null, "user", "one"),
    ran("b", "a", {}),
    ran("c", "b", { excludeFromContext: true }),
  ]);
  const [, call, printed, hidden] = all;
  assert.ok(call?.kind === "tool_call" && printed?.kind === "tool_result");
  assert.deepEqual(call.arguments, { command: "make" });
  assert.deepEqual([printed.ok, printed.call_id], [false, call.call_id]);
  assert.match(printed.content, /^no rule\n.*2$/);
  assert.equal(hidden?.kind, "injected");
  assert.equal(all.filter(({ kind }) => kind === "message").length, 1);
});

test("read() gives what extensions and the summary of a branch told the model", async () => {
  const { all, header: facts } = await readRecords([
    header,
    { type: "custom_message", id: "a", parentId: null, customType: "x", content: "Tide is high" },
    message("b", "a", "user", "go"),
    { type: "branch_summary", id: "c", parentId: "b", fromId: "z", summary: "Tried the pump" },
    message("d", "c", "hookMessage", "Lint: 2 problems"),
  ]);
  assert.deepEqual(
    all.flatMap((item) => (item.kind === "message" ? [[item.sender ?? item.role, item.text]] : [])),
    [
      ["context", "Tide is high"],
      ["user", "go"],
      ["context", "[Summary of a branch that this conversation came back from]\n\nTried the pump"],
      ["context", "Lint: 2 problems"],
    ],
  );
  assert.equal(facts.title, "go");
});

test("read() applies the last edit of an entry, and leaves out what was taken out", async () => {
  const edit = (id: string, parentId: string, targetId: string, content: string | null) => ({
    type: "context_edit",
    id,
    parentId,
    targetId,
    replacement: content === null ? null : { content: [{ type: "text", text: content }] },
  });
  const { all, findings } = await readRecords([
    header,
    message("a", null, "user", "first wording"),
    message("b", "a", "assistant", "long answer"),
    message("c", "b", "user", "never mind"),
    edit("d", "c", "a", "second wording"),
    edit("e", "d", "a", "third wording"),
    edit("f", "e", "c", null),
    // An edit on a path that was left changes nothing.
    edit("g", "c", "b", "gone"),
    message("h", "f", "user", "go on"),
  ]);
  const main = all.filter(({ branch, kind }) => branch === null && kind === "message");
  assert.deepEqual(
    main.map((item) => (item.kind === "message" ? item.text : "")),
    ["third wording", "long answer", "go on"],
  );
  assert.deepEqual(findings, []);
});

test("read() counts entries, roles and blocks that nobody knows as unknown", async () => {
  const content = [{ type: "text", text: "see" }, { type: "hologram" }];
  const { all, findings } = await readRecords([
    header,
    { type: "message", id: "a", parentId: null, message: { role: "user", content } },
    { type: "message", id: "b", parentId: "a", message: { role: "oracle", content: "seen" } },
    { type: "hologram", id: "c", parentId: "b", content: "seen" },
  ]);
  const unknown = all.filter((item) => item.kind === "opaque" && item.is_unknown === true);
  assert.equal(unknown.length, 3);
  assert.deepEqual(
    findings.map(({ code }) => code),
    ["W_UNKNOWN_RECORD"],
  );
});
