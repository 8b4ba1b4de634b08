import assert from "node:assert/strict";
import { test } from "node:test";
import { provenanceOf } from "../../app/screens/responsibilities/responsibility-data.ts";
import { judgementOf } from "../../app/screens/runs/run-data.ts";
import { layOutBudget } from "./budget-layout.ts";

const part = { kind: "turn", group: "Earlier messages", title: "" } as const;

test("layOutBudget() places parts one after another in the budget", () => {
  const { pieces, used } = layOutBudget(
    [
      { ...part, tokens: 20 },
      { ...part, tokens: 30 },
    ],
    100,
  );
  assert.deepEqual(
    pieces.map(({ start, width }) => [start, width]),
    [
      [0, 20],
      [20, 30],
    ],
  );
  assert.equal(used, 50);
});

test("layOutBudget() fills the bar when the parts cost more than the budget", () => {
  const { pieces } = layOutBudget([{ ...part, tokens: 200 }], 100);
  assert.deepEqual(pieces[0]?.width, 100);
});

test("layOutBudget() joins neighbours of one group when there are too many to tell apart", () => {
  const parts = Array.from({ length: 10_000 }, () => ({ ...part, tokens: 1 }));
  const { pieces, used } = layOutBudget(parts, null);
  assert.equal(pieces.length, 1);
  assert.equal(used, 10_000);
});

test("provenanceOf() reads the sources of a curated file, and a file without any", () => {
  const text = "---\nauthored_by: ai\ninputs:\n  - ref: kernel.md\n    sha256: 0\n---\n# Title\n";
  const { facts, inputs, body } = provenanceOf(text);
  assert.deepEqual(facts, [{ label: "Author", value: "ai" }]);
  assert.deepEqual(inputs, ["kernel.md"]);
  assert.equal(body, "# Title");
  assert.deepEqual(provenanceOf("plain"), { facts: [], inputs: [], body: "plain" });
});

test("judgementOf() takes nothing on trust that a bundle says about its outcome", () => {
  const { status, score, checks } = judgementOf({ status: "won", score: "1", checks: [null, {}] });
  assert.deepEqual([status, score, checks.length], [null, null, 2]);
  assert.equal(judgementOf(undefined).checks.length, 0);
});
