import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReportData, StandingData } from "../../page.ts";
import { handoffHeadline, reportHeadline } from "./headlines.ts";

test("handoffHeadline() counts what arrives of what is in force", () => {
  const in_force = { messages: 36, calls: 1245 };
  assert.equal(
    handoffHeadline({ messages: 36, calls: 1245, in_force }, "Codex CLI", true),
    "36 of 36 messages and 1,245 of 1,245 calls arrived in Codex CLI",
  );
  assert.equal(
    handoffHeadline({ messages: 0, calls: 0, in_force: { messages: 1, calls: 0 } }, "pi", false),
    "0 of 1 message would arrive in pi",
  );
  assert.equal(handoffHeadline(null, "pi", false), "The context would arrive in pi");
});

const standing = (tool: string, successes: number, runs: number): StandingData => ({
  key: tool,
  rank: 1,
  tool,
  model: null,
  runs,
  tasks: 1,
  score: null,
  successRate: { successes, runs, rate: successes / runs, low: 0, high: 1 },
  averageDurationMs: null,
  averageTokens: null,
  costPerSuccessUsd: null,
  interventions: null,
  erroredRuns: 0,
});

test("reportHeadline() names who is ahead, and claims no more than the figures do", () => {
  const headline = (leaderboard: readonly StandingData[], canBeChance = true) => {
    const verdict = { correctedP: 0.01, canBeChance };
    const difference = {
      left: "b",
      right: "a",
      commonTasks: 1,
      delta: null,
      onTheseTasks: { ...verdict, moreRuns: null },
      onTasksLikeThese: { ...verdict, moreTasks: null },
    };
    const differences: ReportData["differences"] = [difference];
    return reportHeadline({ leaderboard, differences });
  };
  const two = [standing("a", 9, 10), standing("b", 7, 10)];
  assert.match(
    headline(two) ?? "",
    /^a is ahead: 9 of 10 .* 7 of 10 of b; could be due to chance$/,
  );
  assert.match(headline(two, false) ?? "", /; more than chance$/);
  assert.match(headline([standing("a", 1, 2), standing("b", 2, 4)]) ?? "", /^a and b are level/);
  assert.equal(headline([standing("a", 1, 2)]), "a succeeded in 1 of 2 runs");
  assert.equal(headline([]), null);
});
