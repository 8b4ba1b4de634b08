import assert from "node:assert/strict";
import { test } from "node:test";
import { createBudget } from "./budget.ts";

const unlimited = { maxTime: null, maxTokens: null, maxCostUsd: null };

test("createBudget() is exhausted by tokens and by cost, and not below them", () => {
  const tokens = createBudget({ ...unlimited, maxTokens: 10 });
  tokens.spend({ tokens: 9, costUsd: null });
  assert.equal(tokens.exhausted(), null);
  tokens.spend({ tokens: 1, costUsd: null });
  assert.equal(tokens.exhausted(), "the tokens are used up");
  const cost = createBudget({ ...unlimited, maxCostUsd: 0.5 });
  assert.equal(cost.exhausted(), null);
  cost.spend({ tokens: null, costUsd: 0.5 });
  assert.equal(cost.exhausted(), "the money is used up");
});

test("createBudget() cannot keep a cost after a run without a price, and needs none without that limit", () => {
  const budget = createBudget({ ...unlimited, maxCostUsd: 100 });
  budget.spend({ tokens: 1, costUsd: null });
  assert.match(budget.exhausted() ?? "", /cost of an earlier run is unknown/);
  const free = createBudget(unlimited);
  free.spend({ tokens: 1, costUsd: null });
  assert.equal(free.exhausted(), null);
});
