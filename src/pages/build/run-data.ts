import path from "node:path";
import type { ComparableRun } from "../../tasks/compare/comparable-run.ts";
import { compareRuns } from "../../tasks/compare/compare-runs.ts";
import { patchStat } from "../../tasks/compare/patch-stat.ts";
import { totalTokens } from "../../tasks/read/measures.ts";
import type { PairData, RunData } from "../../web/page.ts";
import { differenceText } from "../../web/text/difference-text.ts";

/** A run as pages show it. Only the last part of its path is there: pages are sent to others. */
export function runData({ place, facts, measures, steps, patch }: ComparableRun): RunData {
  const { title, tool, model, outcome } = facts;
  const { usage, durationMs, costUsd } = measures;
  const stat = patch === null ? null : patchStat(patch);
  return {
    title,
    place: path.basename(place),
    tool,
    model,
    status: outcome?.status ?? null,
    score: outcome?.score ?? null,
    judgeNotes: outcome?.judgeNotes ?? null,
    steps: steps.length,
    tokens: usage === null ? null : totalTokens(usage),
    durationMs,
    costUsd,
    added: stat?.added ?? null,
    removed: stat?.removed ?? null,
  };
}

/** Two runs compared, for a page. */
export function pairData(left: ComparableRun, right: ComparableRun, maxRows: number): PairData {
  const { steps, files, differences } = compareRuns(left, right, { maxRows, diff: false });
  const { aligned, sameResult, rows, omitted, errors } = steps;
  const sizes = { left: steps.left, right: steps.right };
  return {
    left: runData(left),
    right: runData(right),
    steps: { ...sizes, aligned, sameResult, rows, omitted, errors },
    files,
    verdict: differenceText({ differences, left, right }),
    leftPatch: left.patch,
    rightPatch: right.patch,
  };
}
