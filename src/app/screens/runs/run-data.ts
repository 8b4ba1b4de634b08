import { formatCount } from "../../../base/text/format-count.ts";
import { formatCost } from "../../../base/text/format-measures.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import type { RunData } from "../../../web/page.ts";
import type { Answer } from "../../answers.ts";

/** The result of `task report`. */
export type Report = Answer<"task report">;

/** A task bundle in full. */
export type InspectedRun = Answer<"task inspect">;

/** A task that was packed, or would be. */
export type PackedTask = Answer<"task pack">;

/** What would run with one agent. */
export type PlannedAgent = NonNullable<Answer<"task run">["plan"]>[number];

/** One run of a command that ran several. */
export type StartedRun = Answer<"task run">["runs"][number];

/** What runs of a task are started with. */
export interface RunChoice {
  readonly bundle: string;
  readonly agents: readonly string[];
  /** The model of an agent, by its id; the one that it uses by itself where none is named. */
  readonly models: Readonly<Record<string, string>>;
  readonly repeat: number;
  readonly minutes: number;
  readonly out: string;
  readonly checks: string;
  /** In US dollars; no limit without one. */
  readonly budget: number | null;
}

/** The agents that were chosen, each with its model where one is named. */
function contestantsOf({ agents, models }: RunChoice): readonly string[] {
  return agents.map((agent) => [agent, models[agent]?.trim()].filter(Boolean).join(":"));
}

/** A choice as the operation takes it. */
export function runInput(choice: RunChoice) {
  const { bundle, repeat, minutes, out, checks, budget } = choice;
  return {
    bundles: [bundle],
    with: contestantsOf(choice),
    repeat,
    timeout: `${minutes}m`,
    out,
    ...(checks === "" ? {} : { checks }),
    ...(budget === null ? {} : { "budget-usd": budget }),
  };
}

/** The same as a command line. */
export function runCommand(choice: RunChoice): string {
  const { bundle, repeat, minutes, out, checks, budget } = choice;
  const contestants = contestantsOf(choice).join(",");
  return [
    `holdall task run ${quoteForShell(bundle || "TASK")}`,
    `--with ${contestants === "" ? "claude,codex" : quoteForShell(contestants)}`,
    `--out ${quoteForShell(out || "runs")}`,
    ...(repeat === 1 ? [] : [`--repeat ${repeat}`]),
    ...(minutes === STANDARD_MINUTES ? [] : [`--timeout ${minutes}m`]),
    ...(checks === "" ? [] : [`--checks ${quoteForShell(checks)}`]),
    ...(budget === null ? [] : [`--budget-usd ${budget}`]),
  ].join(" ");
}

/** The time limit of a run unless another one is chosen. */
export const STANDARD_MINUTES = 15;

/** What all runs of a plan would take together; null for what an agent has no earlier run for. */
export function totalOf(
  plan: readonly PlannedAgent[],
  key: "durationMs" | "tokens" | "costUsd",
): number | null {
  const due = plan.filter(({ runs }) => runs > 0);
  let sum = 0;
  for (const each of due) {
    const one = each[key];
    if (one === null) return null;
    sum += one * each.runs;
  }
  return sum;
}

/** What runs cost together; those of an unknown cost are counted, and are not 0. */
function costText(runs: readonly Pick<StartedRun, "costUsd">[]): string {
  const known = runs.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  const unknown = runs.length - known.length;
  if (known.length === 0) return "unknown";
  const sum = formatCost(known.reduce((total, cost) => total + cost, 0));
  return unknown === 0 ? sum : `${sum} and that of ${formatCount(unknown, "run")} unknown`;
}

/** How runs ended, in one line; throws where one of them did not start, or did not get as far as its agent's work. */
export function endText(
  runs: readonly Pick<StartedRun, "state" | "error" | "costUsd">[],
  out: string,
): string {
  const ran = runs.filter(({ state }) => state === "ran");
  const failed = ran.filter(({ error }) => error !== null).length;
  const open = runs.filter(({ state }) => state === "could not run" || state === "not run").length;
  const faults = [
    ...(failed === 0 ? [] : [`${formatCount(failed, "run")} ended with an error`]),
    ...(open === 0 ? [] : [`${formatCount(open, "run")} did not start`]),
  ].join(", ");
  const done = ran.length - failed;
  if (faults !== "" && done === 0) throw new Error(`Cannot do the task: ${faults}, see below`);
  const captured = `${formatCount(done, "run")} captured in ${out}`;
  if (faults !== "") throw new Error(`Only ${captured}: ${faults}, see below`);
  return `${captured}; cost ${costText(ran)}`;
}

/** Where runs of a task are started. */
export function startAddress(bundle: string): string {
  return `/runs/start?${new URLSearchParams({ bundle })}`;
}

/** Where a session is packed as a task. */
export function packAddress(agent: string, session: string): string {
  return `/runs/pack?${new URLSearchParams({ agent, session })}`;
}

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
  /** Whether a person may say what they think of it: no checks have judged it. */
  readonly isOpen: boolean;
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
  const { status, score, judgeNotes, checks, judge } = objectOf(outcome);
  const { name = "person" } = objectOf(judge);
  return {
    status: status === "success" || status === "failure" || status === "partial" ? status : null,
    score: typeof score === "number" ? score : null,
    notes: typeof judgeNotes === "string" ? judgeNotes : null,
    checks: Array.isArray(checks) ? checks.slice(0, 1000).map(checkOf) : [],
    isOpen: name === "person",
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
