import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreHandoff } from "../../scripts/bench/handoff-quality.ts";
import { plantSession } from "../../scripts/bench/planted-session.ts";

test("a handoff without a budget carries every planted fact", async () => {
  const session = plantSession(20260105);
  const { found, planted } = await scoreHandoff(session, null);
  assert.equal(found, planted);
});

test("a handoff within 4,000 tokens carries nine of ten planted facts", async () => {
  for (const seed of [1, 2, 3]) {
    const { found, planted, tokens } = await scoreHandoff(plantSession(seed), 4000);
    assert(found / planted >= 0.9, `seed ${seed}: ${found} of ${planted}`);
    assert(tokens <= 4000, `seed ${seed}: ${tokens} tokens`);
  }
});
