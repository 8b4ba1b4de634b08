import { HoldallError } from "../../base/errors.ts";
import { PREVIEW_RUN } from "../../compile/assemble.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { actorOf } from "../../runtime/actor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { compileTranscript } from "../../transcripts/compile-transcript.ts";
import { findTranscript } from "../../transcripts/stored-session.ts";
import { type CompiledThread, compileThread } from "../compile-thread.ts";
import { endFailedRun } from "../end-failed-run.ts";
import { findRun } from "../find.ts";
import { recordCompile } from "../record-compile.ts";
import { requireOpenRun } from "../runs.ts";
import type { RunRow } from "../tables/runs.ts";
import {
  type CompileInput,
  type RunCompileInput,
  requestOf,
  withState,
} from "./compile-request.ts";
import { outputOf, renderFor } from "./compile-result.ts";

/** Compiles a context without recording it. */
export async function previewCompile(
  ledger: Ledger,
  context: OperationContext,
  input: CompileInput,
) {
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

/** Compiles the context of a run and records it with the run. */
export async function compileAndRecord(
  ledger: Ledger,
  context: OperationContext,
  input: CompileInput,
) {
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
