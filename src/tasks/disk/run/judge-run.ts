import type { JudgedOutcome } from "../../judge/checks.ts";
import { judgeFolder } from "../judge/judge-folder.ts";
import type { ProcessEnd } from "../run-process.ts";
import type { Pair } from "./plan-pairs.ts";

/** The outcome of a run; score and checks are absent when no check was made. */
export type RunOutcome = Pick<JudgedOutcome, "status"> & Partial<JudgedOutcome>;

/** What is judged of a run. */
interface EndedRun {
  /** The files as the run left them. */
  readonly folder: string;
  readonly diff: Uint8Array;
  readonly end: ProcessEnd;
  /** Ends a check that is under way. */
  readonly signal: AbortSignal;
}

/** A program that failed has failed; otherwise checks decide, and without them nothing is known. */
export async function judgeRun(
  { checks, hidden, container }: Pick<Pair, "checks" | "hidden" | "container">,
  { folder, diff, end, signal }: EndedRun,
): Promise<RunOutcome | null> {
  const hasFailed = end.exitCode !== 0;
  if (checks === null || end.isTimedOut) return hasFailed ? { status: "failure" } : null;
  const patch = Buffer.from(diff).toString("utf8");
  const judged = await judgeFolder(checks, { folder, patch, hidden, signal, container });
  return hasFailed ? { ...judged, status: "failure" } : judged;
}
