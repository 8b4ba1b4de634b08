import type { AgentWriter, MovedFile, NativeOrder, SessionSource } from "../../agents/agent.ts";
import { type ConversationReport, countConversation } from "../../handoff/conversation-report.ts";
import { type LossReport, lossReport } from "../../model/loss.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { type ConversationItem, locationOf } from "../../transcripts/conversation-item.ts";
import { createLossTally } from "../../transcripts/loss-tally.ts";

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
  conversation(): ConversationReport;
}

/** What moves, from where to where. */
export interface MoveRequest {
  readonly source: SessionSource;
  readonly writer: AgentWriter;
  readonly order: NativeOrder;
  readonly target: string;
  items(): AsyncIterable<TranscriptItem>;
  /** What is in force of it, as it is in the file. */
  recorded(): AsyncIterable<ConversationItem>;
}

/** Finds a place for every file of a session, and counts what stays behind. */
export async function planMove(request: MoveRequest): Promise<Move> {
  const { source, writer, target } = request;
  const losses = createLossTally();
  const order: NativeOrder = {
    ...request.order,
    loss: (loss) => losses.add({ scope: "background", ...loss }),
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
    else losses.add({ kind: "dropped", scope: "background", where: locationOf(item), why: STAYS });
  }
  const report = () => lossReport(kept, losses.items());
  const counter = countConversation();
  for await (const item of request.recorded()) counter.add(item);
  const conversation = () => counter.report(losses.items());
  return { source, order, beside, subAgentItems, report, conversation };
}

const STAYS = "record of a sub-agent; it stays with the source session";
