import type { RunData } from "../../../web/page.ts";
import type { Answer } from "../../answers.ts";

/** The result of `task report`. */
export type Report = Answer<"task report">;

/** A task bundle in full. */
export type InspectedRun = Answer<"task inspect">;

/** Two runs compared. */
export type ComparedRuns = Answer<"task compare">;

type ComparedSide = ComparedRuns["left"];
type Usage = NonNullable<ComparedSide["measures"]["usage"]>;
type PatchStat = NonNullable<ComparedRuns["patches"]["left"]>;

/** How many folders deep runs are looked for: `runs/NAME` is found from the folder above. */
export const DEPTH = 2;

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
