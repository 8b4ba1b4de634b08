import assert from "node:assert/strict";
import { test } from "node:test";
import type { TranscriptItem } from "../../src/model/transcript.ts";
import { type ConversationRange, findInForce } from "../../src/transcripts/in-force.ts";
import { createLossTally } from "../../src/transcripts/loss-tally.ts";
import { answered, asked, createItems, ran, reading } from "./create-items.ts";

async function inForce(items: readonly TranscriptItem[], since: ConversationRange = {}) {
  const losses = createLossTally();
  const found = await findInForce(reading(items), since, losses);
  return { ...found, list: await Array.fromAsync(found.items()), losses: losses.items() };
}

const ids = (items: readonly TranscriptItem[]) => items.map(({ id }) => id);

test("findInForce() takes the whole conversation when nothing was compacted", async () => {
  const items = createItems(asked("a"), ...ran("c1", "ls", "x"), answered("b"));
  const { list, losses } = await inForce(items);
  assert.deepEqual(list, items);
  assert.deepEqual(losses, []);
});

test("findInForce() begins with the last summary and what was kept beside it", async () => {
  const items = createItems(
    asked("old"),
    answered("kept answer"),
    { kind: "compaction", summary: "what was", kept: ["i2"] },
    asked("new"),
  );
  const { list, losses } = await inForce(items);
  assert.deepEqual(ids(list), ["i3", "i2", "i4"]);
  assert.deepEqual(
    losses.map(({ kind, where }) => [kind, where]),
    [["summarised", "s.jsonl:1"]],
  );
});

test("findInForce() carries what a sealed summary stood for", async () => {
  const items = createItems(asked("old"), { kind: "compaction", summary: null }, asked("new"));
  const { list, losses } = await inForce(items);
  assert.deepEqual(ids(list), ["i1", "i3"]);
  assert.deepEqual(
    losses.map(({ kind, where }) => [kind, where]),
    [["dropped", "s.jsonl:2"]],
  );
});

test("findInForce() tells records of unknown types from internal ones", async () => {
  const items = createItems(asked("a"), { kind: "opaque" }, { kind: "opaque", is_unknown: true });
  const { losses } = await inForce(items);
  assert.deepEqual(
    losses.map(({ where, why }) => [where, why]),
    [
      ["s.jsonl:2", "internal records of the source agent"],
      [
        "s.jsonl:3",
        "record of a kind that this version does not know (opaque): it may be part of the conversation",
      ],
    ],
  );
});

test("findInForce() calls the record that a summary was taken from a copy of it", async () => {
  const summary = { kind: "injected", text: "They met", is_summary: true } as const;
  const items = createItems({ kind: "compaction", summary: "They met" }, summary, asked("new"));
  const { losses } = await inForce(items);
  assert.deepEqual(
    losses.map(({ scope, where, why }) => [scope, where, why]),
    [["bookkeeping", "s.jsonl:2", "copy of a summary that its compaction contains"]],
  );
});

test("findInForce() does not promise that the receiver has what a hook of the source added", async () => {
  const { losses } = await inForce(createItems(asked("a"), { kind: "injected", text: "hook" }));
  assert.deepEqual(
    losses.map(({ why }) => why),
    ["context added by the source agent, such as its instructions and the output of hooks"],
  );
});

test("findInForce() says that words on another path may be there because a context was cleared", async () => {
  const items = createItems({ ...asked("the plan"), branch: "b1" }, asked("carry it out"));
  const { losses } = await inForce(items);
  assert.deepEqual(
    losses.map(({ why }) => why),
    ["path that the conversation left by a rewind, an edit or a cleared context"],
  );
});

test("findInForce() names everything that is no part of the conversation", async () => {
  const items = createItems(
    asked("a"),
    { kind: "reasoning" },
    { kind: "opaque" },
    { ...asked("left"), branch: "b1" },
    { ...answered("helper"), thread: "t1" },
  );
  const { list, losses } = await inForce(items);
  assert.deepEqual(ids(list), ["i1"]);
  assert.deepEqual(losses.map(({ where }) => where).sort(), [
    "s.jsonl:2",
    "s.jsonl:3",
    "s.jsonl:4",
    "s.jsonl:5",
  ]);
});

test("findInForce() closes a call that nobody answered and drops an answer to no call", async () => {
  const [call] = ran("c1", "sleep 100", "");
  const [, orphan] = ran("c2", "", "late");
  assert(call && orphan);
  const { list, losses } = await inForce(createItems(asked("a"), call, orphan));
  assert.deepEqual(
    list.map(({ kind }) => kind),
    ["message", "tool_call", "tool_result"],
  );
  const closing = list[2];
  assert(closing?.kind === "tool_result" && closing.call_id === "c1" && !closing.ok);
  assert.deepEqual(
    losses.map(({ kind, where }) => [kind, where]),
    [
      ["changed", "c1"],
      ["dropped", "c2"],
    ],
  );
});

test("findInForce() takes a result that was recorded twice once, and a call id that is used again twice", async () => {
  const [call, answer] = ran("c1", "make", "built");
  const [again, second] = ran("c1", "make", "built again");
  assert(call && answer && again && second);
  const items = createItems(asked("a"), call, answer, answer, again, second);
  const { list, losses } = await inForce(items);
  assert.deepEqual(
    list.map(({ kind }) => kind),
    ["message", "tool_call", "tool_result", "tool_call", "tool_result"],
  );
  assert.deepEqual(
    losses.map(({ kind, where }) => [kind, where]),
    [["dropped", "s.jsonl:4"]],
  );
});

test("findInForce() begins at a message or a moment", async () => {
  const items = createItems(asked("a"), answered("b"), asked("c"));
  assert.deepEqual(ids((await inForce(items, { since: { id: "i2" } })).list), ["i2", "i3"]);
  const time = new Date(Date.UTC(2026, 0, 5, 9, 3));
  assert.deepEqual(ids((await inForce(items, { since: { time } })).list), ["i3"]);
  const nowhere = await inForce(items, { since: { id: "nobody" } });
  assert.equal(nowhere.missing, "since");
  assert.deepEqual(nowhere.list, []);
});

test("findInForce() takes the result of the call that it ends with", async () => {
  const [call, answer] = ran("c1", "make", "built");
  assert(call && answer);
  const items = createItems(asked("a"), call, answer, asked("b"));
  assert.deepEqual(ids((await inForce(items, { until: { number: 2 } })).list), ["i1", "i2", "i3"]);
});

test("findInForce() ends at a message or a moment, as if nothing had come later", async () => {
  const summary = { kind: "compaction" as const, summary: "what was" };
  const items = createItems(asked("a"), answered("b"), asked("c"), summary, asked("d"));
  const { list, losses } = await inForce(items, { until: { id: "i2" } });
  assert.deepEqual(ids(list), ["i1", "i2"]);
  assert.deepEqual(
    losses.map(({ where, why }) => [where, why]),
    ["s.jsonl:3", "s.jsonl:4", "s.jsonl:5"].map((where) => [
      where,
      "after the end that was named (--until)",
    ]),
  );
  const time = new Date(Date.UTC(2026, 0, 5, 9, 2));
  assert.deepEqual(ids((await inForce(items, { until: { time } })).list), ["i1", "i2"]);
  assert.deepEqual(ids((await inForce(items, { until: { number: 2 } })).list), ["i1", "i2"]);
  assert.deepEqual(ids((await inForce(items, { since: { number: 5 } })).list), ["i5"]);
  assert.equal((await inForce(items, { until: { number: 6 } })).missing, "until");
  const both = await inForce(items, { since: { id: "i2" }, until: { id: "i3" } });
  assert.deepEqual(ids(both.list), ["i2", "i3"]);
  const nowhere = await inForce(items, { until: { id: "nobody" } });
  assert.deepEqual([nowhere.missing, nowhere.list], ["until", []]);
  const turned = await inForce(items, { since: { id: "i3" }, until: { id: "i2" } });
  assert.equal(turned.missing, "since");
});

test("findInForce() takes what a summary stands for when all is asked for", async () => {
  const summary = { kind: "compaction" as const, summary: "what was" };
  const { list, losses } = await inForce(createItems(asked("old"), summary, asked("new")), {
    ignoreSummaries: true,
  });
  assert.deepEqual(ids(list), ["i1", "i3"]);
  assert.deepEqual(
    losses.map(({ kind, where }) => [kind, where]),
    [["dropped", "s.jsonl:2"]],
  );
  const begun = await inForce(createItems(summary, asked("new"), summary), {
    ignoreSummaries: true,
  });
  assert.deepEqual(ids(begun.list), ["i1", "i2"]);
});
