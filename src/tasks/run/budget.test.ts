import assert from "node:assert/strict";
import { test } from "node:test";
import { createBudget, type Spending } from "./budget.ts";

const unlimited = { minutes: null, tokens: null, usd: null };
const run = (tokens: number | null, costUsd: number | null): Spending => {
  return { tool: "claude", tokens, costUsd };
};

test("createBudget() is exhausted by tokens, by cost and by time, and not below them", () => {
  const tokens = createBudget({ ...unlimited, tokens: 10 });
  tokens.spend(run(9, null));
  assert.equal(tokens.exhausted(), null);
  tokens.spend(run(1, null));
  assert.match(tokens.exhausted()?.reason ?? "", /^10 tokens are used/);
  const cost = createBudget({ ...unlimited, usd: 0.5 });
  assert.equal(cost.exhausted(), null);
  cost.spend(run(null, 0.5));
  assert.match(cost.exhausted()?.reason ?? "", /^\$0\.50 are spent/);
  let now = 0;
  const time = createBudget({ ...unlimited, minutes: 1.5 }, () => now);
  now = 89_999;
  assert.equal(time.exhausted(), null);
  now = 90_000;
  assert.match(time.exhausted()?.reason ?? "", /time of --budget-minutes 1\.5/);
});

test("createBudget() cannot keep a cost after a run without a price, and needs none without that limit", () => {
  const budget = createBudget({ ...unlimited, usd: 100 });
  budget.spend(run(1, null));
  assert.match(budget.exhausted()?.reason ?? "", /cost of a run of claude is unknown/);
  assert.equal(budget.exhausted()?.cure, "use --budget-tokens in place of --budget-usd");
  const program = createBudget({ ...unlimited, usd: 100 });
  program.spend(run(null, null));
  assert.equal(program.exhausted()?.cure, "use --budget-minutes in place of --budget-usd");
  const free = createBudget(unlimited);
  free.spend(run(1, null));
  assert.equal(free.exhausted(), null);
});

test("isCommitted() counts runs under way as the mean of their agent's ended runs", () => {
  const budget = createBudget({ ...unlimited, usd: 1 });
  const running = (...tools: readonly string[]) => tools.map((tool) => ({ tool }));
  assert.equal(budget.isCommitted(running("claude", "claude")), false);
  budget.spend(run(1, 0.2));
  budget.spend(run(1, 0.4));
  assert.equal(budget.isCommitted(running("claude")), false);
  assert.equal(budget.isCommitted(running("claude", "claude")), true);
  assert.equal(budget.isCommitted(running("claude", "codex")), false);
});
