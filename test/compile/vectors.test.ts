import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { compileContext, cutOf } from "../../src/compile/compile.ts";
import { openLadder } from "../../src/compile/strategies/ladder.ts";
import { defaultLimits } from "../../src/compile/strategies/strategy.ts";
import type { Checkpoint } from "../../src/model/turn.ts";
import { createCheckpoints, createInput, createTurn, createTurns } from "./create-input.ts";

const samples = process.env.HOLDALL_SAMPLES;
const skip = samples ? false : "HOLDALL_SAMPLES names no folder";

interface LogLine {
  readonly id: string;
  readonly session_id: string;
  readonly seq: number;
  readonly type: string;
  readonly content: string;
  readonly actor_id: string;
  readonly origin: string;
  readonly checkpoint_id: string;
  readonly summary_kind: string;
  readonly summary_artifact_id: string;
  readonly to_seq: number;
  readonly to_message_id: string;
}

interface Vector {
  readonly name: string;
  readonly anchor_message_id: string;
  readonly strategy: string;
  readonly bundle_json: string;
  readonly sha256: string;
}

interface Vectors {
  readonly cases: readonly Vector[];
  readonly anchor_m8: { readonly anchor_message_id: string; readonly ours: string };
  readonly ladders: readonly {
    readonly name: string;
    readonly points: readonly number[];
    readonly max: number;
    readonly selected: readonly number[];
  }[];
}

const read = (file: string) => fs.readFileSync(path.join(samples ?? "", file), "utf8");
const derived = "derived/hierarchical_summaries_v1.expected.json";
const vectors: Vectors = skip
  ? { cases: [], anchor_m8: { anchor_message_id: "", ours: "" }, ladders: [] }
  : JSON.parse(read(derived));

/** Compiles for one message of the recorded log, as a reader of threads will. */
async function compileFixture(anchorId: string, strategy: string) {
  const log: LogLine[] = read("rip/context_compiler/hierarchical_summaries_v1/events.jsonl")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const messages = log.filter(({ type }) => type === "continuity_message_appended");
  const at = messages.findIndex(({ id }) => id === anchorId);
  const anchor = messages[at];
  const next = messages[at + 1];
  assert.ok(anchor);
  const from_seq = cutOf(anchor.seq, next?.seq ?? null, log.at(-1)?.seq ?? 0);
  const thread_id = anchor.session_id;
  const turns = messages.slice(0, at + 1).map((line, index) => {
    const { content, actor_id, origin, seq, id } = line;
    const ordinal = index + 1;
    const user = { thread_id, seq, event_id: id, ordinal, content, actor_id, origin, refs: [] };
    return createTurn(ordinal, { user });
  });
  const checkpoints = log
    .filter(({ type, to_seq }) => type.includes("checkpoint") && to_seq <= from_seq)
    .map(
      (line): Checkpoint => ({
        ...line,
        thread_id,
        to_ordinal: messages.filter(({ seq }) => seq <= line.to_seq).length,
      }),
    );
  const blobs = new Map(
    checkpoints.map(({ summary_artifact_id: id }) => [
      id,
      Buffer.from(read(`derived/workspace/.rip/artifacts/blobs/${id}`)),
    ]),
  );
  return compileContext({
    strategy,
    limits: defaultLimits,
    input: createInput({ turns, checkpoints, blobs, lineage: [thread_id] }),
    source: { thread_id, from_seq, from_message_id: anchorId },
    provenance: { run_session_id: "run_1", actor_id: "user", origin: "fixture" },
  });
}

test("the vectors are all there", { skip }, () => {
  assert.equal(vectors.cases.length, 5);
  assert.equal(vectors.ladders.length, 9);
});

suite("compileContext()", () => {
  for (const { name, anchor_message_id, strategy, bundle_json, sha256 } of vectors.cases) {
    test(`gives the recorded bytes for ${name}`, async () => {
      const { bundle } = await compileFixture(anchor_message_id, strategy);
      assert.equal(Buffer.from(bundle.bytes).toString(), bundle_json);
      assert.equal(bundle.artifact_id, sha256);
    });
  }

  test("keeps the question when a checkpoint was cut at it", { skip }, async () => {
    const { anchor_message_id, ours } = vectors.anchor_m8;
    const { bundle, selection } = await compileFixture(anchor_message_id, "recent_messages_v1");
    assert.equal(Buffer.from(bundle.bytes).toString(), ours);
    assert.equal(selection.resets[0]?.reason, "covers_anchor");
    assert.equal(selection.reason.cause, "no_supported_compaction_checkpoint");
  });
});

suite("openLadder()", () => {
  for (const { name, points, max, selected } of vectors.ladders) {
    test(`picks the recorded rungs of ${name}`, async () => {
      const checkpoints = createCheckpoints(points.filter((to_seq) => to_seq <= max));
      const ladder = openLadder(createInput({ turns: createTurns(1000), ...checkpoints }));
      const rungs: number[] = [];
      for (let rung = await ladder.next(); rung !== null; rung = await ladder.next()) {
        rungs.unshift(rung.checkpoint.to_seq);
      }
      assert.deepEqual(rungs, selected);
    });
  }
});
