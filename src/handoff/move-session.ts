import type {
  AgentWriter,
  CarriedSettings,
  MovedFile,
  SessionDraft,
  SessionSource,
} from "../agents/agent.ts";
import { type SettingSubject, settingOf } from "../agents/settings-records.ts";
import { batchesOf } from "../base/batches.ts";
import { type LossReport, lossReport } from "../model/loss.ts";
import { locationOf, type TranscriptItem } from "../model/transcript.ts";
import { type ConversationItem, isConversation } from "../transcripts/conversation-item.ts";
import { createLossTally } from "../transcripts/loss-tally.ts";
import { type ConversationReport, countConversation } from "./conversation-report.ts";
import { collectUnits } from "./read-back.ts";
import type { SessionUnit } from "./session-unit.ts";

/**
 * A session that moves to the same agent unchanged: its own bytes under a new id and folder, with the files
 * of its sub-agents. Nothing is translated, so that nothing can be lost in translation. What decides about rights,
 * folders, agents and the like stays behind unless it is asked for.
 */
export interface SessionMove {
  readonly source: SessionSource;
  /** The draft, whose `loss` reports to this move. */
  readonly draft: SessionDraft;
  readonly subAgentFiles: readonly MovedFile[];
  /** What of the conversation must be found again, in order. */
  readonly units: readonly SessionUnit[];
  /** Messages, calls and results of sub-agents that must be found again. */
  readonly subAgentItems: number;
  /** Complete once everything was written. */
  loss(): LossReport;
  /** What the session decided and does not decide any more; complete once everything was written. */
  resetSettings(): readonly SettingSubject[];
  conversation(): ConversationReport;
}

/** What moves, from where to where. */
export interface MoveRequest {
  readonly source: SessionSource;
  readonly writer: AgentWriter;
  readonly draft: SessionDraft;
  readonly carriedSettings: CarriedSettings;
  readonly target: string;
  items(): AsyncIterable<TranscriptItem>;
  /** What is in force, as it is in the file. */
  recorded(): AsyncIterable<ConversationItem>;
}

/** Finds a path for every file of a session, and counts what stays behind. */
export async function planMove(request: MoveRequest): Promise<SessionMove> {
  const { source, writer, target } = request;
  const losses = createLossTally();
  const draft: SessionDraft = {
    ...request.draft,
    carriedSettings: request.carriedSettings,
    loss: (loss) => losses.add({ scope: "background", ...loss }),
  };
  const subAgentFiles = (await writer.subAgentFiles?.(source, draft, target)) ?? [];
  const moved = new Set(subAgentFiles.map(({ source: file }) => file));
  const main = source.files[0]?.path;
  let kept = 0;
  let subAgentItems = 0;
  const units: SessionUnit[] = [];
  const collecting = collectUnits((unit) => void units.push(unit));
  const see = (item: TranscriptItem) => {
    const isElsewhere = item.source.file !== main && !moved.has(item.source.file);
    if (item.thread === null && item.branch !== null && isElsewhere) {
      losses.add({ kind: "dropped", scope: "background", where: locationOf(item), why: LEFT });
      return;
    }
    if (isExpectedAgain(item)) collecting.add(item);
    if (item.kind === "opaque" && item.missing !== undefined && item.is_absent === true) {
      const why = item.missing;
      losses.add({ kind: "dropped", scope: "conversation", where: locationOf(item), why });
      return;
    }
    const { file } = item.source;
    if (moved.has(file) && isConversation(item)) subAgentItems++;
    // Early versions kept sub-agents inside the session's own file.
    if (item.thread === null || file === main || moved.has(file)) kept++;
    else losses.add({ kind: "dropped", scope: "background", where: locationOf(item), why: STAYS });
  };
  for await (const batch of batchesOf(request.items())) for (const item of batch) see(item);
  collecting.end();
  const counter = countConversation();
  for await (const batch of batchesOf(request.recorded()))
    for (const item of batch) counter.add(item);
  return {
    source,
    draft,
    subAgentFiles,
    units,
    subAgentItems,
    loss: () => lossReport(kept, losses.items()),
    resetSettings: () => [...new Set(losses.items().flatMap((loss) => settingOf(loss) ?? []))],
    conversation: () => counter.report(losses.items()),
  };
}

const LEFT = "path that the conversation left; it stays with the source session";
/** Whether a session that moves must say the same again; context that the program adds may be a setting. */
export function isExpectedAgain({ thread, kind }: TranscriptItem): boolean {
  return thread === null && kind !== "injected";
}

const STAYS = "record of a sub-agent; it stays with the source session";
