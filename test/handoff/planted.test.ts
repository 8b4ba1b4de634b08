import assert from "node:assert/strict";
import { test } from "node:test";
import { scoreHandoff } from "../../scripts/bench/handoff-quality.ts";
import { plantSession } from "../../scripts/bench/planted-session.ts";

test("a handoff without a budget carries every planted fact", async () => {
  const session = plantSession(20260105);
  const { found, planted } = await scoreHandoff(session, null);
  assert.equal(found, planted);
});

/**
 * What was announced is out of date once work went on, of many commands those count that brought something about, and
 * an error after which the work went on is in the output of a tool.
 */
const OPTIONAL: ReadonlySet<string> = new Set(["next step", "command", "error"]);

test("a handoff within 4,000 tokens carries every decision, constraint, rejection and file", async () => {
  for (const seed of [1, 2, 3]) {
    const session = plantSession(seed);
    const facts = session.facts.filter(({ kind }) => !OPTIONAL.has(kind));
    const { found, planted, tokens } = await scoreHandoff({ ...session, facts }, 4000);
    assert.equal(found, planted, `seed ${seed}`);
    assert(tokens <= 4000, `seed ${seed}: ${tokens} tokens`);
  }
});
