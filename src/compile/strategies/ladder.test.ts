import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createCheckpoint,
  createCheckpoints,
  createInput,
  createSummary,
  createTurns,
  THREAD,
} from "../../../test/compile/create-input.ts";
import type { Checkpoint } from "../../model/turn.ts";
import { type Ladder, openLadder } from "./ladder.ts";

/** The cuts of all rungs, oldest first. */
async function climb(ladder: Ladder): Promise<readonly number[]> {
  const rungs: number[] = [];
  for (let rung = await ladder.next(); rung !== null; rung = await ladder.next()) {
    rungs.unshift(rung.checkpoint.to_seq);
  }
  return rungs;
}

function ladderOver(to_seqs: readonly number[], changes: Partial<Checkpoint>[] = []) {
  const { checkpoints, blobs } = createCheckpoints(to_seqs);
  const changed = checkpoints.map((each, index) => ({ ...each, ...changes[index] }));
  const input = createInput({ turns: createTurns(300), checkpoints: changed, blobs });
  return { ladder: openLadder(input), input, blobs, checkpoints: changed };
}

test("openLadder() halves the reach of each rung, and stops at three", async () => {
  const cases: readonly (readonly [readonly number[], readonly number[]])[] = [
    [
      [8, 16, 32],
      [8, 16, 32],
    ],
    [
      [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
      [20, 50, 100],
    ],
    [
      [4, 8],
      [4, 8],
    ],
    [[5, 8], [8]],
    [
      [3, 4, 9],
      [4, 9],
    ],
    [[1], [1]],
    [[], []],
    [
      [10, 20, 40, 80, 160],
      [40, 80, 160],
    ],
  ];
  for (const [points, selected] of cases) {
    assert.deepEqual(await climb(ladderOver(points).ladder), selected, points.join());
  }
});

test("openLadder() takes the later of two checkpoints for one cut", async () => {
  const early = createCheckpoint(8, { checkpoint_id: "early", seq: 20, markdown: "early" });
  const late = createCheckpoint(8, { checkpoint_id: "late", seq: 30, markdown: "late" });
  const both = [late, early];
  const checkpoints = both.map(({ checkpoint }) => checkpoint);
  const blobs = new Map(
    both.map(({ checkpoint, bytes }) => [checkpoint.summary_artifact_id, bytes]),
  );
  const turns = createTurns(10);
  const rung = await openLadder(createInput({ turns, checkpoints, blobs })).next();
  assert.equal(rung?.markdown, "late");
  blobs.delete(late.checkpoint.summary_artifact_id);
  const ladder = openLadder(createInput({ turns, checkpoints, blobs }));
  assert.equal((await ladder.next())?.markdown, "early");
  assert.equal(ladder.resets.length, 1);
});

test("openLadder() passes over a checkpoint that covers the question, and says so", async () => {
  const { checkpoints, blobs } = createCheckpoints([4, 9, 10]);
  const ladder = openLadder(createInput({ turns: createTurns(10), checkpoints, blobs }));
  assert.deepEqual(await climb(ladder), [4, 9]);
  assert.deepEqual(ladder.resets, [
    {
      input: "compaction_checkpoint",
      action: "ignored",
      reason: "covers_anchor",
      ref: { checkpoint_id: "c10", to_seq: 10 },
    },
  ]);
});

test("openLadder() records an unsupported kind once, newest or not", async () => {
  const unsupported = { summary_kind: "rolling_v9" };
  const { ladder } = ladderOver([20, 40, 90, 100], [{}, {}, unsupported, unsupported]);
  assert.deepEqual(await climb(ladder), [20, 40]);
  assert.deepEqual(ladder.resets, [
    {
      input: "compaction_checkpoint",
      action: "ignored",
      reason: "unsupported_summary_kind",
      ref: unsupported,
    },
  ]);
});

test("openLadder() tries the next older summary when one cannot be used", async () => {
  const bytesOf: Readonly<Record<string, Uint8Array | null>> = {
    artifact_unavailable: null,
    artifact_schema_mismatch: Buffer.from("{}"),
    unsupported_summary_kind: createSummary(32, { kind: "rolling_v9" }),
    coverage_mismatch: createSummary(31),
  };
  for (const [reason, bytes] of Object.entries(bytesOf)) {
    const { ladder, blobs, checkpoints } = ladderOver([8, 16, 32]);
    const id = checkpoints[2]?.summary_artifact_id ?? "";
    const changed = new Map(blobs);
    if (bytes === null) changed.delete(id);
    else changed.set(id, bytes);
    const input = createInput({ turns: createTurns(60), checkpoints, blobs: changed });
    const damaged = openLadder(input);
    assert.deepEqual(await climb(damaged), [8, 16], reason);
    assert.deepEqual(damaged.resets, [
      {
        input: "compaction_checkpoint",
        action: "skipped",
        reason,
        ref: { checkpoint_id: "c32", summary_artifact_id: id, to_seq: 32 },
      },
    ]);
    assert.deepEqual(await climb(ladder), [8, 16, 32]);
  }
});

test("openLadder() records a summary of another thread and one that was altered", async () => {
  const { checkpoints, blobs } = createCheckpoints([8]);
  const id = checkpoints[0]?.summary_artifact_id ?? "";
  const coverage = { thread_id: "other", from_seq: 0, to_seq: 8 };
  const foreign = new Map([[id, createSummary(8, { coverage })]]);
  const turns = createTurns(10);
  const first = openLadder(createInput({ turns, checkpoints, blobs: foreign }));
  assert.equal(await first.next(), null);
  assert.equal(first.resets[0]?.reason, "coverage_mismatch");
  const altered = openLadder(createInput({ turns, checkpoints, blobs, damaged: new Set([id]) }));
  assert.equal(await altered.next(), null);
  assert.equal(altered.resets[0]?.reason, "artifact_digest_mismatch");
});

test("openLadder() says why there is no summary", async () => {
  const none = ladderOver([]).ladder;
  await none.next();
  assert.equal(none.missingReason(), "no_compaction_checkpoint");
  const foreign = ladderOver([8], [{ summary_kind: "rolling_v9" }]).ladder;
  await foreign.next();
  assert.equal(foreign.missingReason(), "unsupported_compaction_summary_kind");
  const { checkpoints } = createCheckpoints([8]);
  const lost = openLadder(createInput({ turns: createTurns(10), checkpoints }));
  await lost.next();
  assert.equal(lost.missingReason(), "no_supported_compaction_checkpoint");
});

test("openLadder() stays on the nearest thread of the lineage that has a summary", async () => {
  const own = createCheckpoint(6, { to_ordinal: 46 });
  const parents = [10, 20, 40].map((to_seq) =>
    createCheckpoint(to_seq, { thread_id: "parent", checkpoint_id: `p${to_seq}` }),
  );
  const coverage = (to_seq: number) => ({ thread_id: "parent", from_seq: 0, to_seq });
  const blobs = new Map([
    [own.checkpoint.summary_artifact_id, own.bytes],
    ...parents.map(({ checkpoint }) => {
      const bytes = createSummary(checkpoint.to_seq, { coverage: coverage(checkpoint.to_seq) });
      return [checkpoint.summary_artifact_id, bytes] as const;
    }),
  ]);
  const inherited = parents.map(({ checkpoint }) => checkpoint);
  const lineage = [THREAD, "parent"];
  const turns = createTurns(50);
  const checkpoints = [...inherited, own.checkpoint];
  assert.deepEqual(
    await climb(openLadder(createInput({ turns, checkpoints, blobs, lineage }))),
    [6],
  );
  assert.deepEqual(
    await climb(openLadder(createInput({ turns, checkpoints: inherited, blobs, lineage }))),
    [10, 20, 40],
  );
});

test("openLadder() reads three summaries of ten thousand", async () => {
  const to_seqs = Array.from({ length: 10_000 }, (_, index) => index + 1);
  const { checkpoints, blobs } = createCheckpoints(to_seqs);
  const input = createInput({ turns: createTurns(10_001), checkpoints, blobs });
  assert.deepEqual(await climb(openLadder(input)), [2_500, 5_000, 10_000]);
  assert.deepEqual(input.reads, { turns: 0, checkpoints: 3, texts: 3 });
});
