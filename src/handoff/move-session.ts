import type {
  AgentWriter,
  CarriedSettings,
  IndexedSession,
  MovedFile,
  PlannedSession,
  SessionDraft,
  SessionSource,
} from "../agents/agent.ts";
import { batchesOf } from "../base/batches.ts";
import type { Finding } from "../base/findings.ts";
import type { LossItem } from "../model/loss.ts";
import { locationOf, type TranscriptItem } from "../model/transcript.ts";
import { isConversation } from "../transcripts/conversation-item.ts";
import type { InForce } from "../transcripts/in-force.ts";
import { createLossTally } from "../transcripts/loss-tally.ts";
import { type ConversationCounter, countConversation } from "./conversation-report.ts";
import { collectUnits, type SessionUnit } from "./session-unit.ts";

/**
 * A session that moves to the same agent unchanged: its own bytes under a new id and folder, with the files
 * of its sub-agents. Nothing is translated, so that nothing can be lost in translation. What decides about rights,
 * folders, agents and the like is left out unless it is asked for.
 */
export interface SessionMove {
  readonly source: SessionSource;
  readonly session: PlannedSession;
  readonly subAgentFiles: readonly MovedFile[];
  /** What of the conversation must be found again, in order. */
  readonly units: readonly SessionUnit[];
  /** Messages, calls and results of sub-agents that must be found again. */
  readonly subAgentItems: number;
  readonly counts: ConversationCounter;
  /** How many items of the session move. */
  readonly kept: number;
  /** What stays with the source session. */
  readonly losses: readonly LossItem[];
}

/** What moves where. */
export interface MoveRequest {
  /** What was read from the agent's own files. */
  readonly recorded: Pick<IndexedSession, "items" | "findings">;
  /** What is in force, as it is in the file. */
  readonly chosen: Pick<InForce, "recorded">;
  readonly receiver: { readonly writer: AgentWriter };
  readonly session: PlannedSession;
  readonly carriedSettings: CarriedSettings;
  readonly target: string;
}

/** Finds a path for every file of a session, and counts what is left out. */
export async function planMove(native: SessionSource, request: MoveRequest): Promise<SessionMove> {
  const { recorded, carriedSettings } = request;
  const session: PlannedSession = { ...request.session, carriedSettings };
  const source = { ...native, dangling: danglingLines(native, recorded.findings) };
  const { writer } = request.receiver;
  const losses = createLossTally();
  const draft: SessionDraft = {
    ...session,
    loss: (loss) => losses.add({ scope: "background", ...loss }),
  };
  const subAgentFiles = (await writer.subAgentFiles?.(source, draft, request.target)) ?? [];
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
  for await (const batch of batchesOf(recorded.items())) for (const item of batch) see(item);
  collecting.end();
  const counts = countConversation();
  for await (const batch of batchesOf(request.chosen.recorded())) {
    for (const item of batch) counts.add(item);
  }
  return {
    source,
    session,
    subAgentFiles,
    units,
    subAgentItems,
    counts,
    kept,
    losses: losses.items(),
  };
}

/** Lines of the main file whose record follows one that is not in it. */
function danglingLines(
  { files: [file] }: SessionSource,
  findings: readonly Finding[],
): ReadonlySet<number> {
  const dangling = findings.filter(
    (each) => each.code === "W_DANGLING" && each.file === file?.path,
  );
  return new Set(dangling.flatMap(({ line }) => line ?? []));
}

/** Whether a session that moves must say the same again; context that the program adds may be a setting. */
export function isExpectedAgain({ thread, kind }: TranscriptItem): boolean {
  return thread === null && kind !== "injected";
}

const LEFT = "path that the conversation left; it stays with the source session";
const STAYS = "record of a sub-agent; it stays with the source session";
