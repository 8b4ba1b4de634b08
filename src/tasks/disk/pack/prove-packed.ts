import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { memoryFiles } from "../../../base/file-set.ts";
import type { TaskBundle } from "../../../model/task-bundle.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { type Check, isCommand } from "../../judge/checks.ts";
import { openStart } from "../../starting-state.ts";
import { checkTask } from "../judge/check-task.ts";
import { readTask } from "../read-task.ts";

/** Whether a packed task is proven: that its checks distinguish a solution from nothing. */
export const packProofSchema = () =>
  z.object({
    state: z.enum(["proven", "refuted", "not proven"]),
    /** What is wrong, or why it is not known, each with what to do. */
    reasons: z.array(z.string()).readonly(),
    /** What `task check` needs to prove it; null when it was proven or refuted, or cannot be run. */
    needs: z.enum(["checks", "allow-exec"]).nullable(),
    /** Whether it also needs a patch that solves the task: none was packed. */
    needsSolution: z.boolean(),
  });

/** Whether a packed task is proven: that its checks distinguish a solution from nothing. */
export type PackProof = z.infer<ReturnType<typeof packProofSchema>>;

/** A task that was packed, and what it may be proven by. */
export interface PackedTask {
  readonly task: TaskBundle;
  readonly place: string;
  /** Null when none were named. */
  readonly checks: readonly Check[] | null;
  readonly allowExec: boolean;
}

/**
 * Proves a task that was packed, as far as the user allowed: nothing of it is run without `--allow-exec`. Whether
 * agents can start it at all is always answered.
 */
export async function provePacked(
  context: OperationContext,
  { task, place, checks, allowExec }: PackedTask,
): Promise<PackProof> {
  const fault = startFault(task);
  if (fault !== null) return notProven([fault], null);
  const needsSolution = task.diff === null || task.diff.length === 0;
  const missing = needsSolution ? ["it has no reference solution"] : [];
  if (checks === null)
    return notProven(["no checks were named", ...missing], "checks", needsSolution);
  if (!allowExec && checks.some(isCommand)) {
    return notProven(["its checks run commands", ...missing], "allow-exec", needsSolution);
  }
  const reading = await readTask(context, place, { level: "full", profile: "lenient" });
  const { isSound, faults, notes } = await checkTask(reading, checks, null);
  if (!isSound && faults.length === 0) return notProven(notes, null, true);
  return {
    state: isSound ? "proven" : "refuted",
    reasons: faults,
    needs: null,
    needsSolution: false,
  };
}

function notProven(
  reasons: readonly string[],
  needs: PackProof["needs"],
  needsSolution = false,
): PackProof {
  return { state: "not proven", reasons, needs, needsSolution };
}

/** Why no agent can start the task; null when one can. */
function startFault(task: TaskBundle): string | null {
  try {
    openStart({ task, files: memoryFiles({}) }, "run it");
    return null;
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    return error.cure === undefined ? error.message : `${error.message}; ${error.cure}`;
  }
}
