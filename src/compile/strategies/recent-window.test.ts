import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createCheckpoint,
  createCheckpoints,
  createInput,
  createReply,
  createTurn,
  createTurns,
  THREAD,
} from "../../../test/compile/create-input.ts";
import type { Turn } from "../../model/turn.ts";
import { selectWindow } from "./recent-window.ts";
import { defaultLimits, type Selection } from "./strategy.ts";

const recent = { name: "recent_messages_v1", minSummaries: 0, maxSummaries: 0 };
const one = { name: "summaries_recent_messages_v1", minSummaries: 1, maxSummaries: 1 };
const many = {
  name: "hierarchical_summaries_recent_messages_v1",
  minSummaries: 2,
  maxSummaries: 3,
};

function contents({ chosen }: Selection): readonly string[] {
  return chosen.flatMap(({ item }) => (item.type === "message" ? [item.content] : []));
}

test("selectWindow() shows sixteen messages at most, the question last", async () => {
  for (const [count, shown] of [
    [1, 1],
    [15, 15],
    [16, 16],
    [17, 16],
    [40, 16],
  ] as const) {
    const input = createInput({ turns: createTurns(count) });
    const selection = await selectWindow(recent, input, defaultLimits);
    assert.equal(contents(selection).length, shown);
    assert.equal(contents(selection).at(-1), `m${count}`);
    assert.equal(input.reads.turns, shown - 1);
    const missing = count - shown;
    assert.deepEqual(
      selection.leftOut,
      missing === 0
        ? []
        : [{ from_seq: 1, to_seq: missing, messages: missing, reason: "outside_window" }],
    );
  }
});

test("selectWindow() shows an answer after its message, joined as it was said", async () => {
  const replies = [createReply("Yes."), null, createReply(""), createReply("Half", "cancelled")];
  const turns = [...replies.map((reply, index) => createTurn(index + 1, { reply })), createTurn(5)];
  const selection = await selectWindow(recent, createInput({ turns }), defaultLimits);
  assert.deepEqual(contents(selection), ["m1", "Yes.", "m2", "m3", "m4", "Half", "m5"]);
  const [, yes, , , , half] = selection.chosen;
  assert.deepEqual(yes?.item, {
    type: "message",
    role: "assistant",
    content: "Yes.",
    actor_id: null,
    origin: null,
    thread_seq: null,
    thread_event_id: null,
  });
  assert.equal(half?.item.type === "message" && half.item.status, "cancelled");
});

test("selectWindow() records an answer that cannot be read", async () => {
  const turns = [createTurn(1, { reply: createReply(null) }), createTurn(2)];
  const { resets } = await selectWindow(recent, createInput({ turns }), defaultLimits);
  assert.deepEqual(resets, [
    {
      input: "assistant_reply",
      action: "skipped",
      reason: "reply_unavailable",
      ref: { run_session_id: "run" },
    },
  ]);
});

test("selectWindow() names its cause for every number of summaries", async () => {
  const checkpoints = createCheckpoints([8, 16, 32]);
  const input = () => createInput({ turns: createTurns(40), ...checkpoints });
  const reasonOf = async (rule: typeof recent) =>
    (await selectWindow(rule, input(), defaultLimits)).reason;
  assert.deepEqual(await reasonOf(many), {
    selected: many.name,
    cause: "compaction_checkpoint_hierarchy",
    levels: 3,
    to_seqs: [8, 16, 32],
  });
  assert.deepEqual(await reasonOf(one), { selected: one.name, cause: "compaction_checkpoint" });
  assert.deepEqual(await reasonOf(recent), { selected: recent.name, cause: "strategy_requested" });
  const empty = createInput({ turns: createTurns(3) });
  const { reason } = await selectWindow(recent, empty, defaultLimits);
  assert.deepEqual(reason, { selected: recent.name, cause: "no_compaction_checkpoint" });
});

test("selectWindow() records exactly one reset when the only kind of summary is unknown", async () => {
  const { checkpoint } = createCheckpoint(8, { summary_kind: "rolling_v9" });
  const input = createInput({ turns: createTurns(10), checkpoints: [checkpoint] });
  const { reason, resets } = await selectWindow(recent, input, defaultLimits);
  assert.equal(reason.cause, "unsupported_compaction_summary_kind");
  assert.deepEqual(resets, [
    {
      input: "compaction_checkpoint",
      action: "ignored",
      reason: "unsupported_summary_kind",
      ref: { summary_kind: "rolling_v9" },
    },
  ]);
});

test("selectWindow() refuses when there are fewer summaries than the strategy needs", async () => {
  const none = createInput({ turns: createTurns(10) });
  await assert.rejects(selectWindow(one, none, defaultLimits), { code: "E_NO_SUMMARY" });
  const single = createInput({ turns: createTurns(10), ...createCheckpoints([8]) });
  await assert.rejects(selectWindow(many, single, defaultLimits), { code: "E_NO_SUMMARY" });
  const two = createInput({ turns: createTurns(10), ...createCheckpoints([4, 8]) });
  assert.equal((await selectWindow(many, two, defaultLimits)).summaries.length, 2);
});

test("selectWindow() counts what lies between the summary and the window", async () => {
  const input = createInput({ turns: createTurns(40), ...createCheckpoints([8]) });
  const { leftOut } = await selectWindow(one, input, defaultLimits);
  assert.deepEqual(leftOut, [
    { from_seq: 1, to_seq: 8, messages: 8, reason: "summarised" },
    { from_seq: 9, to_seq: 24, messages: 16, reason: "outside_window" },
  ]);
  const near = createInput({ turns: createTurns(10), ...createCheckpoints([9]) });
  const selection = await selectWindow(one, near, defaultLimits);
  assert.deepEqual(contents(selection), ["m10"]);
  assert.equal(near.reads.turns, 0);
});

test("selectWindow() says where inherited messages come from", async () => {
  const inherited = (ordinal: number): Turn => {
    const turn = createTurn(ordinal, { reply: createReply("Inherited.") });
    return { ...turn, user: { ...turn.user, thread_id: "parent" } };
  };
  const input = createInput({ turns: [inherited(1), inherited(2), createTurn(3)] });
  const { chosen } = await selectWindow(recent, input, defaultLimits);
  const threads = chosen.map(({ item }) => ("thread_id" in item ? item.thread_id : THREAD));
  assert.deepEqual(threads, ["parent", "parent", "parent", "parent", THREAD]);
});

test("selectWindow() records a state and a handoff that it has no item for", async () => {
  const artifact_id = "ab".repeat(32);
  const input = createInput({
    turns: createTurns(1),
    state: { artifact_id, state_hash: "cd".repeat(32), bytes: 10 },
    base: { kind: "handoff", thread_id: "parent", seq: 3, artifact_id },
  });
  const { resets, chosen } = await selectWindow(recent, input, defaultLimits);
  assert.deepEqual(
    resets.map((reset) => [reset.input, reset.reason]),
    [
      ["state", "unsupported_by_strategy"],
      ["handoff_bundle", "unsupported_by_strategy"],
    ],
  );
  assert.equal(chosen.length, 1);
});
