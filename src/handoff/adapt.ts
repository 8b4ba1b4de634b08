import { type BatchedSequence, batchesOf, expand } from "../base/batches.ts";
import { BYTES_PER_TOKEN } from "../base/bytes-per-token.ts";
import type { LossItem } from "../model/loss.ts";
import { locationOf, type TranscriptHeader } from "../model/transcript.ts";
import type { Redaction } from "../redact/redactor.ts";
import type { ConversationItem } from "../transcripts/conversation-item.ts";
import { createLossTally } from "../transcripts/loss-tally.ts";
import { adaptationFor, adaptItems, type CarriedOrLeftItem } from "./adapt-items.ts";
import type { ChosenConversation } from "./choose-in-force.ts";
import { type ConversationCounter, countConversation } from "./conversation-report.ts";
import type { FittedSelection } from "./fit.ts";
import { redactHeader, sessionTitle } from "./header.ts";
import { countForReceiver, describeChange, type ItemChange, isRemoval } from "./item-change.ts";
import type { LearnedFacts } from "./learn.ts";
import { noteFor } from "./note.ts";
import type { HandoffRequest } from "./request.ts";
import { collectUnits, type SessionUnit } from "./session-unit.ts";

/** A conversation as the receiver gets it, and how it differs from the source. */
export interface AdaptedConversation {
  readonly header: TranscriptHeader;
  readonly title: string;
  /** Where the work comes from and what is different: the receiver's first text. */
  readonly note: string;
  /** The same items each time, adapted again from those in force. */
  items(): BatchedSequence<ConversationItem>;
  /** What must be found again when the written session is read. */
  readonly units: readonly SessionUnit[];
  readonly counts: ConversationCounter;
  /** Size of the items and the note, estimated from their bytes. */
  readonly tokens: number;
  /** How many items arrive unchanged. */
  readonly kept: number;
  /** Everything that is left out or different. */
  readonly losses: readonly LossItem[];
  readonly redactions: readonly Redaction[];
}

/** The results of the earlier stages. */
interface Stages {
  readonly chosen: ChosenConversation;
  readonly learned: LearnedFacts;
  readonly fitted: FittedSelection;
}

/** Stage 5, adapt: gives the items the receiver's form without secrets, counts the changes, and writes the note. */
export async function adaptConversation(
  request: HandoffRequest,
  { chosen, learned, fitted }: Stages,
): Promise<AdaptedConversation> {
  const { budget, limits, briefing } = fitted;
  const adaptation = adaptationFor(request, learned, budget);
  const adapted = adaptItems(chosen.items(), adaptation, limits);
  const { changes, changeLosses, ...counted } = await countItems(adapted);
  const losses = [...chosen.losses, ...changeLosses];
  // Titles and notes are no items: the redactor that learned from the session cleans them.
  const clean = (text: string) => learned.redactor?.text(text, "title") ?? text;
  const header = redactHeader(request.session.header, clean);
  const title = clean(sessionTitle(header, learned.first_request));
  const note = clean(
    noteFor(request, learned, { budget, briefing, losses: chosen.losses, changes }),
  );
  const redactions = mergeReports(
    adaptation.redactor?.report() ?? [],
    countIn(JSON.stringify([{ ...header, title }, note]), learned.redactor?.report() ?? []),
  );
  const items = () => {
    const again = adaptItems(chosen.items(), adaptationFor(request, learned, budget), limits);
    return carriedItems(again);
  };
  const tokens = counted.counts.tokens() + Math.ceil(Buffer.byteLength(note) / BYTES_PER_TOKEN);
  return { header, title, note, items, tokens, losses, redactions, ...counted };
}

/** Goes through the adapted items once: what arrives, what of it is different, what must be found again. */
async function countItems(adapted: AsyncIterable<CarriedOrLeftItem>) {
  const counts = countConversation();
  const losses = createLossTally();
  const changes = new Map<string, number>();
  const units: SessionUnit[] = [];
  const collecting = collectUnits((unit) => void units.push(unit));
  let kept = 0;
  for await (const batch of batchesOf(adapted)) {
    for (const { item, changes: own, renamedFrom, isCarried } of batch) {
      if (own.length > 0) losses.add(changeLoss(locationOf(item), own));
      countForReceiver(changes, own);
      if (!isCarried) {
        counts.leave(item);
        continue;
      }
      if (own.length === 0) kept++;
      counts.add(item);
      collecting.add(item);
      if (renamedFrom !== null && item.kind === "tool_call") counts.rename(renamedFrom, item.name);
    }
  }
  collecting.end();
  return { counts, kept, changes, changeLosses: losses.items(), units };
}

/** How an item differs; one of which content is missing is not complete any more. */
function changeLoss(where: string, changes: readonly ItemChange[]): LossItem {
  const kind = changes.some(isRemoval) ? "summarised" : "changed";
  const why = changes.map(describeChange).join("; ");
  return { kind, scope: "conversation", where, why };
}

function carriedItems(fitted: AsyncIterable<CarriedOrLeftItem>): BatchedSequence<ConversationItem> {
  return expand(fitted, ({ item, isCarried }, add) => {
    if (isCarried) add(item);
  });
}

/** How often each secret was replaced in a text. A digest was rendered several times before one of them was taken. */
function countIn(text: string, redactions: readonly Redaction[]): readonly Redaction[] {
  return redactions
    .map((each) => ({ ...each, count: text.split(each.placeholder).length - 1 }))
    .filter(({ count }) => count > 0);
}

/** What was replaced in the items, and what was replaced only in texts about them, such as a title. */
function mergeReports(
  items: readonly Redaction[],
  texts: readonly Redaction[],
): readonly Redaction[] {
  const reported = new Set(items.map(({ placeholder }) => placeholder));
  return [...items, ...texts.filter(({ placeholder }) => !reported.has(placeholder))];
}
