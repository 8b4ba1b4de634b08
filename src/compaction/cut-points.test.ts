import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkpointAt,
  createMessageIndex,
  seqOf,
} from "../../test/compile/create-message-index.ts";
import { cutPoints, nextCutPoint, planCuts } from "./cut-points.ts";
import { compactionStatus } from "./status.ts";

const ordinals = (points: readonly { readonly target_message_ordinal: number }[]) =>
  points.map(({ target_message_ordinal }) => target_message_ordinal);

test("cutPoints() counts messages alone, newest first", async () => {
  const cases: readonly (readonly [number, number, readonly number[]])[] = [
    [0, 1, []],
    [9, 1, []],
    [10, 1, [10]],
    [21, 1, [20]],
    [21, 3, [20, 10]],
    [21, 100, [20, 10]],
  ];
  for (const [count, limit, expected] of cases) {
    const { cut_points } = await cutPoints(createMessageIndex(count), {
      stride_messages: 10,
      limit,
    });
    assert.deepEqual(ordinals(cut_points), expected);
  }
  const { cut_points, ...rest } = await cutPoints(createMessageIndex(21), { stride_messages: 10 });
  assert.deepEqual(cut_points, [
    {
      target_message_ordinal: 20,
      to_seq: seqOf(20),
      to_message_id: "m20",
      already_checkpointed: false,
      latest_checkpoint_id: null,
    },
  ]);
  assert.deepEqual(rest, {
    thread_id: "thread-1",
    stride_messages: 10,
    message_count: 21,
    cut_rule_id: "stride_messages_v1/10",
    limit: 1,
  });
});

test("cutPoints() clamps the limit and says what it became", async () => {
  const { limit, cut_points } = await cutPoints(createMessageIndex(100), {
    stride_messages: 1,
    limit: 100,
  });
  assert.equal(limit, 32);
  assert.equal(cut_points.length, 32);
  assert.equal((await cutPoints(createMessageIndex(100), { limit: 0 })).limit, 1);
});

test("cutPoints() refuses a stride that counts nothing", async () => {
  for (const stride_messages of [0, -1, 1.5, Number.NaN]) {
    await assert.rejects(cutPoints(createMessageIndex(5), { stride_messages }), {
      code: "E_USAGE",
    });
  }
});

test("cutPoints() names the latest checkpoint at a cut, whatever its kind", async () => {
  const early = checkpointAt(10, { checkpoint_id: "early", seq: 600 });
  const late = checkpointAt(10, { checkpoint_id: "late", seq: 700, summary_kind: "rolling_v9" });
  const index = createMessageIndex(10, [late, early]);
  const { cut_points } = await cutPoints(index, { stride_messages: 10 });
  assert.equal(cut_points[0]?.already_checkpointed, true);
  assert.equal(cut_points[0]?.latest_checkpoint_id, "late");
});

test("planCuts() begins with the oldest cut that has no usable checkpoint", async () => {
  const plan = async (checkpoints: ReturnType<typeof checkpointAt>[], max: number) =>
    ordinals(
      await planCuts(createMessageIndex(45, checkpoints), {
        stride_messages: 10,
        max_new_checkpoints: max,
      }),
    );
  assert.deepEqual(await plan([], 1), [10]);
  assert.deepEqual(await plan([], 9), [10, 20, 30, 40]);
  assert.deepEqual(await plan([checkpointAt(10), checkpointAt(30)], 2), [20, 40]);
  assert.deepEqual(await plan([checkpointAt(10, { summary_kind: "rolling_v9" })], 1), [10]);
});

test("planCuts() reaches cuts that lie far behind", async () => {
  const newest = Array.from({ length: 60 }, (_, index) => checkpointAt(40 + index + 1));
  const cuts = await planCuts(createMessageIndex(100, newest), {
    stride_messages: 1,
    max_new_checkpoints: 2,
  });
  assert.deepEqual(ordinals(cuts), [1, 2]);
});

test("planCuts() tells inherited messages from the thread's own", async () => {
  const own = checkpointAt(10, { to_ordinal: 110 });
  const index = { ...createMessageIndex(20, [own]), inherited_count: 100 };
  assert.deepEqual(ordinals(await planCuts(index, { stride_messages: 10 })), [20]);
});

test("nextCutPoint() is the newest cut without a usable checkpoint", async () => {
  const index = createMessageIndex(45, [checkpointAt(40), checkpointAt(20)]);
  assert.equal((await nextCutPoint(index, 10))?.target_message_ordinal, 30);
  assert.equal(await nextCutPoint(createMessageIndex(9), 10), null);
});

test("compactionStatus() says how far a thread is compacted", async () => {
  const jobs = { inflight_job_id: "j", last_schedule_decision: null, last_job_outcome: null };
  const index = createMessageIndex(25, [checkpointAt(20), checkpointAt(10, { seq: 9_999 })]);
  const status = await compactionStatus(index, jobs, 10);
  assert.equal(status.latest_checkpoint?.to_seq, seqOf(20));
  assert.equal(status.next_cut_point, null);
  assert.equal(status.message_count, 25);
  assert.equal(status.inflight_job_id, "j");
  assert.deepEqual(Object.keys(status), [
    "thread_id",
    "stride_messages",
    "message_count",
    "latest_checkpoint",
    "next_cut_point",
    "inflight_job_id",
    "last_schedule_decision",
    "last_job_outcome",
  ]);
});
