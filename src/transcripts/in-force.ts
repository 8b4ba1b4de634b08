/**
 * Which part of a transcript is in force: what its agent would send to a model now.
 *
 * A session file only grows. It still contains what the user rewound, what sub-agents did, and everything that
 * a compaction replaced by a summary. In force is: the summary of the last compaction that can be read, the
 * earlier items that this compaction kept, and every message, call and result after it on the main path.
 * When a summary is encrypted, or an error is in its place, it replaces nothing: the messages before it are still in the file and count.
 *
 * What is in force is kept in memory while it is small, as it nearly always is. The items of a longer conversation are
 * read from the file each time, and only the head (summary and kept items) is kept, because it is earlier in the
 * file than its position in the conversation.
 */
import { type BatchedSequence, batchesOf, expand, fromBatches } from "../base/batches.ts";
import type { TranscriptItem } from "../model/transcript.ts";
import { type ConversationItem, isConversation, textBytesOf } from "./conversation-item.ts";
import {
  type CallPairs,
  type InForceRange,
  type ItemFacts,
  isMain,
  isReadable,
  isTooDeep,
  itemFacts,
  recordLosses,
} from "./dispositions.ts";
import { isFailedSummary } from "./failed-summary.ts";
import { type Bounds, findBounds } from "./find-bounds.ts";
import { createItemCache, type PlacedItem } from "./item-cache.ts";
import type { LossTally } from "./loss-tally.ts";

/** Which part of a conversation is taken. */
export interface ConversationRange extends Bounds {
  /** Takes the messages that summaries replace instead of the summaries, as far as they are in the file. */
  readonly ignoreSummaries?: true;
  /** Takes an encrypted summary for what it replaces, as the agent does that wrote it: no other could read it. */
  readonly keepsSealed?: true;
}

/** The part of a transcript that its agent would send to a model now. */
export interface InForce {
  /** Oldest first: the summary, what was kept beside it, and everything later. */
  items(): AsyncIterable<ConversationItem>;
  /** The same as it is in the file: without results for interrupted calls, with results whose call is gone. */
  recorded(): AsyncIterable<ConversationItem>;
  /** The bound whose item does not exist: then the conversation is empty. */
  readonly missing: keyof Bounds | null;
  /** Whether its agent would send an encrypted summary in the place of some of the items. */
  readonly hasSealedSummary: boolean;
}

type Items = () => AsyncIterable<TranscriptItem>;

/** Finds what is in force; everything else goes to the tally with its reason. */
export async function findInForce(
  items: Items,
  wanted: ConversationRange,
  losses: LossTally,
): Promise<InForce> {
  const { range, facts, cached, hasSealedSummary, missing } = await scanItems(items, wanted);
  const pairs = recordLosses(facts, range, losses);
  const { compaction, from } = range;
  const placed: PlacedItems = () => (cached === null ? placedItems(items()) : inBatches(cached));
  const head = compaction >= from ? await readHead(placed, range) : [];
  const recorded = () => select(placed, range, head);
  const inForce = () => completePairs(recorded(), pairs);
  return { missing, hasSealedSummary, recorded, items: inForce };
}

async function scanItems(items: Items, wanted: ConversationRange) {
  const facts: ItemFacts[] = [];
  let position = 0;
  let compaction = -1;
  let kept: readonly string[] = [];
  const bounds = findBounds(wanted);
  let isFirst = true;
  let hasSealedSummary = false;
  let bytes = 0;
  const cache = createItemCache();
  const see = (item: TranscriptItem) => {
    facts.push(itemFacts(item));
    if (!isMain(item)) return;
    if (bounds.add(item)) take(item);
    position++;
  };
  const take = (item: TranscriptItem) => {
    // A summary that begins the file replaces messages of another file: there is nothing else to take.
    const counts = wanted.ignoreSummaries !== true || isFirst;
    const isTaken = counts && item.kind === "compaction" && (isFirst || !hasFailed(item, bytes));
    if (isTaken && (isReadable(item) || wanted.keepsSealed === true)) {
      compaction = position;
      kept = item.kept;
      bytes = 0;
      hasSealedSummary = false;
      cache.compact(kept);
    } else if (isTaken) hasSealedSummary = true;
    if (isConversation(item)) {
      isFirst = false;
      bytes += textBytesOf(item);
      cache.add({ at: position, item });
    }
  };
  for await (const batch of batchesOf(items())) for (const item of batch) see(item);
  const { missing, from, to } = bounds.end();
  const range: InForceRange = { compaction, kept, from: missing === null ? from : position, to };
  return { range, facts, cached: cache.items(), hasSealedSummary, missing };
}

function hasFailed(
  { summary }: Extract<TranscriptItem, { kind: "compaction" }>,
  replacedBytes: number,
): boolean {
  return summary !== null && isFailedSummary(summary, replacedBytes);
}

type PlacedItems = () => BatchedSequence<PlacedItem>;

/** The conversation on the main path, read from the file again. */
function placedItems(items: AsyncIterable<TranscriptItem>): BatchedSequence<PlacedItem> {
  let at = -1;
  return expand(items, (item, add) => {
    if (!isMain(item)) return;
    at++;
    if (isConversation(item)) add({ at, item });
  });
}

/** Cached items of one batch; what is derived from them should not all be in memory at once. */
const BATCH = 64;

function inBatches(cached: readonly PlacedItem[]): BatchedSequence<PlacedItem> {
  return fromBatches(async function* () {
    for (let at = 0; at < cached.length; at += BATCH) yield cached.slice(at, at + BATCH);
  });
}

function select(
  placed: PlacedItems,
  { compaction, from, to }: InForceRange,
  head: readonly ConversationItem[],
): BatchedSequence<ConversationItem> {
  const later = expand<PlacedItem, ConversationItem>(placed(), ({ at, item }, add) => {
    if (at >= from && at < to && at > compaction && item.kind !== "compaction") add(item);
  });
  return fromBatches(async function* () {
    if (head.length > 0) yield head;
    yield* later.batches();
  });
}

/** The summary and the items kept beside it, which are earlier in the file. */
async function readHead(
  placed: PlacedItems,
  { compaction, kept }: InForceRange,
): Promise<ConversationItem[]> {
  const wanted = new Map(kept.map((id, index) => [id, index]));
  const found: ConversationItem[] = [];
  let summary: ConversationItem | null = null;
  for await (const { at, item } of placed()) {
    if (at > compaction) break;
    if (at === compaction) summary = item;
    else if (wanted.has(item.id) && item.kind !== "compaction") found.push(item);
  }
  const rank = ({ id }: ConversationItem) => wanted.get(id) ?? 0;
  found.sort((left, right) => rank(left) - rank(right));
  if (summary === null) return found;
  const isLast = summary.kind === "compaction" && summary.summary_last === true;
  return isLast ? [...found, summary] : [summary, ...found];
}

/**
 * Pairs calls with results, because no model API accepts one without the other: an interrupted call gets a
 * result that says so, and a result whose call is not in force is left out.
 */
function completePairs(
  items: AsyncIterable<ConversationItem>,
  { calls, results, repeated }: CallPairs,
): BatchedSequence<ConversationItem> {
  return expand<ConversationItem, ConversationItem>(items, (item, add) => {
    if (item.kind === "tool_result" && !calls.has(item.call_id)) return;
    if (repeated.has(item.id)) return;
    add(item.kind === "tool_call" ? bounded(item) : item);
    if (item.kind === "tool_call" && !results.has(item.call_id)) add(missingResult(item));
  });
}

function bounded(call: Extract<ConversationItem, { kind: "tool_call" }>): ConversationItem {
  if (!isTooDeep(call)) return call;
  return { ...call, arguments: { left_out: "the arguments were nested too deeply" } };
}

function missingResult(call: Extract<ConversationItem, { kind: "tool_call" }>): ConversationItem {
  const { name: _name, arguments: _arguments, ...rest } = call;
  return {
    ...rest,
    id: `${call.id}:unanswered`,
    parent_id: call.id,
    kind: "tool_result",
    actor: "tool",
    ok: false,
    content: "No result was recorded: the call was interrupted.",
    attachments: [],
  };
}
