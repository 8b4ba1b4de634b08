import path from "node:path";
import type { Agent, AgentWriter, IndexedSession, SessionDraft } from "../agents/agent.ts";
import { withoutHashes } from "../agents/without-hashes.ts";
import { type BatchedSequence, batchesOf, expand } from "../base/batches.ts";
import { HoldallError } from "../base/errors.ts";
import type { LatePart } from "../base/late-part.ts";
import { type LossKind, lossKinds } from "../model/loss.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import { isConversation } from "../transcripts/conversation-item.ts";
import { isMain } from "../transcripts/dispositions.ts";
import { isExpectedAgain, type SessionMove } from "./move-session.ts";
import { collectUnits, compareReadBack, type ReadBackComparison } from "./read-back.ts";

/** An agent for which sessions can be written. */
export type Receiver = Agent & { readonly writer: AgentWriter };

/** What is written, for whom, where. */
export interface SessionPlan {
  readonly receiver: Receiver;
  readonly draft: SessionDraft;
  /** The note, when it is known only once everything else was written. */
  readonly lateNote?: LatePart | null;
  readonly target: string;
  /** Set when the same agent's session moves unchanged. */
  readonly move: SessionMove | null;
  /** Whether the items of the draft are in memory anyway, so that what is expected of them can be kept in full. */
  readonly isHeld?: boolean;
}

/** Writes the files of a session, in their places or where a rehearsal has them. */
export interface SessionFiles {
  /** Where a file is written that belongs to this path. */
  pathOf(file: string): string;
  /** Places a file in one step; a reader sees nothing or all of it. */
  place(file: string, text: AsyncIterable<string>, late?: LatePart | null): Promise<void>;
  /** Is told how many items were compared so far. */
  checked?(items: number): void;
}

/**
 * Writes a session, reads it back with the receiver's own reader, and compares: every message with its
 * text, every tool call with its arguments and its result. Refuses when something is missing that the
 * writer did not report.
 */
export async function writeAndCheck(plan: SessionPlan, files: SessionFiles): Promise<void> {
  const { receiver, move } = plan;
  const comparison = compareReadBack();
  const reported = new Set<string>();
  // The main file comes last: until then no list shows the session.
  for (const { path: file, text } of move?.subAgentFiles ?? []) {
    await files.place(files.pathOf(file), text());
  }
  const target = files.pathOf(plan.target);
  await files.place(target, sessionText(plan, comparison, reported), plan.lateNote ?? null);
  for (const unit of move?.units ?? []) {
    if (!unit.where.some((place) => reported.has(place))) comparison.expect(unit);
  }
  const session = await receiver.recognise(target);
  if (session === null) throw refusal(receiver, "the written file is not recognised as a session");
  const reading = await receiver.read(withoutHashes(await receiver.open(session)));
  const counts = await findUnits(reading, {
    comparison,
    target,
    isMove: move !== null,
    checked: files.checked ?? (() => {}),
  });
  const { missing, expected, misplaced } = comparison.result(reported);
  if (missing.length > 0) {
    const state = `${missing.length} of ${expected} messages and tool calls are missing or different when read back; the first is at ${missing[0]}`;
    throw refusal(receiver, state);
  }
  if (misplaced > 0) throw refusal(receiver, `${misplaced} messages are out of order`);
  if (move === null) return;
  const found = counts.subAgentItems || (await itemsInSubAgentFiles(receiver, move, files));
  const lost = move.subAgentItems - found;
  if (lost > 0)
    throw refusal(receiver, `${lost} of ${move.subAgentItems} items of sub-agents are missing`);
}

function refusal({ displayName }: Receiver, state: string): HoldallError {
  return new HoldallError("E_HANDOFF", `Cannot hand over to ${displayName}: ${state}`, {
    cure: "nothing was left behind; please report it with the output of `holdall sessions --json`",
  });
}

/** The text of the main file: the source's own records for a move, else written from the draft. */
function sessionText(
  { receiver: { writer }, draft, move, isHeld }: SessionPlan,
  comparison: ReadBackComparison,
  reported: Set<string>,
): AsyncIterable<string> {
  if (move !== null) {
    const moved = reportingTo(reported, move.draft, ["dropped"]);
    return writer.relocate(move.source, moved, move.subAgentFiles);
  }
  return writer.write({
    ...reportingTo(reported, draft, lossKinds),
    items: () => expectAll(draft.items(), comparison, isHeld ? "texts" : "digests"),
  });
}

/** A draft whose losses of some kinds are noted by their places: what was reported need not be found again. */
function reportingTo(
  reported: Set<string>,
  draft: SessionDraft,
  kinds: readonly LossKind[],
): SessionDraft {
  return {
    ...draft,
    loss(loss) {
      if (kinds.includes(loss.kind)) reported.add(loss.where);
      draft.loss(loss);
    },
  };
}

/** Notes on the way to the writer what must be found again. */
function expectAll(
  items: AsyncIterable<TranscriptItem>,
  comparison: ReadBackComparison,
  keeps: "texts" | "digests",
): BatchedSequence<TranscriptItem> {
  const units = collectUnits(comparison.expect, keeps);
  const expectItem = (item: TranscriptItem, add: (item: TranscriptItem) => void) => {
    units.add(item);
    add(item);
  };
  return expand(items, expectItem, () => units.end());
}

interface FindOptions {
  readonly comparison: ReadBackComparison;
  readonly target: string;
  readonly isMove: boolean;
  readonly checked: (items: number) => void;
}

/** Compares what the reader gives; returns how many items come from files of sub-agents. */
async function findUnits(
  { items }: IndexedSession,
  { comparison, target, isMove, checked }: FindOptions,
): Promise<{ readonly subAgentItems: number }> {
  const main = path.basename(target);
  const units = collectUnits(comparison.find, "texts"); // Each is let go once it was compared.
  let subAgentItems = 0;
  let seen = 0;
  for await (const batch of batchesOf(items())) {
    for (const item of batch) {
      if (item.source.file !== main && isConversation(item)) subAgentItems++;
      // A session that moves unchanged has everything again, also what is not in force.
      if (isMove ? isExpectedAgain(item) : isMain(item) && isConversation(item)) units.add(item);
    }
    seen += batch.length;
    checked(seen);
  }
  units.end();
  return { subAgentItems };
}

/** Items of sub-agents whose files are sessions by themselves until the program has imported them. */
async function itemsInSubAgentFiles(
  agent: Agent,
  { subAgentFiles }: SessionMove,
  files: SessionFiles,
): Promise<number> {
  let count = 0;
  for (const { path: file } of subAgentFiles) {
    const session = await agent.recognise(files.pathOf(file));
    const reading = session && (await agent.read(withoutHashes(await agent.open(session))));
    if (reading === null) continue;
    for await (const batch of batchesOf(reading.items())) {
      count += batch.filter(isConversation).length;
    }
  }
  return count;
}
