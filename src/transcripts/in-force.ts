import type { TranscriptItem } from "../model/transcript.ts";
import { type ConversationItem, isConversation, placeOf } from "./carried.ts";
import type { LossTally } from "./tally-losses.ts";

/** From where on a conversation is taken. */
export interface Since {
  /** An item's id. */
  readonly id?: string;
  /** Items before this moment are left out. */
  readonly time?: Date;
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

interface Outline {
  /** Place of the compaction that is honoured, counted over the main path; -1 for none. */
  readonly compaction: number;
  /** Its kept items, in order. */
  readonly kept: readonly string[];
  /** First place that `since` lets in. */
  readonly from: number;
  readonly found: boolean;
}

/** Calls and results that are in force; one without the other is closed or left out. */
interface Pairs {
  readonly calls: Set<string>;
  readonly results: Set<string>;
}

const REASONS: Readonly<Record<string, string>> = {
  reasoning: "reasoning belongs to the model that thought it and cannot be given to another",
  injected: "context the agent put in by itself; the receiver brings its own",
  usage: "token counts of past requests",
  file_change: "the change is told by its tool call",
  error: "an error message of the agent itself",
  opaque: "a record of the agent that is no part of the conversation",
  branch: "the head of a path that was left",
};

/**
 * Finds what is in force: from the last compaction that can be read, along the path that was not left.
 * Everything else goes to the tally with its reason.
 */
export async function findInForce(items: Items, since: Since, losses: LossTally): Promise<InForce> {
  const outline = await outlineOf(items, since);
  const pairs = await tally(items, outline, losses);
  return { found: outline.found, items: () => closePairs(select(items, outline), pairs) };
}

async function outlineOf(items: Items, since: Since): Promise<Outline> {
  let [place, compaction, from] = [0, -1, 0];
  let kept: readonly string[] = [];
  let found = since.id === undefined;
  let isFirst = true;
  for await (const item of items()) {
    if (!isMain(item)) continue;
    const isTaken = since.whole !== true || isFirst;
    if (item.kind === "compaction" && isReadable(item) && isTaken) {
      [compaction, kept] = [place, item.kept];
    }
    if (isConversation(item)) isFirst = false;
    if (item.id === since.id) [found, from] = [true, place];
    if (since.time !== undefined && isBefore(item, since.time)) from = place + 1;
    place++;
  }
  return { compaction, kept, from: found ? from : place, found };
}

function isMain({ thread, branch }: TranscriptItem): boolean {
  return thread === null && branch === null;
}

/** A summary that nobody can read stands for nothing: what came before it is still in the file. */
function isReadable(item: Extract<TranscriptItem, { kind: "compaction" }>): boolean {
  return item.summary !== null;
}

function isBefore({ at }: TranscriptItem, time: Date): boolean {
  return at !== null && Date.parse(at) < time.getTime();
}

async function tally(items: Items, outline: Outline, losses: LossTally): Promise<Pairs> {
  const kept = new Set(outline.kept);
  const pairs: Pairs = { calls: new Set(), results: new Set() };
  let place = 0;
  for await (const item of items()) {
    const lost = isMain(item) ? fateOf(item, place++, outline, kept) : sideFate(item);
    if (lost !== null) losses.add(lost.kind, placeOf(item), lost.why);
    else if (item.kind === "tool_call") {
      pairs.calls.add(item.call_id);
      if (isDeeper(item.arguments, DEEPEST)) {
        losses.add("changed", placeOf(item), "arguments nested too deep were left out");
      }
    } else if (item.kind === "tool_result") pairs.results.add(item.call_id);
  }
  for (const call of pairs.calls) {
    if (!pairs.results.has(call)) losses.add("changed", call, "a call without a result is closed");
  }
  for (const result of pairs.results) {
    if (!pairs.calls.has(result)) losses.add("dropped", result, "a result whose call is not there");
  }
  return pairs;
}

interface Fate {
  readonly kind: "dropped" | "summarised";
  readonly why: string;
}

/** What becomes of an item of the main path; null when it is carried. */
function fateOf(
  item: TranscriptItem,
  at: number,
  { from, compaction }: Outline,
  kept: ReadonlySet<string>,
): Fate | null {
  const dropped = (why: string): Fate => ({ kind: "dropped", why });
  if (!isConversation(item)) return dropped(REASONS[item.kind] ?? "not part of the conversation");
  if (at < from) return dropped("before the point asked for");
  if (at < compaction && !kept.has(item.id)) {
    return { kind: "summarised", why: "its agent had compacted it; the summary is carried" };
  }
  if (item.kind !== "compaction" || at === compaction) return null;
  if (isReadable(item)) return dropped("what the summary stands for is carried itself");
  return dropped("its summary is sealed; what it stood for is carried instead");
}

function sideFate({ thread }: TranscriptItem): Fate {
  const why = thread === null ? "a path that was left" : "work of a sub-agent, told by its result";
  return { kind: "dropped", why };
}

async function* select(items: Items, outline: Outline): AsyncGenerator<ConversationItem> {
  const { compaction, from } = outline;
  if (compaction >= from) {
    const head = await headOf(items, outline);
    yield* head;
  }
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

/** Deeper than this no program reads arguments, and ours could not say them. */
const DEEPEST = 100;

function bounded(call: Extract<ConversationItem, { kind: "tool_call" }>): ConversationItem {
  if (!isDeeper(call.arguments, DEEPEST)) return call;
  return { ...call, arguments: { left_out: "arguments nested too deep to be carried" } };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
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
