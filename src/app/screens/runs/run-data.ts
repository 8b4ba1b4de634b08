/** The part of `task scan`, `task inspect`, `task compare` that the screens about runs show. */

import type { FileChangesData, ReportData, RunData, StepAlignment } from "../../../web/page.ts";
import type { FindingShown } from "../trust/trust-data.ts";

/** The result of `task report`. */
export type Report = ReportData;

/** How many folders deep runs are looked for: `runs/NAME` is found from the folder above. */
export const DEPTH = 2;

/** A task bundle in full. */
export interface InspectedRun {
  readonly bundleDir: string;
  readonly title: string;
  readonly createdAt?: string;
  readonly tool?: string;
  readonly model?: string;
  readonly eventCount: number;
  readonly workspaceFileCount: number;
  readonly replayReady?: boolean;
  /** As the bundle has it. */
  readonly outcome?: unknown;
  readonly events?: readonly {
    readonly type: string;
    readonly at?: string;
    readonly detail?: string;
    readonly exitCode?: number | null;
  }[];
  readonly files?: readonly { readonly path: string; readonly size: number }[];
  readonly findings: readonly FindingShown[];
}

/** Tokens by kind. */
interface Usage {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** One side of a comparison. */
interface ComparedSide {
  readonly bundleDir: string;
  readonly title: string;
  readonly tool: string | null;
  readonly model: string | null;
  readonly outcome: Pick<RunData, "status" | "score" | "judgeNotes"> | null;
  readonly measures: {
    readonly usage: Usage | null;
    readonly durationMs: number | null;
    readonly costUsd: number | null;
  };
}

interface PatchStat {
  readonly files: readonly {
    readonly path: string;
    readonly added: number;
    readonly removed: number;
  }[];
  readonly added: number;
  readonly removed: number;
}

/** Two runs compared. */
export interface ComparedRuns {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  readonly sameTask: boolean | null;
  readonly files: FileChangesData | null;
  readonly patches: {
    readonly left: PatchStat | null;
    readonly right: PatchStat | null;
    readonly lines:
      | readonly { readonly side: "both" | "left" | "right"; readonly text: string }[]
      | null;
  };
  readonly steps: StepAlignment;
}

/** Both sides as the components of pages show a run, the left one first. */
export function comparedRuns({ left, right, patches, steps }: ComparedRuns): readonly RunData[] {
  return [runOf(left, patches.left, steps.left), runOf(right, patches.right, steps.right)];
}

function runOf(side: ComparedSide, patch: PatchStat | null, steps: number): RunData {
  const { bundleDir, title, tool, model, outcome, measures } = side;
  const { usage, durationMs, costUsd } = measures;
  return {
    title,
    place: lastPart(bundleDir),
    tool,
    model,
    steps,
    durationMs,
    costUsd,
    status: outcome?.status ?? null,
    score: outcome?.score ?? null,
    judgeNotes: outcome?.judgeNotes ?? null,
    tokens: usage === null ? null : tokensOf(usage),
    added: patch?.added ?? null,
    removed: patch?.removed ?? null,
  };
}

function tokensOf({ input, cacheRead, cacheWrite, output }: Usage): number {
  return input + cacheRead + cacheWrite + output;
}

/** How a run was judged. */
export interface Judgement {
  readonly status: RunData["status"];
  readonly score: number | null;
  readonly notes: string | null;
  readonly checks: readonly Check[];
}

/** One check of a run. */
export interface Check {
  readonly name: string;
  readonly passed: boolean | null;
  readonly weight: number | null;
  readonly detail: string;
}

/** Reads the outcome of a bundle, of which nothing is certain: anyone can have written it. */
export function judgementOf(outcome: unknown): Judgement {
  const { status, score, judgeNotes, checks } = objectOf(outcome);
  return {
    status: status === "success" || status === "failure" || status === "partial" ? status : null,
    score: typeof score === "number" ? score : null,
    notes: typeof judgeNotes === "string" ? judgeNotes : null,
    checks: Array.isArray(checks) ? checks.slice(0, 1000).map(checkOf) : [],
  };
}

function checkOf(value: unknown): Check {
  const { name, passed, weight, detail } = objectOf(value);
  return {
    name: typeof name === "string" ? name : "unnamed",
    passed: typeof passed === "boolean" ? passed : null,
    weight: typeof weight === "number" ? weight : null,
    detail: typeof detail === "string" ? detail : "",
  };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The last part of a path. */
function lastPart(path: string): string {
  return (
    path
      .split("/")
      .filter((part) => part !== "")
      .at(-1) ?? path
  );
}

/** A path below a folder, as operations take it. */
export function below(root: string, path: string): string {
  return root === "" || root === "." ? path : `${root.replace(/\/$/, "")}/${path}`;
}
