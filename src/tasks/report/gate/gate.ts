import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import { formatMeanScore, formatRate, formatWho } from "../format-values.ts";
import type { TaskReport } from "../report.ts";
import type { ReportError, ReportRow } from "../report-row.ts";
import type { Standing, TaskKey } from "../standings.ts";
import { compareWithBaseline, taskChangeSchema } from "./against-baseline.ts";
import { isAbout, type Threshold } from "./threshold.ts";

/** One question of a gate. */
const gateCheckSchema = () =>
  z.object({
    kind: z.enum(["trust", "rate", "score", "baseline"]),
    /** The agent that it is about; null for all. */
    agent: z.string().nullable(),
    passed: z.boolean(),
    /** Whether there are too few runs to answer. It passes, and is shown as open. */
    undecided: z.boolean(),
    detail: z.string(),
    /** Tasks on which the agent succeeds less often than in the baseline, the largest fall first. */
    worse: z.array(taskChangeSchema()).readonly(),
  });

/** One question of a gate. */
export type GateCheck = z.infer<ReturnType<typeof gateCheckSchema>>;

/** What a gate answers: all of its checks must pass. */
export const gateSchema = () =>
  z.object({ passed: z.boolean(), checks: z.array(gateCheckSchema()).readonly() });

/** What a gate answers: all of its checks must pass. */
export type Gate = z.infer<ReturnType<typeof gateSchema>>;

/** Earlier runs. */
export interface Baseline {
  readonly rows: readonly ReportRow[];
  readonly errors: readonly ReportError[];
}

/** What a gate asks. */
export interface GateRequest {
  readonly thresholds: readonly Threshold[];
  readonly baseline: Baseline | null;
  readonly taskKey: TaskKey;
}

/**
 * Asks all questions of a gate. Runs that cannot be relied on never pass it; a question that no run answers is an
 * error, because a gate that looked at nothing has not passed.
 */
export function checkGate(report: TaskReport, request: GateRequest): Gate {
  const { thresholds, baseline, taskKey } = request;
  const trust = [
    ...trustChecks("", report.ranking, report.errors),
    ...(baseline === null ? [] : trustChecks(" of the baseline", baseline.rows, baseline.errors)),
  ];
  const reached = thresholds.flatMap((threshold) => thresholdChecks(report, threshold));
  const compared = baseline === null ? [] : baselineChecks(report, baseline, taskKey);
  const checks = [...trust, ...reached, ...compared];
  return { passed: checks.every(({ passed }) => passed), checks };
}

/** Runs that were changed, contradict themselves, or could have been changed without anybody seeing it. */
function trustChecks(
  side: string,
  rows: readonly ReportRow[],
  errors: readonly ReportError[],
): readonly GateCheck[] {
  const unread = errors.map(({ path, reason }) => `${path}: ${reason}`);
  const wrong = rows.flatMap(({ bundleDir, contradiction }) =>
    contradiction === null ? [] : [`${bundleDir}: ${contradiction}`],
  );
  const unverified = rows.flatMap(({ bundleDir, verified }) => (verified ? [] : [bundleDir]));
  return [
    trustFailure(side, "cannot be relied on", unread),
    trustFailure(side, "contradict themselves", wrong),
    trustFailure(side, "without SHA256SUMS, so that a change would not be seen", unverified),
  ].flat();
}

const MAX_LISTED = 10;

function trustFailure(side: string, state: string, found: readonly string[]): readonly GateCheck[] {
  if (found.length === 0) return [];
  const more = found.length > MAX_LISTED ? `; and ${found.length - MAX_LISTED} more` : "";
  const detail = `${formatCount(found.length, "run")}${side} ${state}: ${found.slice(0, MAX_LISTED).join("; ")}${more}`;
  return [{ kind: "trust", agent: null, passed: false, undecided: false, detail, worse: [] }];
}

function thresholdChecks({ leaderboard }: TaskReport, threshold: Threshold): readonly GateCheck[] {
  const found = leaderboard.filter((standing) => isAbout(threshold, standing));
  if (found.length === 0) {
    const { agent, measure } = threshold;
    const who = agent === null ? "there are no runs" : `there is no run of "${agent}"`;
    throw new HoldallError("E_EMPTY", `Cannot check the ${measure}: ${who}`, {
      cure: "name the folder with the runs, and agents as the leaderboard names them",
    });
  }
  return found.map((standing) => thresholdCheck(standing, threshold));
}

function thresholdCheck(standing: Standing, { measure, least }: Threshold): GateCheck {
  const { successRate, score, erroredRuns } = standing;
  const value = measure === "rate" ? (successRate?.rate ?? null) : score;
  const shown = measure === "rate" ? formatRate(successRate) : formatMeanScore(standing);
  const passed = value !== null && value >= least;
  const missing = erroredRuns === 0 ? "" : ` (${erroredRuns} failed outside the agent)`;
  const detail =
    value === null
      ? `${measure} is not known: no run that counts${missing}`
      : `${measure} ${shown} is ${passed ? "at least" : "under"} ${least}`;
  return { kind: measure, agent: formatWho(standing), passed, undecided: false, detail, worse: [] };
}

function baselineChecks(
  { ranking }: TaskReport,
  { rows }: Baseline,
  taskKey: TaskKey,
): readonly GateCheck[] {
  const compared = compareWithBaseline(ranking, rows, taskKey);
  if (compared.length === 0) {
    throw new HoldallError(
      "E_EMPTY",
      "Cannot compare with the baseline: no agent ran the same task in both",
      {
        cure: "run the tasks of the baseline with one of its agents; --group-by title compares by title",
      },
    );
  }
  return compared.map((result) => ({ kind: "baseline", ...result }));
}
