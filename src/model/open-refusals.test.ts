import assert from "node:assert/strict";
import { test } from "node:test";
import { type RefusalLine, sortRefusals } from "./open-refusals.ts";

const entry = { namespace: "default", id: "storage", content: "We chose SQLite" };

/** An event that refused a text because of the entry. */
function refusal(seq: number, content: string, decision = "conflict"): RefusalLine {
  return { seq, content, refused: null, gate: { decision, matched: entry } };
}

/** The numbers of the refusals that are open. */
function openSeqs(
  rejected: readonly RefusalLine[],
  refused: readonly number[] = [],
  inForce = [entry],
) {
  const dismissed = refused.map((each) => ({ ...refusal(99, ""), refused: each }));
  return sortRefusals({ rejected, dismissed, inForce }).open.map(({ line }) => line.seq);
}

test("sortRefusals() lists each refused contradiction once, the newest first", () => {
  assert.deepEqual(
    openSeqs([refusal(1, "Redis"), refusal(2, "MySQL"), refusal(3, "Redis")]),
    [3, 2],
  );
});

test("sortRefusals() begins with what the gate was surest of", () => {
  const sure = (seq: number, content: string, confidence: number) => {
    const line = refusal(seq, content);
    return { ...line, gate: { ...line.gate, confidence } };
  };
  const lines = [sure(1, "Redis", 0.9), sure(2, "MySQL", 0.4), sure(3, "Files", 0.9)];
  assert.deepEqual(openSeqs([...lines, refusal(4, "Nothing")]), [3, 1, 2, 4]);
});

test("sortRefusals() leaves out repetitions, dismissed texts, and entries that ended", () => {
  assert.deepEqual(openSeqs([refusal(1, "Redis", "duplicate")]), []);
  assert.deepEqual(openSeqs([refusal(1, "Redis"), refusal(2, "Redis")], [1]), []);
  assert.deepEqual(openSeqs([refusal(1, "Redis")], [], []), []);
  assert.deepEqual(openSeqs([refusal(1, "Redis")], [], [{ ...entry, content: "Redis" }]), []);
});
