import type { AgentWriter, MovedFile, NativeOrder, SessionSource } from "../../agents/agent.ts";
import { type LossReport, lossReport } from "../../model/loss.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { placeOf } from "../../transcripts/carried.ts";
import { tallyLosses } from "../../transcripts/tally-losses.ts";

/** A session that moves to the same agent as it is: all of its files that have a place. */
export interface Move {
  readonly source: SessionSource;
  /** The order, which tells the move what is lost. */
  readonly order: NativeOrder;
  /** The files of its sub-agents. */
  readonly beside: readonly MovedFile[];
  /** Items of sub-agents that must be found again. */
  readonly subAgentItems: number;
  /** Complete once everything was written. */
  report(): LossReport;
}

/** What moves, from where to where. */
export interface MoveRequest {
  readonly source: SessionSource;
  readonly writer: AgentWriter;
  readonly order: NativeOrder;
  readonly target: string;
  items(): AsyncIterable<TranscriptItem>;
}

/** Finds a place for every file of a session, and counts what stays behind. */
export async function planMove(request: MoveRequest): Promise<Move> {
  const { source, writer, target } = request;
  const losses = tallyLosses();
  const order: NativeOrder = {
    ...request.order,
    loss: ({ kind, where, why }) => losses.add(kind, where, why),
  };
  const beside = (await writer.beside?.(source, order, target)) ?? [];
  const moved = new Set(beside.map(({ source: file }) => file));
  const main = source.files[0]?.path;
  let [kept, subAgentItems] = [0, 0];
  for await (const item of request.items()) {
    const { file } = item.source;
    if (moved.has(file)) subAgentItems++;
    // Early versions kept sub-agents inside the session's own file.
    if (item.thread === null || file === main || moved.has(file)) kept++;
    else losses.add("dropped", placeOf(item), "a sub-agent's own records stay where they are");
  }
  const report = () => lossReport(kept, losses.items());
  return { source, order, beside, subAgentItems, report };
}
