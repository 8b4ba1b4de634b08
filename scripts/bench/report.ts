import type { AskModel } from "../../src/model/ask-model.ts";

/** Something that is measured and not timed: how often, how well, in a table with what it is compared to. */
export interface Report {
  readonly name: string;
  /** Makes it in a folder of its own. */
  run(folder: string, means: ReportMeans): Promise<ReportResult>;
}

/** What a report may use. */
export interface ReportMeans {
  /** The model that was named; null when none was. */
  readonly ask: AskModel | null;
  /** How many sessions the search is tried with; the report's own number when none was given. */
  readonly sessions: number | null;
  /** Whether large inputs are measured, too. */
  readonly large: boolean;
}

/** What a report found. */
export interface ReportResult {
  /** Why it could not be made. */
  readonly notRun?: string;
  readonly lines: readonly string[];
  /** What must be true. */
  readonly checks: readonly Check[];
  /** Every single case, to be kept. */
  readonly cases?: unknown;
}

/** A number and the bound that it keeps to. */
export interface Check {
  readonly name: string;
  readonly value: number;
  readonly least?: number;
  readonly most?: number;
}

/** Whether a number keeps to its bounds. */
export function isWithin({
  value,
  least = Number.NEGATIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
}: Check): boolean {
  return value >= least && value <= most;
}

/** A check in one line. */
export function describeCheck(check: Check): string {
  const bound = check.least === undefined ? `at most ${check.most}` : `at least ${check.least}`;
  return `${isWithin(check) ? "ok      " : "MISSED  "}  ${check.name}: ${round(check.value)}, ${bound}`;
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
