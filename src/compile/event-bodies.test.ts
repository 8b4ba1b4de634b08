import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Conversation,
  createCheckpoints,
  createInput,
  createTurns,
  THREAD,
} from "../../test/compile/create-input.ts";
import { compileContext } from "./compile.ts";
import { type CompileRecord, compiledBody, selectionBody } from "./event-bodies.ts";
import { defaultLimits } from "./strategies/strategy.ts";

async function record(
  strategy: string,
  conversation: Conversation,
  max_input_tokens = 100_000,
): Promise<CompileRecord> {
  const input = createInput(conversation);
  const { seq: from_seq, event_id: from_message_id } = input.anchor.user;
  const source = { thread_id: THREAD, from_seq, from_message_id };
  const provenance = { run_session_id: "run", actor_id: "user", origin: "test" };
  const limits = { ...defaultLimits, max_input_tokens };
  const compiled = await compileContext({ strategy, limits, input, source, provenance });
  return { ...compiled, source, provenance, base: input.base, as_of_seq: 99, renderer: null };
}

test("selectionBody() leaves out what there is none of", async () => {
  const body = selectionBody(await record("recent_messages_v1", { turns: createTurns(2) }));
  assert.equal(
    JSON.stringify(body),
    '{"run_session_id":"run","message_id":"m2","compiler_id":"rip.context_compiler.v1","compiler_strategy":"recent_messages_v1","limits":{"hierarchical_summaries_v1_max_refs":3,"recent_messages_v1_limit":16},"reason":{"cause":"no_compaction_checkpoint","selected":"recent_messages_v1"},"as_of_seq":99}',
  );
});

test("selectionBody() lists the summaries in ascending order, the newest once more", async () => {
  const conversation = { turns: createTurns(60), ...createCheckpoints([8, 16, 32]) };
  const body = selectionBody(
    await record("hierarchical_summaries_recent_messages_v1", conversation),
  );
  const all = body.compaction_checkpoints;
  assert.ok(Array.isArray(all));
  assert.deepEqual(
    all.map(({ to_seq }) => to_seq),
    [8, 16, 32],
  );
  assert.deepEqual(body.compaction_checkpoint, all.at(-1));
  assert.deepEqual(Object.keys(all[0]), [
    "checkpoint_id",
    "summary_kind",
    "summary_artifact_id",
    "to_seq",
  ]);
  assert.equal(
    JSON.stringify(body.reason),
    '{"cause":"compaction_checkpoint_hierarchy","levels":3,"selected":"hierarchical_summaries_recent_messages_v1","to_seqs":[8,16,32]}',
  );
  assert.equal(
    JSON.stringify(body.omitted),
    '{"from_seq":33,"to_seq":44,"messages":12,"reason":"outside_window"}',
  );
});

test("selectionBody() records the limits of a budget, what was left out and what the thread began with", async () => {
  const base = { kind: "branch", thread_id: "parent", seq: 4 } as const;
  const recorded = await record("token_budget_recent_v1", { turns: createTurns(60), base }, 100);
  const body = selectionBody(recorded);
  assert.deepEqual(Object.keys(body.limits ?? {}), [
    "estimator",
    "max_bytes",
    "max_input_tokens",
    "max_items",
    "reserved_output_tokens",
    "summary_share_percent",
  ]);
  assert.deepEqual(body.base, base);
  const [omitted] = recorded.selection.leftOut;
  assert.deepEqual(body.omitted, omitted);
  assert.ok(Array.isArray(body.resets));
  assert.deepEqual(Object.keys(body.resets[0]), ["input", "action", "reason", "ref"]);
});

test("compiledBody() names the bundle by its bytes, and the renderer when there is one", async () => {
  const recorded = await record("recent_messages_v1", { turns: createTurns(2) });
  const { artifact_id, bytes } = recorded.bundle;
  const body = {
    run_session_id: "run",
    bundle_artifact_id: artifact_id,
    compiler_id: "rip.context_compiler.v1",
    compiler_strategy: "recent_messages_v1",
    from_seq: 2,
    from_message_id: "m2",
    digest: `sha256:${artifact_id}`,
    bytes: bytes.length,
    as_of_seq: 99,
  };
  assert.equal(JSON.stringify(compiledBody(recorded)), JSON.stringify(body));
  const renderer = { id: "open-responses", version: "1" };
  assert.deepEqual(compiledBody({ ...recorded, renderer }), { ...body, renderer });
});
