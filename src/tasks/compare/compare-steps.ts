import * as z from "zod";
import { align, createInterner } from "./align.ts";
import { errorKey, type KeyedStep, type Step, stepSchema } from "./step.ts";

/** One row of two aligned runs: the same step of both, or a step of one. */
const stepRowSchema = () =>
  z.object({
    side: z.enum(["both", "left", "right"]),
    /** Numbers of the steps, counted from 1. */
    leftNumber: z.number().nullable(),
    rightNumber: z.number().nullable(),
    left: stepSchema().nullable(),
    right: stepSchema().nullable(),
    /** Whether both steps ended alike; null for a step of one run. */
    sameResult: z.boolean().nullable(),
  });

/** One row of two aligned runs: the same step of both, or a step of one. */
export type StepRow = z.infer<ReturnType<typeof stepRowSchema>>;

/** A step that only one run tried, and how often. */
const ownStepSchema = () =>
  z.object({
    step: stepSchema(),
    number: z.number(),
    times: z.number(),
  });

/** A step that only one run tried, and how often. */
export type OwnStep = z.infer<ReturnType<typeof ownStepSchema>>;

/** How the steps of two runs correspond. */
export const stepComparisonSchema = () =>
  z.object({
    left: z.number(),
    right: z.number(),
    /** Steps that both took, in the same order. */
    aligned: z.number(),
    /** Aligned steps that ended alike. */
    sameResult: z.number(),
    /**
     * The first step of each run after those that both took alike; null when they took the same steps, or when the
     * steps of one are not recorded.
     */
    parting: stepRowSchema().omit({ side: true, sameResult: true }).nullable(),
    /** What one run tried and the other never did. */
    onlyLeft: z.array(ownStepSchema()).readonly(),
    onlyRight: z.array(ownStepSchema()).readonly(),
    errors: z.object({
      both: z.array(z.string()).readonly(),
      onlyLeft: z.array(z.string()).readonly(),
      onlyRight: z.array(z.string()).readonly(),
    }),
    /** Both runs, row by row; `omitted` rows at the end are not listed. */
    rows: z.array(stepRowSchema()).readonly(),
    omitted: z.number(),
    /** Whether the runs were too long and too different for the best alignment. */
    isApproximate: z.boolean(),
  });

/** How the steps of two runs correspond. */
export type StepComparison = z.infer<ReturnType<typeof stepComparisonSchema>>;

/** Most entries of the lists in a comparison. */
const MAX_LISTED = 200;

/** Aligns the steps of two runs; at most `maxRows` rows are listed. */
export function compareSteps(
  left: readonly KeyedStep[],
  right: readonly KeyedStep[],
  maxRows: number,
): StepComparison {
  const intern = createInterner();
  const keysOf = (steps: readonly KeyedStep[]) => Int32Array.from(steps, ({ key }) => intern(key));
  const { partners, isApproximate } = align(keysOf(left), keysOf(right));
  const rows = rowsOf(left, right, partners);
  const aligned = rows.filter(({ side }) => side === "both");
  return {
    left: left.length,
    right: right.length,
    aligned: aligned.length,
    sameResult: aligned.filter(({ sameResult }) => sameResult).length,
    parting: left.length === 0 || right.length === 0 ? null : partingOf(rows),
    onlyLeft: ownSteps(left, right),
    onlyRight: ownSteps(right, left),
    errors: compareErrors(left, right),
    rows: rows.slice(0, maxRows),
    omitted: Math.max(0, rows.length - maxRows),
    isApproximate,
  };
}

function partingOf(rows: readonly StepRow[]): StepComparison["parting"] {
  const at = rows.findIndex(({ side, sameResult }) => side !== "both" || sameResult === false);
  if (at === -1) return null;
  const rest = rows.slice(at);
  const left = rest.find((row) => row.left !== null);
  const right = rest.find((row) => row.right !== null);
  return {
    leftNumber: left?.leftNumber ?? null,
    rightNumber: right?.rightNumber ?? null,
    left: left?.left ?? null,
    right: right?.right ?? null,
  };
}

function rowsOf(
  left: readonly KeyedStep[],
  right: readonly KeyedStep[],
  partners: Int32Array,
): readonly StepRow[] {
  const rows: StepRow[] = [];
  let y = 0;
  const addRights = (end: number): void => {
    for (; y < end; y++) rows.push(rowOf(null, right[y], { left: null, right: y + 1 }));
  };
  for (const [x, step] of left.entries()) {
    const partner = partners[x] ?? -1;
    if (partner === -1) {
      rows.push(rowOf(step, null, { left: x + 1, right: null }));
      continue;
    }
    addRights(partner);
    rows.push(rowOf(step, right[partner], { left: x + 1, right: partner + 1 }));
    y = partner + 1;
  }
  addRights(right.length);
  return rows;
}

function rowOf(
  left: KeyedStep | null | undefined,
  right: KeyedStep | null | undefined,
  numbers: { readonly left: number | null; readonly right: number | null },
): StepRow {
  return {
    side: left && right ? "both" : left ? "left" : "right",
    leftNumber: numbers.left,
    rightNumber: numbers.right,
    left: left?.step ?? null,
    right: right?.step ?? null,
    sameResult: left && right ? isSameResult(left.step, right.step) : null,
  };
}

/** An agent that does not record how a step ended agrees with any end. */
function isSameResult(left: Step, right: Step): boolean {
  if (left.ok !== null && right.ok !== null && left.ok !== right.ok) return false;
  const hasExits = left.exitCode !== null && right.exitCode !== null;
  if (hasExits && left.exitCode !== right.exitCode) return false;
  if (left.error === null || right.error === null) return true;
  return errorKey(left.error) === errorKey(right.error);
}

function ownSteps(steps: readonly KeyedStep[], others: readonly KeyedStep[]): readonly OwnStep[] {
  const known = new Set(others.map(({ key }) => key));
  const found = new Map<string, { step: Step; number: number; times: number }>();
  for (const [index, { key, step }] of steps.entries()) {
    if (known.has(key)) continue;
    const seen = found.get(key);
    if (seen) seen.times++;
    else found.set(key, { step, number: index + 1, times: 1 });
  }
  return [...found.values()].slice(0, MAX_LISTED);
}

function compareErrors(
  left: readonly KeyedStep[],
  right: readonly KeyedStep[],
): StepComparison["errors"] {
  const lefts = errorsOf(left);
  const rights = errorsOf(right);
  const list = (from: ReadonlyMap<string, string>, isWanted: (key: string) => boolean) =>
    [...from]
      .filter(([key]) => isWanted(key))
      .map(([, text]) => text)
      .slice(0, MAX_LISTED);
  return {
    both: list(lefts, (key) => rights.has(key)),
    onlyLeft: list(lefts, (key) => !rights.has(key)),
    onlyRight: list(rights, (key) => !lefts.has(key)),
  };
}

function errorsOf(steps: readonly KeyedStep[]): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  for (const { step } of steps) {
    if (step.error === null) continue;
    const key = errorKey(step.error);
    if (!errors.has(key)) errors.set(key, step.error);
  }
  return errors;
}
