/** Runs an operation in a process of its own, so that a long one delays no other request. */

import fs from "node:fs";
import { HoldallError } from "../base/errors.ts";
import { type OwnProcess, startOwnProgram } from "../programs/own-program.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import {
  type ApartCall,
  type ApartReport,
  apartReportSchema,
} from "../runtime/remote/apart-messages.ts";

/** Hidden, because only servers call it. */
const OPERATE = "__operate";

/** What is to run, besides what its context says. */
type Order = Pick<ApartCall, "operation" | "input">;

/**
 * Runs an operation in a process of its own; `program` is the command that starts this program. When the
 * signal is aborted the process ends, and removes what it has left unfinished.
 */
export async function runApart(
  program: readonly string[],
  order: Order,
  context: OperationContext,
): Promise<unknown> {
  const { signal, cwd, roots, outputFolder } = context;
  signal.throwIfAborted();
  if (!fs.existsSync(cwd)) throw folderIsGone(order.operation, cwd);
  const { child, end } = startOwnProgram([...program, OPERATE], cwd);
  signal.addEventListener("abort", end);
  try {
    const call: ApartCall = {
      ...order,
      cwd,
      roots: roots === null ? null : [...roots],
      ...(outputFolder === undefined ? {} : { outputFolder }),
      ...clockOf(context),
    };
    // One that could not be started is reported below.
    child.send(call, () => undefined);
    return await outcomeOf(child, context);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** A stopped clock gives the one moment that it was set to; one that runs gives a new one each time. */
function clockOf({ now }: OperationContext): Pick<ApartCall, "now" | "clockStands"> {
  const moment = now();
  return { now: moment.toISOString(), clockStands: now() === moment };
}

function folderIsGone(operation: string, cwd: string): HoldallError {
  const state = `the folder "${cwd}" no longer exists`;
  return new HoldallError("E_NOT_FOUND", `Cannot run ${operation}: ${state}`, {
    cure: "start the server in another folder",
  });
}

/** Passes on what the process reports, and waits for its end. */
async function outcomeOf(child: OwnProcess["child"], context: OperationContext): Promise<unknown> {
  let outcome: ApartReport | null = null;
  let unsent: unknown = null;
  child.on("message", (message) => {
    const report = apartReportSchema.parse(message);
    if (report.kind === "progress") reportProgress(context, report.text);
    else if (report.kind === "note") context.note(report.text);
    else if (report.kind === "piece") {
      // A caller who left takes no pieces; this is known before the process has ended.
      context.emit(report.value).catch((error: unknown) => {
        unsent ??= error;
      });
    } else outcome = report;
  });
  await new Promise<void>((resolve) => {
    child.once("close", resolve);
    child.once("error", resolve);
  });
  if (unsent !== null) throw unsent;
  return resultOf(outcome, context.signal);
}

/** A call that was aborted reports nothing more. */
function reportProgress({ signal, progress }: OperationContext, text: string): void {
  if (!signal.aborted) progress(text);
}

function resultOf(outcome: ApartReport | null, signal: AbortSignal): unknown {
  signal.throwIfAborted();
  if (outcome?.kind === "result") return outcome.value;
  if (outcome?.kind !== "error") {
    throw new HoldallError("E_INTERNAL", "Cannot answer: the process of the operation has ended", {
      cure: "see what the server printed; with too little memory, run the command in a terminal",
    });
  }
  const { code, message, cure, findings } = outcome;
  throw new HoldallError(code, message, { findings, ...(cure === undefined ? {} : { cure }) });
}
