import type { TranscriptItem } from "../model/transcript.ts";
import { isConversation, placeOf } from "./carried.ts";
import type { LossTally } from "./tally-losses.ts";

/** Where a conversation is cut. */
export interface Outline {
  /** Place of the compaction that is honoured, counted over the main path; -1 for none. */
  readonly compaction: number;
  /** Its kept items, in order. */
  readonly kept: readonly string[];
  /** First place that `since` lets in. */
  readonly from: number;
  readonly found: boolean;
}

/** Calls and results that are in force; one without the other is closed or left out. */
export interface Pairs {
  readonly calls: Set<string>;
  readonly results: Set<string>;
}

/** What the fate of an item rests on: small, so that all of them can be kept and one pass is enough. */
export interface Sketch
  extends Pick<TranscriptItem, "id" | "kind" | "source" | "thread" | "branch"> {
  readonly call_id: string | null;
  readonly isSpoken: boolean;
  readonly isSealed: boolean;
  readonly isTooDeep: boolean;
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

/** Makes the sketch of an item. */
export function sketchOf(item: TranscriptItem): Sketch {
  const { id, kind, source, thread, branch } = item;
  const isPaired = kind === "tool_call" || kind === "tool_result";
  return {
    id,
    kind,
    source,
    thread,
    branch,
    call_id: isPaired ? item.call_id : null,
    isSpoken: isConversation(item),
    isSealed: kind === "compaction" && !isReadable(item),
    isTooDeep: kind === "tool_call" && isTooDeep(item),
  };
}

/** Tells every item that is not carried to the tally, with its reason; what is left must be paired. */
export function tally(sketches: readonly Sketch[], outline: Outline, losses: LossTally): Pairs {
  const kept = new Set(outline.kept);
  const pairs: Pairs = { calls: new Set(), results: new Set() };
  let place = 0;
  for (const item of sketches) {
    const lost = isMain(item) ? fateOf(item, place++, outline, kept) : sideFate(item);
    if (lost !== null) losses.add(lost.kind, placeOf(item), lost.why);
    else if (item.call_id !== null) {
      (item.kind === "tool_call" ? pairs.calls : pairs.results).add(item.call_id);
    }
    if (lost === null && item.isTooDeep) {
      losses.add("changed", placeOf(item), "arguments nested too deep were left out");
    }
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
  item: Sketch,
  at: number,
  { from, compaction }: Outline,
  kept: ReadonlySet<string>,
): Fate | null {
  const dropped = (why: string): Fate => ({ kind: "dropped", why });
  if (!item.isSpoken) return dropped(REASONS[item.kind] ?? "not part of the conversation");
  if (at < from) return dropped("before the point asked for");
  if (at < compaction && !kept.has(item.id)) {
    return { kind: "summarised", why: "its agent had compacted it; the summary is carried" };
  }
  if (item.kind !== "compaction" || at === compaction) return null;
  if (item.isSealed) return dropped("its summary is sealed; what it stood for is carried instead");
  return dropped("what the summary stands for is carried itself");
}

function sideFate({ thread }: Sketch): Fate {
  const why = thread === null ? "a path that was left" : "work of a sub-agent, told by its result";
  return { kind: "dropped", why };
}

/** Whether an item is on the path in force, and of no sub-agent. */
export function isMain({ thread, branch }: Pick<TranscriptItem, "thread" | "branch">): boolean {
  return thread === null && branch === null;
}

/** A summary that nobody can read stands for nothing: what came before it is still in the file. */
export function isReadable(item: Extract<TranscriptItem, { kind: "compaction" }>): boolean {
  return item.summary !== null;
}

/** Deeper than this no program reads arguments, and ours could not say them. */
const DEEPEST = 100;

/** Whether a call says more than can be carried. */
export function isTooDeep({
  arguments: given,
}: Extract<TranscriptItem, { kind: "tool_call" }>): boolean {
  return isDeeper(given, DEEPEST);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
