import * as z from "zod";
import { objectOf, ownValue } from "../../../model/task-bundle.ts";
import { hiddenUseSchema } from "../../judge/checks.ts";
import { type FailedCheckLine, failedCheckSchema } from "../../read/failed-checks.ts";
import { type Measures, totalTokens } from "../../read/measures.ts";
import { readRunRecord } from "../../read/run-record.ts";
import type { TaskFacts } from "../../read/task-facts.ts";
import { cureOf } from "../../run/error-cure.ts";
import { containerSchema } from "../container/open-containers.ts";
import type { Pair } from "./plan-pairs.ts";
import { runEnvironmentSchema } from "./run-environment.ts";
import type { PairResult } from "./run-pair.ts";

const number = () => z.number().nullable();

/** A run, or why there is none. */
export const runSchema = () =>
  z.object({
    id: z.string(),
    task: z.string(),
    tool: z.string(),
    attempt: z.number(),
    bundle: z.string(),
    state: z.enum(["ran", "already there", "not run", "could not run"]),
    /** Why it did not run. */
    reason: z.string().nullable(),
    /** What to do so that it runs, or runs again after an error. */
    cure: z.string().nullable(),
    status: z.enum(["success", "failure", "partial"]).nullable(),
    /** What ended it outside of the agent's work. Such a run has no status. */
    error: z.object({ kind: z.string(), detail: z.string() }).nullable(),
    score: number(),
    /** The first checks that it did not pass. */
    failedChecks: z.array(failedCheckSchema()).readonly(),
    /** How the hidden files of the task were used; null when it has none or was not judged. */
    hidden: hiddenUseSchema().nullable(),
    exitCode: number(),
    /** Whether its time limit ended it. */
    timedOut: z.boolean(),
    durationMs: number(),
    tokens: number(),
    costUsd: number(),
    /** What of the task's files was not laid out for the run, and why. */
    leftOut: z.array(z.object({ path: z.string(), why: z.string() })).readonly(),
    /** The home folder that it ran with; null for a run that is not made now. */
    home: runEnvironmentSchema().nullable(),
    /** The container that it ran in; null for none, and for a run that is not made now. */
    container: containerSchema().nullable(),
    /** Logins that the run left unusable: the user's own stay as they were. */
    loginsNotKept: z.array(z.string()).readonly(),
  });

/** A run as the result of the command lists it. */
export type RunLine = z.infer<ReturnType<typeof runSchema>>;

/** The line of a pair that ran. */
export function ranLine(pair: Pair, result: PairResult): RunLine {
  return {
    ...lineWithoutResult(pair, "ran"),
    ...measured(result.measures),
    status: result.status,
    error: result.error,
    cure: result.error && cureOf(result.error),
    score: result.score,
    failedChecks: result.failedChecks,
    hidden: result.hidden,
    leftOut: result.leftOut,
    home: result.home,
    container: result.container,
    timedOut: result.timedOut,
    loginsNotKept: result.loginsNotKept,
  };
}

/** The line of a pair that ran before, from its bundle. */
export function earlierLine(
  pair: Pair,
  { outcome, measures, document }: TaskFacts,
  failedChecks: readonly FailedCheckLine[],
): RunLine {
  const { error } = readRunRecord(document);
  return {
    ...lineWithoutResult(pair, "already there"),
    ...measured(measures),
    status: outcome?.status ?? null,
    error,
    cure: error && cureOf(error),
    timedOut: ownValue(objectOf(document, "run"), "timedOut") === true,
    score: outcome?.score ?? null,
    failedChecks,
  };
}

function measured({ usage, durationMs, exitCode, costUsd }: Measures) {
  return { exitCode, durationMs, tokens: usage === null ? null : totalTokens(usage), costUsd };
}

const RAN = { reason: null, cure: null };

/** The line of a pair without a result. */
export function lineWithoutResult(
  { id, taskName, contestant, attempt, target }: Pair,
  state: RunLine["state"],
  { reason, cure }: { readonly reason: string | null; readonly cure: string | null } = RAN,
): RunLine {
  return {
    id,
    task: taskName,
    tool: contestant.label,
    attempt,
    bundle: target,
    state,
    reason,
    cure,
    status: null,
    error: null,
    score: null,
    failedChecks: [],
    hidden: null,
    exitCode: null,
    timedOut: false,
    durationMs: null,
    tokens: null,
    costUsd: null,
    leftOut: [],
    home: null,
    container: null,
    loginsNotKept: [],
  };
}
