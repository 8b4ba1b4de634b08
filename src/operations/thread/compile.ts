/**
 * Compiles the context of a message. A preview only reads and may also compile an imported session.
 * A recorded compile belongs to a run and is part of its state machine: compile and record share a
 * write transaction, and if no context is possible, the run ends with the reason.
 */

import { HoldallError } from "../../base/errors.ts";
import { PREVIEW_RUN } from "../../compile/assemble.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { actorAliases, actorOf } from "../../runtime/actor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { type CompiledThread, compileThread } from "../../threads/compile-thread.ts";
import { endFailedRun } from "../../threads/end-failed-run.ts";
import { findRun } from "../../threads/find.ts";
import { recordCompile } from "../../threads/record-compile.ts";
import { requireOpenRun } from "../../threads/runs.ts";
import type { RunRow } from "../../threads/tables/runs.ts";
import { compileTranscript } from "../../transcripts/compile-transcript.ts";
import { findTranscript } from "../../transcripts/stored-session.ts";
import { defineOperation } from "../operation/define-operation.ts";
import {
  type CompileInput,
  compileInput,
  type RunCompileInput,
  requestOf,
  withState,
} from "./compile-request.ts";
import { bytesOf, compileOutput, outputOf, renderFor } from "./compile-result.ts";

export default defineOperation({
  name: "thread compile",
  summary: "Compile the context that a model is given to answer a message",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli", "mcp", "http"],
  tool: [
    { name: "thread.compile", sets: ["threads"], fixed: { record: false }, effect: "read" },
    {
      name: "thread.run.compile",
      sets: ["threads"],
      summary: "Compile the context of a run and record it with the run",
      fixed: { record: true },
    },
  ],
  positionals: ["id"],
  aliases: actorAliases,
  examples: [
    "thread compile 0197 --explain",
    "thread compile 0197 --budget 8000 --raw",
    "thread compile 0197 --render anthropic-messages --model NAME --max-output 1024 --json",
  ],
  input: compileInput,
  output: compileOutput,
  run: (context, input) =>
    inWorkspace(
      context,
      { store: input.store, effect: input.record ? "write" : "read" },
      (ledger) =>
        input.record ? compileAndRecord(ledger, context, input) : preview(ledger, context, input),
    ),
  bytes: bytesOf,
});

async function preview(ledger: Ledger, context: OperationContext, input: CompileInput) {
  const asked = { ...input, run_session_id: input.run ?? PREVIEW_RUN };
  const transcript = await compiledTranscript(ledger, context, asked);
  return ledger.read(async (tx) => {
    const compiled = transcript ?? (await compileThread(tx, await withState(tx, context, asked)));
    return outputOf(await renderFor(tx, compiled, context, asked), input);
  });
}

/** An imported session, recognised by the agent's name before its id; null for a thread. */
async function compiledTranscript(
  ledger: Ledger,
  context: OperationContext,
  input: RunCompileInput,
): Promise<CompiledThread | null> {
  if (!input.id.includes("/")) return null;
  const row = await findTranscript(ledger, input.id);
  if (row === null) {
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot compile "${input.id}": there is no such imported session`,
      {
        cure: "run `holdall thread list` to see them, or import it with `holdall import`",
      },
    );
  }
  const request = await requestOf(context, input);
  const compiled = await compileTranscript(ledger, { ...request, row });
  return {
    ...compiled,
    base: null,
    as_of_seq: compiled.source.from_seq,
    handoff: null,
    state: null,
  };
}

async function compileAndRecord(ledger: Ledger, context: OperationContext, input: CompileInput) {
  const { run: named } = input;
  if (named === undefined) {
    throw new HoldallError("E_USAGE", "Cannot record the compile: --run is missing", {
      cure: "start a run with `holdall thread run begin` and pass its id as --run",
    });
  }
  const run = await ledger.read((tx) => findRun(tx, named));
  requireOpenRun(run);
  const recording = recordFor(ledger, context, { ...input, run });
  return recording.catch(async (error) => {
    await endFailedRun(ledger, run, { error, actor: actorOf(input) });
    throw error;
  });
}

function recordFor(
  ledger: Ledger,
  context: OperationContext,
  input: Omit<CompileInput, "run"> & { run: RunRow },
) {
  return ledger.write(async (unit) => {
    // Looked up again inside the transaction: the run may have ended since.
    const run = await findRun(unit.tx, input.run.run_session_id);
    requireOpenRun(run);
    const { run_session_id, message_id } = run;
    const message = input.message ?? message_id;
    const asked = { ...input, run: undefined, message, run_session_id };
    const compiled = await compileThread(unit.tx, await withState(unit.tx, context, asked));
    const result = await renderFor(unit.tx, compiled, context, asked);
    const renderer = result.rendered?.renderer ?? null;
    await recordCompile(unit, result.compiled, { run, renderer });
    return outputOf(result, asked);
  });
}
