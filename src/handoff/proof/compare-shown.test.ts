import assert from "node:assert/strict";
import { test } from "node:test";
import { readUpdate } from "../../acp/session-update.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { type TranscriptItem, transcriptItemSchema } from "../../model/transcript.ts";
import { compareShown } from "./compare-shown.ts";
import { gatherShown } from "./shown-session.ts";

/** Items of a session, one per line of its file. */
function itemsOf(...bodies: readonly object[]): readonly TranscriptItem[] {
  return bodies.map((body, at) => {
    const source = { file: "session.jsonl", line: at + 1, type: "any" };
    const place = { id: `${at}`, parent_id: null, at: null, raw: null, thread: null, branch: null };
    const item = { ...place, actor: "user", source, attachments: [], model: null, ...body };
    return transcriptItemSchema.parse(item);
  });
}

const user = (text: string) => ({ kind: "message", role: "user", text });
const answer = (text: string) => ({ kind: "message", role: "assistant", text });
const call = (id: string, command: string) => ({
  kind: "tool_call",
  call_id: id,
  name: "bash",
  arguments: { command, description: "not shown" },
});
const result = (id: string, content: string) => ({
  kind: "tool_result",
  call_id: id,
  ok: true,
  content,
});

const items = itemsOf(
  user("Count the pears."),
  answer("I count."),
  call("c1", "wc -l pears.txt"),
  result("c1", "12 pears.txt\n"),
  call("c2", "ls"),
  result("c2", "pears.txt"),
  answer("Twelve."),
);

const text = (role: string, content: string) => ({
  sessionUpdate: `${role}_message_chunk`,
  content: { type: "text", text: content },
});
const shownCall = (toolCallId: string, command: string, output: string) => ({
  sessionUpdate: "tool_call",
  toolCallId,
  title: command,
  rawInput: { command },
  content: [{ type: "content", content: { type: "text", text: output } }],
});

const updates: readonly JsonObject[] = [
  text("user", "A note of the handoff."),
  text("user", "Count the\n  pears."),
  text("agent", "I count."),
  shownCall("c1", "wc -l pears.txt", "```\n12 pears.txt\n```"),
  shownCall("c2", "ls", "pears.txt"),
  text("agent", "Twelve."),
];

async function compare(shown: readonly JsonObject[], more: object = {}) {
  const gatherer = gatherShown();
  for (const update of shown) {
    const read = readUpdate(update);
    if (read !== null) gatherer.add(read);
  }
  async function* sent() {
    yield* items;
  }
  const tools = [["shell", { name: "bash", arguments: { command: "command" } }]] as const;
  const shownId = (id: string) => id;
  const reported = new Set<string>();
  const comparison = { reported, isMove: false, tools, planTools: [], shownId, ...more };
  return compareShown(sent(), gatherer.result(), comparison);
}

const placesOf = ({ findings }: Awaited<ReturnType<typeof compare>>) =>
  findings.map(({ code, line, message }) => `${code} ${line} ${message}`);

test("compareShown() looks for a call under the id that the receiver has for it", async () => {
  const renamed = JSON.parse(
    JSON.stringify(updates).replaceAll('"toolCallId":"c', '"toolCallId":"toolu_c'),
  );
  const { calls, results } = await compare(renamed, { shownId: (id: string) => `toolu_${id}` });
  assert.deepEqual([calls?.shown, results?.shown], [2, 2]);
  assert.equal((await compare(renamed)).calls?.shown, 0);
});

test("compareShown() finds everything that a server shows, however it breaks lines", async () => {
  const report = await compare(updates);
  assert.deepEqual(report, {
    messages: { sent: 3, shown: 3 },
    calls: { sent: 2, shown: 2 },
    results: { sent: 2, shown: 2 },
    reported: 0,
    shown_as_plan: 0,
    findings: [],
  });
});

test("compareShown() leaves out calls that the receiver shows as a plan, and counts them", async () => {
  const { calls, results, shown_as_plan, findings } = await compare(
    updates.filter(({ sessionUpdate }) => sessionUpdate !== "tool_call"),
    { planTools: ["bash"] },
  );
  const none = { sent: 0, shown: 0 };
  assert.deepEqual([calls, results, shown_as_plan, findings], [none, none, 2, []]);
});

test("compareShown() finds texts that a server joins, and texts that it shows in pieces", async () => {
  const pieces = ["Co", "unt the pears."].map((each) => text("user", each));
  const joined = text("agent", "I count.\nTwelve.");
  const report = await compare([...pieces, joined, ...updates.slice(3, 5)]);
  assert.deepEqual(report.findings, []);
});

test("compareShown() names what is missing by its place", async () => {
  const without = (at: number) => updates.filter((_, each) => each !== at);
  assert.deepEqual(placesOf(await compare(without(1))), ["E_PROOF 1 a message is not shown"]);
  const report = await compare(without(3));
  assert.deepEqual(placesOf(report), ["E_PROOF 3 the call of bash is not shown"]);
  assert.deepEqual(
    [report.calls, report.results],
    [
      { sent: 2, shown: 1 },
      { sent: 2, shown: 1 },
    ],
  );
});

test("compareShown() names results, arguments and places that are different", async () => {
  const [note, prompt, first, one, two, last] = updates;
  const cases: readonly (readonly [readonly unknown[], string])[] = [
    [
      [prompt, first, shownCall("c1", "wc -l pears.txt", "13"), two, last],
      "E_PROOF 4 the result of bash is not shown",
    ],
    [
      [prompt, first, shownCall("c1", "rm pears.txt", "12 pears.txt"), two, last],
      "E_PROOF 3 the call of bash is shown with other arguments",
    ],
    [[prompt, first, two, one, last], "E_PROOF 5 the call of bash is shown out of order"],
    [[note, last, prompt, first, one, two], "E_PROOF 7 a message is shown out of order"],
  ];
  for (const [shown, expected] of cases) {
    assert.deepEqual(placesOf(await compare(shown as readonly JsonObject[])), [expected]);
  }
});

test("compareShown() counts what is on the loss report, and asks no arguments of a server that shows none", async () => {
  const bare = { ...shownCall("c1", "", "12 pears.txt"), rawInput: undefined };
  const shown = [updates[1], updates[2], bare, updates[4], updates[5]] as readonly JsonObject[];
  assert.deepEqual((await compare(shown)).findings, []);
  const reported = new Set(["session.jsonl:1"]);
  const { messages, findings, reported: count } = await compare(updates.slice(2), { reported });
  assert.deepEqual([messages, findings, count], [{ sent: 3, shown: 2 }, [], 1]);
});
