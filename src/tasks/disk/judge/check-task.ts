import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import { createTemporaryFolder, removeTemporary } from "../../../disk/temporary.ts";
import {
  type Check,
  type CheckResult,
  type JudgedOutcome,
  judgedOutcomeSchema,
} from "../../judge/checks.ts";
import type { TaskReading } from "../read-task.ts";
import { requireValidTask } from "../require-task.ts";
import { judgeFolder } from "./judge-folder.ts";
import { layOutResult } from "./judge-result.ts";

/** Whether the checks of a task distinguish a solution from nothing. */
export const taskProofSchema = () =>
  z.object({
    /** Whether that is proven, by a solution. */
    isSound: z.boolean(),
    /** What is wrong with the task or its checks, each with what to do. */
    faults: z.array(z.string()).readonly(),
    /** What could not be proven, each with what to do; it speaks against nothing. */
    notes: z.array(z.string()).readonly(),
    /** The checks on the files as they were before: an agent that does nothing. */
    nothing: judgedOutcomeSchema(),
    /** The checks on the reference solution; null when there is none, or it cannot be applied. */
    solution: judgedOutcomeSchema().nullable(),
  });

/** Whether the checks of a task distinguish a solution from nothing. */
export type TaskProof = z.infer<ReturnType<typeof taskProofSchema>>;

const NO_SOLUTION =
  "There is no reference solution: name a patch with --solution, or pack one as result.diff";

const EMPTY = new Uint8Array();

/**
 * Proves a task before agents are compared with it: the reference solution passes its checks, an agent that does
 * nothing fails and earns no score, and two runs of the checks agree.
 */
export async function checkTask(
  reading: TaskReading,
  checks: readonly Check[],
  solution: Uint8Array | null,
): Promise<TaskProof> {
  const nothing = await tryTwice(reading, checks, EMPTY);
  const faults = [...faultsOfNothing(nothing.outcome), ...nothing.faults];
  const patch = solution ?? requireValidTask(reading, "check the task").diff;
  const solved =
    patch === null || patch.length === 0 ? null : await trySolution(reading, checks, patch);
  faults.push(...(solved?.faults ?? []));
  return {
    isSound: faults.length === 0 && solved !== null,
    faults,
    notes: solved === null ? [NO_SOLUTION] : [],
    nothing: nothing.outcome,
    solution: solved?.outcome ?? null,
  };
}

function faultsOfNothing({ status, score, checks }: JudgedOutcome): readonly string[] {
  if (status === "success") {
    return ["Doing nothing passes: add a required check that fails before the work is done"];
  }
  if (score === 0) return [];
  const early = checks.filter(({ passed, weight }) => passed && weight > 0);
  return [
    `Doing nothing earns ${score}: give ${named(early)} the weight 0, because ${early.length === 1 ? "it passes" : "they pass"} before the work is done`,
  ];
}

interface Tried<Outcome> {
  readonly outcome: Outcome;
  readonly faults: readonly string[];
}

async function trySolution(
  reading: TaskReading,
  checks: readonly Check[],
  patch: Uint8Array,
): Promise<Tried<JudgedOutcome | null>> {
  try {
    const tried = await tryTwice(reading, checks, patch);
    const failed = tried.outcome.checks.filter(({ passed }) => !passed);
    if (tried.outcome.status === "success") return tried;
    const fault = `The reference solution fails ${named(failed)}: ${failed[0]?.detail ?? ""}`;
    return { outcome: tried.outcome, faults: [fault, ...tried.faults] };
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    const fault = `The reference solution does not fit the files from before: ${error.message}`;
    return { outcome: null, faults: [fault] };
  }
}

async function tryTwice(
  reading: TaskReading,
  checks: readonly Check[],
  patch: Uint8Array,
): Promise<Tried<JudgedOutcome>> {
  const outcome = await tryOnce(reading, checks, patch);
  const again = await tryOnce(reading, checks, patch);
  const differing = outcome.checks.filter(({ passed }, at) => passed !== again.checks[at]?.passed);
  const faults =
    differing.length === 0
      ? []
      : [`Two runs of ${named(differing)} on the same files disagree: make the check repeatable`];
  return { outcome, faults };
}

async function tryOnce(
  reading: TaskReading,
  checks: readonly Check[],
  patch: Uint8Array,
): Promise<JudgedOutcome> {
  const scratch = createTemporaryFolder();
  try {
    return await judgeFolder(checks, await layOutResult(reading, scratch, patch));
  } finally {
    removeTemporary(scratch);
  }
}

function named(checks: readonly CheckResult[]): string {
  const [first, ...others] = checks.map(({ name }) => `"${name}"`);
  if (others.length === 0) return `the check ${first ?? ""}`;
  return others.length > 4
    ? formatCount(checks.length, "check")
    : `the checks ${[first, ...others].join(", ")}`;
}
