import type { TranscriptItem } from "../model/transcript.ts";
import { type ConversationItem, isConversation } from "./carried.ts";
import {
  isMain,
  isReadable,
  isTooDeep,
  type Outline,
  type Pairs,
  type Sketch,
  sketchOf,
  tally,
} from "./fates.ts";
import type { LossTally } from "./tally-losses.ts";

/** From where on a conversation is taken. */
export interface Since {
  /** An item's id. */
  readonly id?: string;
  /** Items before this moment are left out. */
  readonly time?: Date;
}

/** What is taken of a conversation. */
export interface Wanted extends Since {
  /** Takes what summaries stand for instead of them, as far as it is there. */
  readonly whole?: true;
}

/** The part of a transcript that its agent would send to a model now. */
export interface InForce {
  /** Oldest first: a summary of what it stands for, what was kept beside it, and everything later. */
  items(): AsyncIterable<ConversationItem>;
  /** Whether `since` was met; a conversation without it is empty. */
  readonly found: boolean;
}

type Items = () => AsyncIterable<TranscriptItem>;

/**
 * Finds what is in force: from the last compaction that can be read, along the path that was not left.
 * Everything else goes to the tally with its reason.
 */
export async function findInForce(
  items: Items,
  wanted: Wanted,
  losses: LossTally,
): Promise<InForce> {
  const { outline, sketches } = await sketch(items, wanted);
  const pairs = tally(sketches, outline, losses);
  // It is held as long as it is said, and every way through the items says it first.
  const { compaction, from, found } = outline;
  const head = compaction >= from ? await headOf(items, outline) : [];
  return { found, items: () => closePairs(select(items, outline, head), pairs) };
}

async function sketch(items: Items, wanted: Wanted) {
  const sketches: Sketch[] = [];
  let [place, compaction, from] = [0, -1, 0];
  let kept: readonly string[] = [];
  let found = wanted.id === undefined;
  let isFirst = true;
  for await (const item of items()) {
    sketches.push(sketchOf(item));
    if (!isMain(item)) continue;
    const isTaken = wanted.whole !== true || isFirst;
    if (item.kind === "compaction" && isReadable(item) && isTaken) {
      [compaction, kept] = [place, item.kept];
    }
    if (isConversation(item)) isFirst = false;
    if (item.id === wanted.id) [found, from] = [true, place];
    if (wanted.time !== undefined && isBefore(item, wanted.time)) from = place + 1;
    place++;
  }
  const outline: Outline = { compaction, kept, from: found ? from : place, found };
  return { outline, sketches };
}

function isBefore({ at }: TranscriptItem, time: Date): boolean {
  return at !== null && Date.parse(at) < time.getTime();
}

async function* select(
  items: Items,
  { compaction, from }: Outline,
  head: readonly ConversationItem[],
): AsyncGenerator<ConversationItem> {
  yield* head;
  let place = 0;
  for await (const item of items()) {
    if (!isMain(item)) continue;
    const at = place++;
    if (at < from || at <= compaction || !isConversation(item)) continue;
    if (item.kind !== "compaction") yield item;
  }
}

/** The summary and what was kept beside it, which stand earlier in the file. */
async function headOf(items: Items, { compaction, kept }: Outline): Promise<ConversationItem[]> {
  const wanted = new Map(kept.map((id, index) => [id, index]));
  const found: ConversationItem[] = [];
  let summary: ConversationItem | null = null;
  let place = 0;
  for await (const item of items()) {
    if (!isMain(item)) continue;
    const at = place++;
    if (at > compaction) break;
    if (!isConversation(item)) continue;
    if (at === compaction) summary = item;
    else if (wanted.has(item.id) && item.kind !== "compaction") found.push(item);
  }
  const order = ({ id }: ConversationItem) => wanted.get(id) ?? 0;
  found.sort((left, right) => order(left) - order(right));
  if (summary === null) return found;
  const isLast = summary.kind === "compaction" && summary.summary_last === true;
  return isLast ? [...found, summary] : [summary, ...found];
}

/** A call nobody answered gets an answer that says so: no model API takes one without the other. */
async function* closePairs(
  items: AsyncIterable<ConversationItem>,
  { calls, results }: Pairs,
): AsyncGenerator<ConversationItem> {
  for await (const item of items) {
    if (item.kind === "tool_result" && !calls.has(item.call_id)) continue;
    yield item.kind === "tool_call" ? bounded(item) : item;
    if (item.kind === "tool_call" && !results.has(item.call_id)) yield closing(item);
  }
}

function bounded(call: Extract<ConversationItem, { kind: "tool_call" }>): ConversationItem {
  if (!isTooDeep(call)) return call;
  return { ...call, arguments: { left_out: "arguments nested too deep to be carried" } };
}

function closing(call: Extract<ConversationItem, { kind: "tool_call" }>): ConversationItem {
  const { name: _name, arguments: _arguments, ...place } = call;
  return {
    ...place,
    id: `${call.id}:unanswered`,
    parent_id: call.id,
    kind: "tool_result",
    actor: "tool",
    ok: false,
    content: "No result was recorded: the call was interrupted.",
    attachments: [],
  };
}
