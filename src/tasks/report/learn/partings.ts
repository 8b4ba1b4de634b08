import * as z from "zod";
import { compareSteps, type StepRow } from "../../compare/compare-steps.ts";
import { stepText } from "./features.ts";
import type { LearnedRun } from "./learned-run.ts";

/** Where several failed runs part from the successful run that is nearest to each. */
export const partingSchema = () =>
  z.object({
    /** The last step before, in words that follow "they"; null at the beginning. */
    after: z.string().nullable(),
    /** What the failed runs did then; null when they did nothing more. */
    failed: z.string().nullable(),
    /** What the successful one did there; null when it did nothing more. */
    succeeded: z.string().nullable(),
    runs: z.number(),
  });

/** Where several failed runs part from the successful run that is nearest to each. */
export type Parting = z.infer<ReturnType<typeof partingSchema>>;

/** The last step that several failed runs have in common with any successful run. */
export const lastSharedSchema = () =>
  z.object({
    /** In words that follow "they". */
    step: z.string(),
    runs: z.number(),
    /** Whether they went on, in ways of their own; else they stopped there. */
    wentOn: z.boolean(),
  });

/** The last step that several failed runs have in common with any successful run. */
export type LastShared = z.infer<ReturnType<typeof lastSharedSchema>>;

/** What the alignment of failed with successful runs shows. One run alone supports nothing, and is not named. */
export function partingsOf(runs: readonly LearnedRun[]): {
  readonly partings: readonly Parting[];
  readonly lastShared: readonly LastShared[];
} {
  const won = runs.filter(({ isSuccess }) => isSuccess);
  const compared = runs
    .filter(({ isSuccess }) => !isSuccess)
    .map((run) => compareWithAll(run, won));
  return {
    partings: counted(compared.map(({ parting }) => parting)),
    lastShared: counted(compared.map(({ lastShared }) => lastShared)),
  };
}

interface ComparedRun {
  readonly parting: Omit<Parting, "runs"> | null;
  readonly lastShared: Omit<LastShared, "runs"> | null;
}

function compareWithAll(failed: LearnedRun, won: readonly LearnedRun[]): ComparedRun {
  let nearest: { readonly aligned: number; readonly rows: readonly StepRow[] } | null = null;
  let last = 0;
  for (const { steps } of won) {
    const { aligned, rows } = compareSteps(failed.steps, steps, Number.POSITIVE_INFINITY);
    if (nearest === null || aligned > nearest.aligned) nearest = { aligned, rows };
    last = Math.max(last, rows.findLast(({ side }) => side === "both")?.leftNumber ?? 0);
  }
  const step = failed.steps[last - 1]?.step;
  const lastShared =
    step === undefined ? null : { step: stepText(step), wentOn: last < failed.steps.length };
  return { parting: partingOf(nearest?.rows ?? []), lastShared };
}

function partingOf(rows: readonly StepRow[]): ComparedRun["parting"] {
  const at = rows.findIndex(({ side, sameResult }) => side !== "both" || sameResult === false);
  if (at === -1) return null;
  const rest = rows.slice(at);
  const text = (side: "left" | "right") => {
    const step = rest.find((row) => row[side] !== null)?.[side];
    return step ? `${stepText(step)}${endOf(step, rest[0])}` : null;
  };
  const before = rows[at - 1]?.left ?? null;
  return {
    after: before === null ? null : stepText(before),
    failed: text("left"),
    succeeded: text("right"),
  };
}

/** How a step ended, where both did it and it ended otherwise. */
function endOf({ ok }: { readonly ok: boolean | null }, row: StepRow | undefined): string {
  if (row?.side !== "both" || ok === null) return "";
  return ok ? ", which went well" : ", which failed";
}

/** Equal findings of at least two runs, the most frequent first. */
function counted<Found extends object>(
  all: readonly (Found | null)[],
): readonly (Found & { readonly runs: number })[] {
  const groups = new Map<string, { found: Found; runs: number }>();
  for (const found of all) {
    if (found === null) continue;
    const key = JSON.stringify(found);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { found, runs: 1 });
    else known.runs++;
  }
  return [...groups.values()]
    .filter(({ runs }) => runs > 1)
    .sort((a, b) => b.runs - a.runs)
    .slice(0, MAX_SHOWN)
    .map(({ found, runs }) => ({ ...found, runs }));
}

const MAX_SHOWN = 3;
