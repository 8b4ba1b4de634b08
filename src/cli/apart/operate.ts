/**
 * Runs one operation for a server, in a process of its own: a long one would otherwise delay every other
 * request. The server sends the call and gets the reports; when it ends or kills this process, what the
 * operation has left unfinished is removed as after Ctrl-C.
 */

import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { loadOperation, operationNames } from "../../operations/registry.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import {
  type ApartCall,
  type ApartReport,
  apartCallSchema,
  errorReport,
} from "../../runtime/remote/apart-messages.ts";
import { asHoldallError, remoteContext } from "../../runtime/remote/remote-call.ts";
import { endOnSignals } from "../context.ts";
import { createProgress } from "../terminal.ts";

const INTERRUPTED = 130;

/** Runs the operation that the server names, and returns the exit code. */
export async function operate(): Promise<number> {
  if (process.send === undefined) {
    throw new HoldallError("E_USAGE", "Cannot run an operation: no server has asked for it");
  }
  const { signal, awaitEnd } = endOnSignals(createProgress(process.stderr, "none"));
  process.once("disconnect", () => process.exit(INTERRUPTED));
  const call = apartCallSchema.parse(await nextMessage());
  try {
    const operation = await loadOperation(z.enum(operationNames).parse(call.operation));
    if (operation.endsWhenStopped) awaitEnd();
    const value = await operation.run(contextOf(call, signal), call.input);
    await send({ kind: "result", value });
  } catch (error) {
    await send(errorReport(asHoldallError(error)));
  }
  process.removeAllListeners("disconnect").disconnect();
  return 0;
}

function nextMessage(): Promise<unknown> {
  return new Promise((resolve) => process.once("message", resolve));
}

/** Resolves when the report is on its way. */
function send(report: ApartReport): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(report, undefined, undefined, () => resolve());
  });
}

function contextOf(
  { cwd, roots, outputFolder, now, clockStands }: ApartCall,
  signal: AbortSignal,
): OperationContext {
  return remoteContext({
    cwd,
    bounds: { roots, ...(outputFolder === undefined ? {} : { outputFolder }) },
    workspaces: undefined,
    now: clockFrom(new Date(now), clockStands),
    form: "a request",
    signal,
    progress: createReporter(),
    note: (text) => void send({ kind: "note", text }),
    emit: (value) => send({ kind: "piece", value }),
  });
}

/** The clock of the server: it is stopped, or continues from when the server asked. */
function clockFrom(moment: Date, isStopped: boolean): () => Date {
  if (isStopped) return () => moment;
  const ahead = moment.getTime() - Date.now();
  return () => new Date(Date.now() + ahead);
}

/** Least time between two reports of progress, of which there may be thousands. */
const MIN_INTERVAL_MS = 50;

function createReporter(): (text: string) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (performance.now() - last < MIN_INTERVAL_MS) return;
    last = performance.now();
    void send({ kind: "progress", text });
  };
}
