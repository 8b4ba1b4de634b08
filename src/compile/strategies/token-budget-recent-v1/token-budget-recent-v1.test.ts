import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Conversation,
  createCheckpoint,
  createCheckpoints,
  createInput,
  createReply,
  createTurn,
  createTurns,
} from "../../../../test/compile/create-input.ts";
import type { Turn } from "../../../model/turn.ts";
import { defaultLimits, type Selection, type StrategyLimits } from "../strategy.ts";
import strategy from "./token-budget-recent-v1.ts";

const ID = "ab".repeat(32);
const HASH = "cd".repeat(32);

function select(conversation: Conversation, limits: Partial<StrategyLimits>): Promise<Selection> {
  return strategy.select(createInput(conversation), { ...defaultLimits, ...limits });
}

function spent({ chosen }: Selection): number {
  return chosen.reduce((sum, { tokens }) => sum + tokens, 0);
}

function shown({ chosen }: Selection): readonly (string | undefined)[] {
  return chosen.map(({ item }) => (item.type === "message" ? item.content : item.type));
}

/** A message of 32 bytes: 8 tokens and 4 for the item. */
const plain = (ordinal: number): Turn =>
  createTurn(ordinal, { content: String(ordinal).padEnd(32, ".") });

test("token_budget_recent_v1 counts a quarter of the bytes, rounded up, and four for each item", async () => {
  for (const [content, tokens] of [
    ["", 4],
    ["a", 5],
    ["abcd", 5],
    ["abcde", 6],
    ["漢漢", 6],
    ["🧭", 5],
  ] as const) {
    const { chosen } = await select({ turns: [createTurn(1, { content })] }, {});
    assert.equal(chosen[0]?.tokens, tokens, content);
  }
});

test("token_budget_recent_v1 needs room for the question and for no more", async () => {
  const turns = [plain(1)];
  assert.equal(spent(await select({ turns }, { max_input_tokens: 12 })), 12);
  for (const limits of [
    { max_input_tokens: 11 },
    { max_input_tokens: 20, reserved_output_tokens: 9 },
    { max_input_tokens: 20, tool_tokens: 9 },
    { max_items: 0 },
    { max_bytes: 31 },
  ]) {
    await assert.rejects(select({ turns }, limits), { code: "E_OVER_BUDGET" });
  }
});

test("token_budget_recent_v1 shows everything when everything fits exactly", async () => {
  const turns = createTurns(10, plain);
  const selection = await select({ turns }, { max_input_tokens: 120 });
  assert.equal(selection.chosen.length, 10);
  assert.deepEqual(selection.leftOut, []);
  assert.deepEqual(selection.resets, []);
});

test("token_budget_recent_v1 keeps the newest turns and says what is missing", async () => {
  const selection = await select({ turns: createTurns(10, plain) }, { max_input_tokens: 119 });
  assert.match(
    String(shown(selection)[0]),
    /^2 earlier messages are left out .* \(seq 1 to 2\)\.$/,
  );
  assert.equal(
    selection.chosen[0]?.item.type === "message" && selection.chosen[0].item.role,
    "system",
  );
  assert.deepEqual(selection.leftOut, [
    { from_seq: 1, to_seq: 2, messages: 2, reason: "over_budget", limit: "max_input_tokens" },
  ]);
  assert.deepEqual(selection.resets, [
    {
      input: "message",
      action: "dropped",
      reason: "over_budget",
      ref: { from_seq: 1, messages: 2, to_seq: 2 },
    },
  ]);
  assert.ok(spent(selection) <= 119);
});

test("token_budget_recent_v1 drops the line rather than the question", async () => {
  const selection = await select({ turns: createTurns(3, plain) }, { max_input_tokens: 12 });
  assert.deepEqual(shown(selection), [plain(3).user.content]);
  assert.equal(selection.leftOut[0]?.messages, 2);
});

test("token_budget_recent_v1 stops at the first turn that does not fit", async () => {
  const turns = [plain(1), createTurn(2, { content: "x".repeat(4_000) }), plain(3), plain(4)];
  const selection = await select({ turns }, { max_input_tokens: 500 });
  assert.deepEqual(shown(selection).slice(1), [plain(3).user.content, plain(4).user.content]);
  const input = createInput({ turns });
  await strategy.select(input, { ...defaultLimits, max_input_tokens: 500 });
  assert.equal(input.reads.turns, 2);
});

test("token_budget_recent_v1 names the limit that was reached", async () => {
  const turns = createTurns(10, plain);
  const limitOf = async (limits: Partial<StrategyLimits>) =>
    (await select({ turns }, limits)).leftOut[0]?.limit;
  assert.equal(await limitOf({ max_items: 5 }), "max_items");
  assert.equal(await limitOf({ max_bytes: 200 }), "max_bytes");
});

test("token_budget_recent_v1 shows a turn whole: what it names, calls with results, answer, changes", async () => {
  const first = createTurn(1, {
    steps: [
      { type: "tool_call", call_id: "a", name: "edit", arguments: { path: "x" } },
      { type: "tool_side_effect_ref", run_session_id: "run", tool_id: "a", affected_paths: ["x"] },
      { type: "tool_result", call_id: "a", ok: true, content: "done" },
    ],
    reply: createReply("Edited."),
  });
  const refs = [{ type: "file_ref", path: "x" }] as const;
  const turns = [{ ...first, user: { ...first.user, refs } }, createTurn(2)];
  const selection = await select({ turns }, {});
  assert.deepEqual(shown(selection), [
    "file_ref",
    "m1",
    "tool_call",
    "tool_result",
    "Edited.",
    "tool_side_effect_ref",
    "m2",
  ]);
  assert.deepEqual(shown(await select({ turns }, { max_input_tokens: 30 })).slice(-1), ["m2"]);
});

test("token_budget_recent_v1 counts an artifact that a result refers to by its size", async () => {
  const steps: Turn["steps"] = [
    { type: "tool_call", call_id: "a", name: "read", arguments: {} },
    { type: "tool_result", call_id: "a", ok: true, artifact_id: ID },
  ];
  const turns = [createTurn(1, { steps }), createTurn(2)];
  const blobs = new Map([[ID, new Uint8Array(40_000)]]);
  const input = createInput({ turns, blobs });
  const selection = await strategy.select(input, { ...defaultLimits, max_input_tokens: 9_000 });
  assert.equal(selection.leftOut[0]?.messages, 1);
  assert.equal(input.reads.texts, 0);
});

test("token_budget_recent_v1 puts state, base, summaries and turns in this order", async () => {
  const blobs = new Map([...createCheckpoints([4, 8]).blobs, [ID, new Uint8Array(100)]]);
  const selection = await select(
    {
      turns: createTurns(10),
      checkpoints: createCheckpoints([4, 8]).checkpoints,
      blobs,
      state: { artifact_id: ID, state_hash: HASH, bytes: 100 },
      base: { kind: "handoff", thread_id: "parent", seq: 7, artifact_id: ID },
    },
    {},
  );
  assert.deepEqual(shown(selection), [
    "state_ref",
    "handoff_bundle_ref",
    "summary_ref",
    "summary_ref",
    "m9",
    "m10",
  ]);
  const base = selection.chosen[1]?.item;
  assert.equal(base?.type === "handoff_bundle_ref" && base.note, "handoff from parent@7");
  assert.deepEqual(
    selection.summaries.map(({ to_seq }) => to_seq),
    [4, 8],
  );
});

test("token_budget_recent_v1 records a state that does not fit, and refuses a handoff that is lost", async () => {
  const state = { artifact_id: ID, state_hash: HASH, bytes: 4_000 };
  const { resets } = await select({ turns: createTurns(1), state }, { max_input_tokens: 500 });
  assert.deepEqual(resets, [
    { input: "state", action: "dropped", reason: "over_budget", ref: { state_hash: HASH } },
  ]);
  const base = { kind: "handoff", thread_id: "p", seq: 1, artifact_id: ID } as const;
  await assert.rejects(select({ turns: createTurns(1), base }, {}), { code: "E_BLOB" });
});

test("token_budget_recent_v1 uses the next rung when a summary is over its share", async () => {
  const small = createCheckpoint(4, { markdown: "small" });
  const large = createCheckpoint(8, { markdown: "x".repeat(2_000) });
  const both = [small, large];
  const conversation = {
    turns: createTurns(10),
    checkpoints: both.map(({ checkpoint }) => checkpoint),
    blobs: new Map(both.map(({ checkpoint: c, bytes }) => [c.summary_artifact_id, bytes])),
  };
  const tight = await select(conversation, { max_input_tokens: 900, summary_share_percent: 50 });
  assert.deepEqual(
    tight.summaries.map(({ to_seq }) => to_seq),
    [4],
  );
  assert.deepEqual(tight.resets, [
    {
      input: "compaction_checkpoint",
      action: "dropped",
      reason: "over_budget",
      ref: { checkpoint_id: "c8", to_seq: 8 },
    },
  ]);
  assert.equal(tight.leftOut[0]?.messages, 4);
  const none = await select(conversation, { max_input_tokens: 900, summary_share_percent: 0 });
  assert.equal(none.reason.cause, "compaction_checkpoint_over_budget");
  assert.deepEqual(none.leftOut, []);
});

test("token_budget_recent_v1 goes without summaries when none can be used", async () => {
  const { checkpoints } = createCheckpoints([4, 8]);
  const selection = await select({ turns: createTurns(10), checkpoints }, {});
  assert.equal(selection.chosen.length, 10);
  assert.equal(selection.reason.cause, "no_supported_compaction_checkpoint");
  assert.deepEqual(
    selection.resets.map(({ reason }) => reason),
    ["artifact_unavailable", "artifact_unavailable"],
  );
});

test("token_budget_recent_v1 counts with another counter when the limits name one", async () => {
  const turns = [createTurn(1, { content: "hello world" })];
  const { chosen, limits } = await select({ turns }, { estimator: "o200k_base" });
  assert.equal(chosen[0]?.tokens, 2 + 4);
  assert.equal(limits.estimator, "o200k_base");
  await assert.rejects(select({ turns }, { estimator: "abacus" }), { code: "E_USAGE" });
});
