/**
 * Connects threads to the compiler: finds the message to answer, fixes the cut, and opens what a
 * strategy may read (`strategy-input.ts`). The result depends only on the request and on events at
 * or before the cut, which is what makes `verify --recompute` possible.
 */

import { HoldallError } from "../base/errors.ts";
import type { CompileProvenance, CompileSource } from "../compile/assemble.ts";
import { type Compiled, compileContext, cutOf } from "../compile/compile.ts";
import { loadStrategy } from "../compile/strategies/registry.ts";
import type { StrategyLimits, ThreadBase } from "../compile/strategies/strategy.ts";
import type { Transaction } from "../stores/store.ts";
import { findMessage, findThread, newestMessage } from "./find.ts";
import type { HandoffArtifact, ShownState } from "./handoff-artifact.ts";
import { readLineage } from "./lineage.ts";
import { openStrategyInput } from "./strategy-input.ts";
import { type MessageRow, selectMessage } from "./tables/messages.ts";

/** What to compile, and how. */
export interface CompileThreadRequest {
  /** Id of the thread, or an unambiguous prefix of one. */
  readonly thread: string;
  /** Id of the message to answer (default: the newest). */
  readonly message?: string | undefined;
  readonly strategy: string;
  readonly limits: StrategyLimits;
  readonly provenance: CompileProvenance;
  /** The last seq that may be read; set only by a recompute. */
  readonly from_seq?: number | undefined;
  /** The head as of which checkpoints count; set only by a recompute. */
  readonly as_of?: number | undefined;
  /** The committed state to show first (default: none). */
  readonly state?: ShownState | null | undefined;
}

/** A compiled thread, and everything that is recorded about it. */
export interface CompiledThread extends Compiled {
  readonly source: CompileSource;
  readonly provenance: CompileProvenance;
  readonly base: ThreadBase | null;
  readonly as_of_seq: number;
  readonly handoff: HandoffArtifact | null;
  readonly state: ShownState | null;
}

/** Compiles the context of one message of a thread. It only reads; `record-compile.ts` writes. */
export async function compileThread(
  tx: Transaction,
  request: CompileThreadRequest,
): Promise<CompiledThread> {
  const { thread, head } = await findThread(tx, request.thread);
  const { thread_id } = thread;
  const anchor =
    request.message === undefined
      ? await newestMessage(tx, thread_id, request.from_seq ?? head)
      : await findMessage(tx, thread_id, request.message);
  if (anchor === null) throw noMessage(thread_id);
  // The cut ends before the next message: a question is compiled as of when it was asked, even if
  // the conversation has continued since.
  const next = await selectMessage(tx, thread_id, anchor.ordinal + 1);
  const from_seq = request.from_seq ?? cutOf(anchor.seq, next?.seq ?? null, head);
  const as_of_seq = request.as_of ?? head;
  checkCut({ from_seq, as_of_seq, head }, anchor);
  const lineage = await readLineage(tx, thread, from_seq);
  const before = lineage.segments.at(-1)?.before ?? 0;
  const { reads: detail } = await loadStrategy(request.strategy);
  const state = request.state ?? null;
  // Ordinals of a strategy count over the whole lineage; those of the tables count per thread.
  const view = { lineage, anchor: before + anchor.ordinal, as_of: as_of_seq, detail, state };
  const { input, handoff } = await openStrategyInput(tx, view);
  const source = { thread_id, from_seq, from_message_id: anchor.event_id };
  const { strategy, limits, provenance } = request;
  const compiled = await compileContext({ strategy, limits, input, source, provenance });
  return { ...compiled, source, provenance, base: input.base, as_of_seq, handoff, state };
}

function noMessage(thread_id: string): HoldallError {
  return new HoldallError(
    "E_NOT_FOUND",
    `Cannot compile thread "${thread_id}": it has no messages`,
    {
      cure: `post one with \`holdall thread post ${thread_id} TEXT\``,
    },
  );
}

/** A recorded cut comes from the ledger, and an imported log may contain any number. */
function checkCut(
  cut: { readonly from_seq: number; readonly as_of_seq: number; readonly head: number },
  anchor: MessageRow,
): void {
  const { from_seq, as_of_seq, head } = cut;
  const isInside = from_seq >= anchor.seq && from_seq <= head && as_of_seq <= head;
  if (isInside) return;
  throw new HoldallError(
    "E_USAGE",
    `Cannot compile from seq ${from_seq} as of ${as_of_seq}: the message is at ${anchor.seq} and the last event at ${head}`,
  );
}
