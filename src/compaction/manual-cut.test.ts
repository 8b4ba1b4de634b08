import assert from "node:assert/strict";
import { test } from "node:test";
import { createSummary, THREAD } from "../../test/compile/create-input.ts";
import { createMessageIndex, seqOf } from "../../test/compile/create-message-index.ts";
import { checkSummaryFor, manualCut } from "./manual-cut.ts";

test("manualCut() cuts at a named message, at its seq, or at the newest stride", async () => {
  const cut = { target_message_ordinal: 7, to_seq: seqOf(7), to_message_id: "m7" };
  const index = createMessageIndex(25);
  const manual = { cut, cut_rule_id: "manual_v1" };
  assert.deepEqual(await manualCut(index, { to_message_id: "m7" }), manual);
  assert.deepEqual(await manualCut(index, { to_seq: seqOf(7) }), manual);
  const stride = await manualCut(index, { stride_messages: 10 });
  assert.equal(stride.cut.target_message_ordinal, 20);
  assert.equal(stride.cut_rule_id, "stride_messages_v1/10");
});

test("manualCut() refuses two targets, unknown ones, and a stride that was not reached", async () => {
  const index = createMessageIndex(25);
  const refusals = [
    [{ to_message_id: "m7", to_seq: seqOf(7) }, "E_USAGE"],
    [{ to_message_id: "m26" }, "E_NOT_FOUND"],
    [{ to_seq: seqOf(7) + 1 }, "E_NOT_FOUND"],
    [{}, "E_RANGE"],
    [{ stride_messages: 0 }, "E_USAGE"],
  ] as const;
  for (const [target, code] of refusals) {
    await assert.rejects(manualCut(index, target), { code });
  }
});

test("checkSummaryFor() takes a summary of this thread up to this seq, and nothing else", () => {
  const cut = { thread_id: THREAD, to_seq: 8 };
  checkSummaryFor(createSummary(8), cut);
  assert.throws(() => checkSummaryFor(null, cut), { code: "E_NOT_FOUND" });
  for (const bytes of [
    createSummary(9),
    createSummary(8, { kind: "rolling_v9" }),
    createSummary(8, { coverage: { thread_id: "other", from_seq: 0, to_seq: 8 } }),
    Buffer.from("not json"),
    Buffer.from([0xff]),
  ]) {
    assert.throws(() => checkSummaryFor(bytes, cut), { code: "E_SCHEMA" });
  }
});
