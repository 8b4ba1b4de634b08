import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type AgentDay,
  agentTotals,
  chartBars,
  chartDays,
  costText,
  measures,
} from "./activity-data.ts";

const day = (of: string, agent: string, more: Partial<AgentDay> = {}): AgentDay => ({
  day: of,
  agent,
  sessions: 1,
  messages: 2,
  calls: 3,
  tokens_in: 100,
  tokens_out: 10,
  cost_usd: 0.5,
  unpriced: 0,
  ...more,
});
const days = [
  day("2026-02-27", "claude"),
  day("2026-03-01", "claude", { messages: 5 }),
  day("2026-03-01", "codex", { cost_usd: 0, unpriced: 110 }),
];
const measure = (id: string) => {
  const found = measures.find((each) => each.id === id);
  assert(found);
  return found;
};

test("chartDays() has every day once, those without activity as well", () => {
  const range = { since: "2026-02-27", until: "2026-03-01", days };
  const charted = chartDays(range, measure("messages"));
  assert.deepEqual(
    charted.map(({ day: of, total }) => [of, total]),
    [
      ["2026-02-27", 2],
      ["2026-02-28", 0],
      ["2026-03-01", 7],
    ],
  );
  assert.equal(chartDays({ ...range, since: "0001-01-01" }, measure("cost")).length, 800);
  assert.deepEqual(chartDays({ ...range, since: "never" }, measure("cost")), []);
});

test("chartBars() sums a long time by week, the last week complete", () => {
  const range = { since: "2025-01-01", until: "2026-03-01", days };
  const charted = chartDays(range, measure("messages"));
  const bars = chartBars(charted);
  assert.equal(bars.length, Math.ceil(charted.length / 7));
  assert.deepEqual(bars.at(-1), {
    day: "week from 2026-02-23",
    total: 9,
    parts: [
      { agent: "claude", value: 7 },
      { agent: "codex", value: 2 },
    ],
  });
  assert.deepEqual(chartBars(charted.slice(-3)), charted.slice(-3));
});

test("agentTotals() sums each agent, and a price that is not known is never 0", () => {
  const totals = agentTotals(days, measure("messages"));
  assert.deepEqual(
    totals.map((each) => [each.agent, each.messages, costText(each)]),
    [
      ["claude", 7, "$1.00"],
      ["codex", 2, "unknown"],
    ],
  );
  assert.equal(costText(day("", "both", { unpriced: 1 })), "$0.50 and more");
});
