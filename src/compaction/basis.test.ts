import assert from "node:assert/strict";
import { test } from "node:test";
import { createCheckpoint, createSummary } from "../../test/compile/create-input.ts";
import { baseCheckpoint, openBasis } from "./basis.ts";
import { summaryBlob } from "./summary-blob.ts";

test("baseCheckpoint() is the newest cumulative one strictly before the cut", () => {
  const checkpoints = [
    createCheckpoint(4).checkpoint,
    createCheckpoint(8, { checkpoint_id: "first", seq: 20 }).checkpoint,
    createCheckpoint(8, { checkpoint_id: "second", seq: 21 }).checkpoint,
    createCheckpoint(9, { summary_kind: "rolling_v9" }).checkpoint,
    createCheckpoint(10).checkpoint,
  ];
  assert.equal(baseCheckpoint(checkpoints, 10)?.checkpoint_id, "second");
  assert.equal(baseCheckpoint(checkpoints, 4), null);
});

test("openBasis() continues a summary that can be read", () => {
  const { checkpoint, bytes } = createCheckpoint(8, { markdown: "What was." });
  const artifact_id = checkpoint.summary_artifact_id;
  assert.deepEqual(openBasis(checkpoint, bytes), {
    base: { artifact_id, markdown: "What was." },
    after_ordinal: 8,
    basis: { base_summary_artifact_id: artifact_id },
  });
  assert.deepEqual(openBasis(null, null), { base: null, after_ordinal: 0, basis: null });
});

test("openBasis() begins anew, and says so, when the base tells nothing or cannot be read", () => {
  const placeholder =
    "# Compaction summary (auto)\n\n- kind: k\n- cut_rule_id: r\n- stride_messages: 1\n- target_message_ordinal: 1\n- to_seq: 8\n- to_message_id: m\n";
  const { checkpoint } = createCheckpoint(8);
  const noteOf = (bytes: Uint8Array | null) => {
    const { base, after_ordinal, basis } = openBasis(checkpoint, bytes);
    assert.deepEqual([base, after_ordinal], [null, 0]);
    assert.equal(basis?.base_summary_artifact_id, checkpoint.summary_artifact_id);
    return basis?.note;
  };
  const asBase = (summary_markdown: string) => createSummary(8, { summary_markdown });
  assert.equal(noteOf(asBase(placeholder)), "bootstrap_from_truth_v0.2/legacy_base");
  assert.equal(noteOf(null), "bootstrap_from_truth_v0.2/base_read_failed: artifact_unavailable");
  assert.equal(
    noteOf(createSummary(7)),
    "bootstrap_from_truth_v0.2/base_read_failed: coverage_mismatch",
  );
  const named = openBasis(checkpoint, asBase(`${placeholder}\n## Cumulative Summary\n\nTold.\n`));
  assert.notEqual(named.base, null);
});

test("summaryBlob() writes the exact bytes of a summary", () => {
  const parts = {
    thread_id: "t",
    cut: { to_seq: 8, to_message_id: "m8" },
    actor_id: "user",
    origin: "cli",
    produced_by: { type: "job", id: "j" },
    basis: null,
    markdown: "Ä\n",
  } as const;
  const text = (blob: { readonly bytes: Uint8Array }) => Buffer.from(blob.bytes).toString();
  assert.equal(
    text(summaryBlob(parts)),
    '{"schema":"rip.compaction_summary.v1","kind":"cumulative_v1","coverage":{"thread_id":"t","from_seq":0,"to_seq":8,"to_message_id":"m8"},"provenance":{"actor_id":"user","origin":"cli","produced_by":{"type":"job","id":"j"}},"summary_markdown":"Ä\\n"}',
  );
  const id = "ab".repeat(32);
  const based = text(summaryBlob({ ...parts, basis: { base_summary_artifact_id: id } }));
  assert.ok(based.includes(`},"basis":{"base_summary_artifact_id":"${id}"},"summary_markdown"`));
});
