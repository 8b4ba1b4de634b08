import assert from "node:assert/strict";
import { test } from "node:test";
import type { TranscriptItem } from "../../model/transcript.ts";
import type { SourceFile } from "../agent.ts";
import { read } from "./read.ts";

const session = {
  agent: "claude",
  id: "s",
  path: "/s.jsonl",
  cwd: null,
  bytes: 0,
  modified_ms: 0,
  parent_id: null,
};

async function readRecords(...files: readonly (readonly object[])[]) {
  const reading = await read({ session, files: files.map(fileOf) });
  return { reading, items: await Array.fromAsync(reading.items()) };
}

function fileOf(records: readonly object[], location: number): SourceFile {
  const bytes = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const path = location === 0 ? "s.jsonl" : `s/subagents/agent-${location}.jsonl`;
  return {
    path,
    bytes: bytes.length,
    async *read(from = 0) {
      yield bytes.subarray(from);
    },
  };
}

const user = (uuid: string, parentUuid: string | null, content: unknown, more = {}) => ({
  type: "user",
  uuid,
  parentUuid,
  sessionId: "s",
  message: { role: "user", content },
  ...more,
});

const answer = (uuid: string, parentUuid: string | null, id: string, block: object) => ({
  type: "assistant",
  uuid,
  parentUuid,
  sessionId: "s",
  message: {
    id,
    role: "assistant",
    content: [block],
    usage: { input_tokens: 7, output_tokens: 1 },
  },
});

const text = (content: string) => ({ type: "text", text: content });
const use = (id: string) => ({ type: "tool_use", id, name: "Bash", input: {} });
const result = (id: string) => [{ type: "tool_result", tool_use_id: id, content: id }];

function textsOf(items: readonly TranscriptItem[]): string[] {
  return items.flatMap((item) => {
    if (item.kind === "message") return [item.text];
    if (item.kind === "tool_call") return [`call ${item.call_id}`];
    return item.kind === "tool_result" ? [`result ${item.call_id}`] : [];
  });
}

test("read() pairs parallel calls with results that hang beside the chain, and counts usage once", async () => {
  const { items } = await readRecords([
    user("u1", null, "Go"),
    answer("a1", "u1", "m1", use("c1")),
    user("r1", "a1", result("c1")),
    answer("a2", "a1", "m1", use("c2")),
    user("r2", "a2", result("c2")),
    answer("a3", "r1", "m2", text("Done")),
  ]);
  assert.deepEqual(textsOf(items), ["Go", "call c1", "call c2", "result c1", "result c2", "Done"]);
  assert.ok(items.every(({ branch }) => branch === null));
  assert.equal(items.filter(({ kind }) => kind === "usage").length, 2);
});

test("read() keeps a rewound path as a branch behind the path in force", async () => {
  const { items } = await readRecords([
    user("u1", null, "Go"),
    answer("a1", "u1", "m1", text("First")),
    user("u2", "a1", "Wrong way"),
    answer("a2", "u2", "m2", text("Lost")),
    user("u3", "a1", "Right way"),
    answer("a3", "u3", "m3", text("Found")),
  ]);
  const main = items.filter(({ branch, kind }) => branch === null && kind !== "branch");
  assert.deepEqual(textsOf(main), ["Go", "First", "Right way", "Found"]);
  const head = items.find(({ kind }) => kind === "branch");
  assert.equal(head?.parent_id, "a1");
  assert.deepEqual(textsOf(items.filter(({ branch }) => branch === head?.id)), [
    "Wrong way",
    "Lost",
  ]);
});

test("read() tells a response once that a session continued elsewhere holds on two paths", async () => {
  const { items } = await readRecords([
    user("u1", null, "Go"),
    answer("a1", "u1", "m1", use("c1")),
    answer("a2", "a1", "m1", text("First")),
    user("u2", null, "Go"),
    answer("a3", "u2", "m1", use("c1")),
    answer("a4", "a3", "m1", text("First")),
    user("r1", "a3", result("c1")),
    user("u3", "a4", "On"),
  ]);
  const main = items.filter(({ branch, kind }) => branch === null && kind !== "branch");
  assert.deepEqual(textsOf(main), ["Go", "call c1", "First", "result c1", "On"]);
  const left = items.filter(({ branch }) => branch !== null);
  assert.deepEqual(textsOf(left), ["Go", "call c1", "First"]);
});

test("read() goes through a compaction, with its summary and the items it kept", async () => {
  const { items } = await readRecords([
    user("u1", null, "Go"),
    answer("a1", "u1", "m1", text("Kept")),
    {
      type: "system",
      subtype: "compact_boundary",
      uuid: "b",
      parentUuid: null,
      logicalParentUuid: "a1",
      compactMetadata: { trigger: "auto", preservedMessages: { uuids: ["a1", "not-there"] } },
    },
    user("s1", "b", "The summary", { isCompactSummary: true }),
    answer("a2", "s1", "m2", text("On")),
  ]);
  const compaction = items.find(({ kind }) => kind === "compaction");
  assert.ok(compaction?.kind === "compaction");
  assert.deepEqual(
    [compaction.trigger, compaction.summary, compaction.kept],
    ["auto", "The summary", ["a1"]],
  );
  const copies = items.filter((item) => item.kind === "injected" && item.is_summary === true);
  assert.deepEqual(
    copies.map(({ id }) => id),
    ["s1"],
  );
  assert.deepEqual(textsOf(items), ["Go", "Kept", "On"]);
});

test("read() finds the summary of a compaction behind records of the program", async () => {
  const between = { type: "attachment", attachment: { type: "date", date: "2026-03-04" } };
  const { items } = await readRecords([
    user("u1", null, "Go"),
    answer("a1", "u1", "m1", text("Kept")),
    {
      type: "system",
      subtype: "compact_boundary",
      uuid: "b",
      parentUuid: null,
      logicalParentUuid: "a1",
      compactMetadata: { trigger: "auto", preservedMessages: { uuids: ["a1"] } },
    },
    { ...between, uuid: "d1", parentUuid: "b" },
    { ...between, uuid: "d2", parentUuid: "d1" },
    user("s1", "d2", "The summary", { isCompactSummary: true }),
    answer("a2", "s1", "m2", text("On")),
  ]);
  const compactions = items.filter((item) => item.kind === "compaction");
  assert.deepEqual(
    compactions.map(({ summary, kept }) => [summary, kept]),
    [["The summary", ["a1"]]],
  );
});

test("read() reports circles, doubled ids and parents that are not there, and goes on", async () => {
  const { reading, items } = await readRecords([
    user("u1", "a1", "Go"),
    answer("a1", "u1", "m1", text("Round")),
    user("u2", "nobody", "Again"),
    user("u2", "nobody", "Again"),
  ]);
  const codes = new Set(reading.findings.map(({ code }) => code));
  assert.deepEqual(codes, new Set(["W_CYCLE", "W_DUP_ID", "W_DANGLING"]));
  assert.equal(reading.accounting.transcript, 3);
  assert.equal(reading.accounting.opaque, 1);
  assert.ok(items.length > 0);
});

test("read() keeps records that share an id and say different things, each as items of its own", async () => {
  for (const parents of [
    [null, null, null],
    [null, "u1", "u1"],
    [null, "gone", "gone too"],
  ] as const) {
    const { reading, items } = await readRecords([
      user("u1", parents[0], "One"),
      answer("u1", parents[1], "m1", text("Two")),
      user("u1", parents[2], "Three"),
      answer("a1", "u1", "m2", text("Four")),
    ]);
    assert.deepEqual(textsOf(items), ["One", "Two", "Three", "Four"]);
    assert.ok(items.every(({ branch }) => branch === null));
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
    const { transcript, opaque, lost } = reading.accounting;
    assert.deepEqual([transcript, opaque, lost], [4, 0, 0]);
    assert.equal(reading.findings.filter(({ code }) => code === "W_DUP_ID").length, 2);
  }
});

test("read() takes a copy of the latest of several records with one id as a copy", async () => {
  const { reading, items } = await readRecords([
    user("u1", null, "One"),
    user("u1", null, "Two"),
    user("u1", null, "Two"),
    answer("a1", "u1", "m1", text("Three")),
  ]);
  assert.deepEqual(textsOf(items), ["One", "Two", "Three"]);
  assert.ok(items.every(({ branch }) => branch === null));
  assert.equal(reading.accounting.opaque, 1);
});

test("read() pairs a call named __proto__ with its result", async () => {
  const { reading, items } = await readRecords([
    user("u1", null, "Go"),
    answer("a1", "u1", "m1", use("__proto__")),
    answer("a2", "a1", "m2", use("constructor")),
    user("r1", "a2", result("constructor")),
    user("r2", "r1", result("__proto__")),
  ]);
  assert.deepEqual(textsOf(items), [
    "Go",
    "call __proto__",
    "result __proto__",
    "call constructor",
    "result constructor",
  ]);
  assert.deepEqual(reading.findings, []);
});

test("read() finds sub-agents inside the file and in files of their own, with the call that began them", async () => {
  const aside = { isSidechain: true };
  const call = { type: "tool_use", id: "t1", name: "Task", input: { prompt: "Count" } };
  const { items } = await readRecords(
    [
      user("u1", null, "Go"),
      answer("a1", "u1", "m1", call),
      user("x1", null, "Count", aside),
      { ...answer("x2", "x1", "m2", text("Three")), ...aside },
      user("r1", "a1", result("t1"), { toolUseResult: { agentId: "ag" } }),
    ],
    [{ ...user("y1", null, "Count too", aside), agentId: "ag" }],
  );
  assert.deepEqual(textsOf(items.filter(({ thread }) => thread === null)), [
    "Go",
    "call t1",
    "result t1",
  ]);
  for (const [thread, first] of [
    ["x1", "Count"],
    ["ag", "Count too"],
  ] as const) {
    const own = items.filter((item) => item.thread === thread);
    assert.equal(textsOf(own)[0], first);
    assert.equal(own[0]?.parent_id, "a1");
  }
});

test("read() tells a person's words from what the program put in their place", async () => {
  const { items } = await readRecords([
    user("u1", null, "Real words"),
    user("u2", "u1", "<system-reminder>\nx\n</system-reminder>"),
    user("u3", "u2", "Hidden", { isMeta: true }),
    user("u4", "u3", "<command-name>/review</command-name><command-args>the pumps</command-args>"),
    user("u5", "u4", [text("[Request interrupted by user]")]),
    {
      type: "attachment",
      uuid: "u6",
      parentUuid: "u5",
      attachment: { type: "queued_command", prompt: "Typed ahead", commandMode: "prompt" },
    },
  ]);
  const own = items.filter((item) => item.kind === "message" && item.sender === undefined);
  assert.deepEqual(textsOf(own), ["Real words", "/review the pumps", "Typed ahead"]);
  const added = items.filter((item) => item.kind === "message" && item.sender === "context");
  assert.deepEqual(textsOf(added), ["<system-reminder>\nx\n</system-reminder>", "Hidden"]);
  assert.equal(items.filter(({ kind }) => kind === "error").length, 1);
});

test("read() keeps the words behind the mark of an interruption", async () => {
  const { items } = await readRecords([
    user("u1", null, "Go"),
    user("u2", "u1", [text("[Request interrupted by user for tool use] Take the other pump")]),
  ]);
  assert.deepEqual(textsOf(items), ["Go", "Take the other pump"]);
  assert.equal(items.filter(({ kind }) => kind === "error").length, 1);
});

test("read() takes what the user pointed at in an editor for the user's, and not for a title", async () => {
  const pointed = "<ide_selection>The user selected the lines 1 to 2 from a.ts</ide_selection>";
  const { reading, items } = await readRecords([
    user("u1", null, [text(pointed), text("Make this faster")]),
    user("u2", "u1", [text("<ide_diagnostics>1 error</ide_diagnostics>"), text("and shorter")]),
  ]);
  assert.deepEqual(
    items.map((item) => [item.kind, "text" in item ? item.text : ""]),
    [
      ["message", pointed],
      ["message", "Make this faster"],
      ["message", "<ide_diagnostics>1 error</ide_diagnostics>"],
      ["message", "and shorter"],
    ],
  );
  assert.equal(reading.header.title, "Make this faster");
});

const attached = (uuid: string, parentUuid: string, attachment: object) => ({
  type: "attachment",
  uuid,
  parentUuid,
  sessionId: "s",
  attachment,
});
const fileNamed = (filename: string, content: string) => ({
  type: "file",
  filename,
  content: { type: "text", file: { filePath: filename, content } },
});

test("read() tells files that the user mentioned or marked from those that the program attached", async () => {
  const { items } = await readRecords([
    user("u1", null, "Compare @a.ts and @b.ts"),
    attached("f1", "u1", fileNamed("/home/rosa/a.ts", "let a;")),
    attached("f2", "f1", {
      type: "selected_lines_in_ide",
      filename: "/home/rosa/b.ts",
      lineStart: 1,
      lineEnd: 2,
      content: "let b;",
    }),
    attached("f3", "f2", { type: "opened_file_in_ide", filename: "/home/rosa/c.ts" }),
    attached("f4", "f3", fileNamed("/home/rosa/b.ts", "let b;")),
    attached("f5", "f4", { type: "task_reminder", content: [] }),
    answer("a1", "f5", "m1", text("Both are variables")),
    attached("f6", "a1", fileNamed("/home/rosa/d.ts", "let d;")),
    {
      type: "system",
      subtype: "compact_boundary",
      uuid: "c1",
      parentUuid: null,
      logicalParentUuid: "f6",
    },
    user("u2", "c1", "The summary", { isCompactSummary: true }),
    attached("f7", "u2", fileNamed("/home/rosa/a.ts", "let a;")),
  ]);
  const spoken = items.flatMap((item) =>
    item.kind === "message" && item.role === "user" ? [[item.text, item.sender]] : [],
  );
  assert.deepEqual(spoken, [
    ["Compare @a.ts and @b.ts", undefined],
    ["[File /home/rosa/a.ts, mentioned by the user]\n\nlet a;", "prompt"],
    [
      "<ide_selection>The user selected the lines 1 to 2 from /home/rosa/b.ts:\nlet b;\n</ide_selection>",
      "prompt",
    ],
    [
      "<ide_opened_file>The user opened the file /home/rosa/c.ts in the IDE.</ide_opened_file>",
      "prompt",
    ],
    ["[File /home/rosa/b.ts, mentioned by the user]\n\nlet b;", "prompt"],
    ["[File /home/rosa/d.ts]\n\nlet d;", "context"],
    ["[File /home/rosa/a.ts]\n\nlet a;", "context"],
  ]);
});

test("read() keeps answers apart that have one id and different prompts", async () => {
  const { items } = await readRecords([
    user("1", null, "first"),
    answer("2", "1", "m1", text("one")),
    user("3", "2", "second"),
    answer("4", "3", "m1", text("two")),
  ]);
  assert.deepEqual(
    items.flatMap((item) => (item.kind === "message" ? [item.text] : [])),
    ["first", "one", "second", "two"],
  );
});

test("read() takes the lead's and a teammate's own records for the conversation", async () => {
  const team = { teamName: "docs", agentName: "writer" };
  const { items } = await readRecords([
    user("1", null, '<teammate-message teammate_id="lead">\nWrite it\n</teammate-message>', team),
    { ...answer("2", "1", "m1", text("Written")), ...team },
    user("3", "2", "<task-notification>\n<result>12 pages</result>\n</task-notification>\nSee x"),
  ]);
  const messages = items.filter((item) => item.kind === "message");
  assert.deepEqual(
    messages.map(({ sender = null, thread, text: body }) => [sender, thread, body.split("\n")[1]]),
    [
      ["teammate", null, "Write it"],
      [null, null, undefined],
      ["task", null, "<result>12 pages</result>"],
    ],
  );
});

test("read() tells what a mailbox and a waiting report brought", async () => {
  const attachment = (uuid: string, parentUuid: string, more: object) => ({
    type: "attachment",
    uuid,
    parentUuid,
    attachment: more,
  });
  const mail = [{ from: "scribe", text: "the index is done" }];
  const prompt = "<task-notification><result>all green</result></task-notification>";
  const { items } = await readRecords([
    user("1", null, "go"),
    attachment("2", "1", { type: "teammate_mailbox", messages: mail }),
    attachment("3", "2", { type: "queued_command", prompt, commandMode: "task-notification" }),
    answer("4", "3", "m1", text("Thanks")),
  ]);
  const texts = items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
  assert.equal(texts.length, 4);
  assert.match(texts[1] ?? "", /scribe"?>\nthe index is done/);
  assert.equal(texts[2], prompt);
});

test("read() gives a slash command with the prompt behind it, and names one that only works the program", async () => {
  const command = (name: string) =>
    `<command-name>${name}</command-name>\n<command-args></command-args>`;
  const { items } = await readRecords([
    user("1", null, "<command-message>init</command-message>\n<command-name>/init</command-name>"),
    user("2", "1", [text("Analyse the project")], { isMeta: true }),
    answer("3", "2", "m1", text("Done")),
    user("4", "3", command("/exit")),
    user("5", "4", "<local-command-stdout>Bye</local-command-stdout>"),
  ]);
  assert.deepEqual(
    items.flatMap((item) => (item.kind === "message" ? [[item.text, item.sender ?? null]] : [])),
    [
      ["/init", null],
      ["Analyse the project", "prompt"],
      ["Done", null],
    ],
  );
  const commands = items.filter((item) => item.kind === "injected" && item.is_command === true);
  assert.equal(commands.length, 2);
});

test("read() keeps words behind what the program put before them, and what an editor showed", async () => {
  const { items } = await readRecords([
    user("1", null, "<system-reminder>be brief</system-reminder>\nFix the tests"),
    user("2", "1", [text("<ide_selection>lines 3 to 5</ide_selection>"), text("and this one")]),
  ]);
  assert.deepEqual(textsOf(items), [
    "<system-reminder>be brief</system-reminder>",
    "Fix the tests",
    "<ide_selection>lines 3 to 5</ide_selection>",
    "and this one",
  ]);
});

test("read() tells a command that the person ran as a call with its result", async () => {
  const { items } = await readRecords([
    user("1", null, "<bash-input>git status</bash-input>"),
    user("2", "1", "<bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>"),
    user("3", "2", "go on"),
  ]);
  const [call, printed] = items;
  assert.ok(call?.kind === "tool_call" && printed?.kind === "tool_result");
  assert.deepEqual(call.arguments, { command: "git status" });
  assert.equal(printed.content, "clean");
  assert.equal(printed.call_id, call.call_id);
});

const queue = (operation: string, content?: unknown) => ({
  type: "queue-operation",
  operation,
  sessionId: "s",
  ...(content === undefined ? {} : { content }),
});

test("read() gives words from the queue once, behind the call during which they were typed", async () => {
  const { items } = await readRecords([
    user("1", null, "go"),
    answer("2", "1", "m1", use("c")),
    queue("enqueue", "use tabs"),
    queue("enqueue", "then commit"),
    user("3", "2", result("c")),
    queue("remove"),
    queue("dequeue"),
    user("4", "3", "then commit"),
    answer("5", "4", "m2", text("done")),
    queue("enqueue", "one more thing"),
  ]);
  const texts = items.flatMap((item) => {
    if (item.kind === "message") return [item.text];
    return item.kind === "tool_call" || item.kind === "tool_result" ? [item.kind] : [];
  });
  assert.deepEqual(texts, [
    "go",
    "tool_call",
    "tool_result",
    "use tabs",
    "then commit",
    "done",
    "one more thing",
  ]);
});

test("read() does not take a command of the background for the user's words", async () => {
  const task = {
    task_id: "b94c367",
    description: 'npm test | tail && echo "done"',
    task_type: "local_bash",
  };
  const { task_id, ...rest } = task;
  const newer = { task_id, tool_use_id: "toolu_01HxT3", ...rest };
  const { items } = await readRecords([
    user("1", null, "go"),
    queue("enqueue", JSON.stringify(task)),
    queue("enqueue", JSON.stringify(newer)),
    queue("enqueue", 'what is {"task_id":"b94c367"} for?'),
    answer("2", "1", "m1", text("done")),
  ]);
  const heard = items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
  assert.deepEqual(heard, ["go", 'what is {"task_id":"b94c367"} for?', "done"]);
});

test("read() names no model for what no model wrote", async () => {
  const { items, reading } = await readRecords([
    user("1", null, "go"),
    {
      ...answer("2", "1", "m1", text("done")),
      message: { id: "m1", role: "assistant", model: "<synthetic>", content: [text("done")] },
    },
  ]);
  const models = items.flatMap((item) => (item.kind === "message" ? [item.model] : []));
  assert.deepEqual([...models, reading.header.model], [null, null, null]);
});

test("read() leaves out words that were taken back from the queue", async () => {
  const { items } = await readRecords([
    user("1", null, "go"),
    queue("enqueue", "delete it all"),
    queue("popAll", "delete it all"),
    answer("2", "1", "m1", text("done")),
  ]);
  const texts = items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
  assert.deepEqual(texts, ["go", "done"]);
});

test("read() keeps words that had reached the agent when others were taken back", async () => {
  const { items } = await readRecords([
    user("1", null, "go"),
    queue("enqueue", "use tabs"),
    queue("remove"),
    queue("enqueue", "continue"),
    queue("remove"),
    queue("enqueue", "continue"),
    queue("popAll", "continue"),
    answer("2", "1", "m1", text("done")),
  ]);
  const texts = items.flatMap((item) => (item.kind === "message" ? [item.text] : []));
  assert.deepEqual(texts, ["go", "use tabs", "continue", "done"]);
});

test("read() takes neither a report nor a hook's refusal for the user's words", async () => {
  const report = "<agent-notification>\n<agent-id>a1</agent-id>\n</agent-notification>";
  const { items } = await readRecords([
    user("1", null, "go"),
    user("2", "1", "Operation stopped by hook: another session is active"),
    queue("enqueue", report),
    answer("3", "2", "m1", text("done")),
    user("4", "3", "why did it say: Operation stopped by hook?"),
  ]);
  const texts = items.flatMap((item) =>
    item.kind === "message" ? [[item.sender ?? item.role, item.text]] : [],
  );
  assert.deepEqual(texts, [
    ["user", "go"],
    ["context", "Operation stopped by hook: another session is active"],
    ["task", report],
    ["assistant", "done"],
    ["user", "why did it say: Operation stopped by hook?"],
  ]);
});

test("read() takes a file in which nothing names its parent in the order of the file", async () => {
  const { items } = await readRecords([
    user("1", null, "one"),
    answer("2", null, "m1", use("c")),
    user("3", null, result("c")),
    answer("4", null, "m2", text("done")),
    user("5", null, "two"),
  ]);
  assert.deepEqual(textsOf(items), ["one", "call c", "result c", "done", "two"]);
  assert.ok(items.every(({ branch }) => branch === null));
});

test("read() counts records of kinds that nobody knows as unknown, whatever they belong to", async () => {
  const { items, reading } = await readRecords([
    user("1", null, "go"),
    attached("2", "1", { type: "hologram", content: "seen by the model" }),
    { type: "system", subtype: "hologram", uuid: "3", parentUuid: "2", content: "seen" },
    { type: "hologram", sessionId: "s" },
    answer("4", "3", "m1", text("done")),
  ]);
  const unknown = items.filter((item) => item.kind === "opaque" && item.is_unknown === true);
  assert.equal(unknown.length, 3);
  const codes = reading.findings.filter(({ code }) => code === "W_UNKNOWN_RECORD");
  assert.equal(codes.length, 3);
});

test("read() leaves out what came after the record to which the person went back", async () => {
  const records = [
    user("u1", null, "one"),
    answer("a1", "u1", "m1", text("first")),
    user("u2", "a1", "two"),
    answer("a2", "u2", "m2", text("second")),
  ];
  const back = { type: "last-prompt", lastPrompt: "one", leafUuid: "a1", sessionId: "s" };
  const inForce = async (...more: readonly object[]) => {
    const { items } = await readRecords([...records, ...more]);
    return textsOf(items.filter(({ branch, kind }) => branch === null && kind !== "branch"));
  };
  assert.deepEqual(await inForce(back), ["one", "first", "two", "second"]);
  assert.deepEqual(await inForce({ ...back, explicit: true }), ["one", "first"]);
  assert.deepEqual(await inForce({ ...back, explicit: true, leafUuid: null }), []);
  const again = user("u3", "a1", "three");
  assert.deepEqual(await inForce({ ...back, rewound: true }, again), ["one", "first", "three"]);
});
