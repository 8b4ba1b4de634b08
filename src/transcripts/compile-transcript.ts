import { agents } from "../agents/registry.ts";
import { HoldallError } from "../base/errors.ts";
import type { CompileProvenance, CompileSource } from "../compile/assemble.ts";
import { type Compiled, compileContext } from "../compile/compile.ts";
import type { StrategyLimits } from "../compile/strategies/strategy.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Turn } from "../model/turn.ts";
import { findInForce } from "./in-force.ts";
import { createLossTally } from "./loss-tally.ts";
import { openStored } from "./stored-session.ts";
import { strategyInput } from "./strategy-input.ts";
import type { TranscriptRow } from "./tables.ts";
import { turnsOf } from "./turns.ts";

/** What to compile of an imported session, and how. */
export interface TranscriptCompile {
  readonly row: TranscriptRow;
  /** The message to be answered; the newest by default. */
  readonly message?: string | undefined;
  /** The last event of the stream to look at. */
  readonly from_seq?: number | undefined;
  readonly strategy: string;
  readonly limits: StrategyLimits;
  readonly provenance: CompileProvenance;
}

/** A compiled session. */
export interface TranscriptCompiled extends Compiled {
  readonly source: CompileSource;
  readonly provenance: CompileProvenance;
}

/** Compiles the context of one message of an imported session, as a thread's is. Only reads. */
export async function compileTranscript(
  ledger: Ledger,
  request: TranscriptCompile,
): Promise<TranscriptCompiled> {
  const { row, strategy, limits, provenance } = request;
  const from_seq = request.from_seq ?? row.head_seq;
  const thread_id = row.transcript_id;
  const turns = await readTurns(ledger, row, from_seq);
  const at = request.message === undefined ? turns.length - 1 : indexOf(turns, request.message);
  const anchor = turns[at];
  if (anchor === undefined) {
    throw new HoldallError("E_NOT_FOUND", `Cannot compile "${thread_id}": no such message in it`);
  }
  const input = strategyInput(thread_id, { ...anchor, reply: null }, turns.slice(0, at));
  const source = { thread_id, from_seq, from_message_id: anchor.user.event_id };
  const compiled = await compileContext({ strategy, limits, input, source, provenance });
  return { ...compiled, source, provenance };
}

/** The turns in force of an imported session, as of an event of its stream. */
export async function readTurns(
  ledger: Ledger,
  row: TranscriptRow,
  from_seq: number,
): Promise<readonly Turn[]> {
  if (!Object.hasOwn(agents, row.agent)) {
    throw new HoldallError("E_VERSION", `Cannot read a session of "${row.agent}": unknown agent`);
  }
  const { default: agent } = await agents[row.agent as keyof typeof agents]();
  const reading = await agent.read(await openStored(ledger, row, from_seq));
  const inForce = await findInForce(() => reading.items(), {}, createLossTally());
  return turnsOf(row.transcript_id, inForce.items());
}

function indexOf(turns: readonly Turn[], message: string): number {
  return turns.findIndex(({ user }) => user.event_id.startsWith(message));
}
