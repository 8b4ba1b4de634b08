import type { LossItem } from "../model/loss.ts";
import { locationOf, OTHER_SESSION, type TranscriptItem } from "../model/transcript.ts";
import { type ConversationItem, isConversationKind } from "./conversation-item.ts";
import type { LossTally } from "./loss-tally.ts";

/** Which part of a conversation is in force, by positions counted over its main path. */
export interface InForceRange {
  /** Position of the compaction whose summary counts; -1 for none. */
  readonly compaction: number;
  /** Ids of the earlier items that it kept, in order. */
  readonly kept: readonly string[];
  /** First position that `since` lets in. */
  readonly from: number;
  /** First position that `until` leaves out. */
  readonly to: number;
}

/** Calls and results in force, by call id; one without the other is completed or left out. */
export interface CallPairs {
  readonly calls: Set<string>;
  readonly results: Set<string>;
  /** Items that answer a call a second time. */
  readonly repeated: Set<string>;
  /** How many calls with an id have no result so far: programs that redact logs give many the same. */
  readonly open: Map<string, number>;
}

/**
 * The facts on which the disposition of an item depends. They are small, so that those of a whole session
 * fit into memory and its records are read only once for them.
 */
export interface ItemFacts
  extends Pick<TranscriptItem, "id" | "kind" | "source" | "thread" | "branch"> {
  readonly call_id: string | null;
  /** A summary or a thought that only its own provider can read. */
  readonly isSealed: boolean;
  readonly isTooDeep: boolean;
  /** A command to the source agent's own program, or its output. */
  readonly isCommand: boolean;
  /** The text of a summary that its compaction has as well. */
  readonly isSummaryText: boolean;
  /** A mark that somebody stopped the agent. */
  readonly isInterruption: boolean;
  /** The beginning of another session in the same file. */
  readonly isOtherSession: boolean;
  /** The kind of a record that nobody knows; null for all others. */
  readonly unknownKind: string | null;
  /** Why a part of the conversation that belongs here cannot be handed over; null for all others. */
  readonly missing: string | null;
}

type Disposition = Omit<LossItem, "where" | "count">;

/** What is never handed over, because it is not part of the conversation. */
const EXCLUDED: Readonly<
  Record<Exclude<TranscriptItem["kind"], ConversationItem["kind"]>, Disposition>
> = {
  reasoning: background("thinking of the source model; --thinking hands it over as text"),
  injected: background(
    "context added by the source agent, such as its instructions and the output of hooks",
  ),
  error: background("error message of the source agent"),
  usage: bookkeeping("token counts of past requests"),
  file_change: bookkeeping("file changes already contained in the tool call"),
  opaque: bookkeeping("internal records of the source agent"),
  branch: bookkeeping("markers of abandoned branches"),
};

const COMMAND = background("command to the source agent's own program, or what it printed");
const SUMMARY_TEXT = bookkeeping("copy of a summary that its compaction contains");
const INTERRUPTION = background("mark that the agent was interrupted");
const INTERRUPTED: ReadonlySet<string | null> = new Set([
  "interrupted",
  "abort",
  "aborted",
  "MessageAbortedError",
]);

/** Whether an item marks that a person stopped the agent. */
export function isInterruption(item: TranscriptItem): boolean {
  return item.kind === "error" && INTERRUPTED.has(item.code);
}

function background(why: string): Disposition {
  return { kind: "dropped", scope: "background", why };
}

function bookkeeping(why: string): Disposition {
  return { kind: "dropped", scope: "bookkeeping", why };
}

/** Extracts the facts of an item. */
export function itemFacts(item: TranscriptItem): ItemFacts {
  const { id, kind, source, thread, branch } = item;
  const isPaired = kind === "tool_call" || kind === "tool_result";
  return {
    id,
    kind,
    source,
    thread,
    branch,
    call_id: isPaired ? item.call_id : null,
    isSealed:
      (kind === "compaction" && !isReadable(item)) || (kind === "reasoning" && item.text === ""),
    isTooDeep: kind === "tool_call" && isTooDeep(item),
    isCommand: kind === "injected" && item.is_command === true,
    isSummaryText: kind === "injected" && item.is_summary === true,
    isInterruption: isInterruption(item),
    isOtherSession: kind === "branch" && item.reason === OTHER_SESSION,
    unknownKind: kind === "opaque" ? unknownKindOf(item) : null,
    missing: kind === "opaque" ? (item.missing ?? null) : null,
  };
}

/** Characters and length of kinds as they are reported: a kind is a stranger's text. */
const OUTSIDE_KIND = /[^\w./$:()-]/g;
const MAX_KIND = 60;

function unknownKindOf(item: Extract<TranscriptItem, { kind: "opaque" }>): string | null {
  if (item.is_unknown !== true) return null;
  const { unknown_part: part } = item;
  const kind = part === undefined ? item.source.type : `${item.source.type}/${part}`;
  return kind.slice(0, MAX_KIND).replace(OUTSIDE_KIND, "?");
}

/** Adds every item that is not handed over to the tally, with its reason; returns the calls and results left. */
export function recordLosses(
  items: readonly ItemFacts[],
  range: InForceRange,
  losses: LossTally,
): CallPairs {
  const kept = new Set(range.kept);
  const pairs: CallPairs = {
    calls: new Set(),
    results: new Set(),
    repeated: new Set(),
    open: new Map(),
  };
  const nameKind = createKindNames();
  const others = items.filter(({ isOtherSession }) => isOtherSession).map(({ id }) => id);
  let position = 0;
  for (const item of items) {
    const named = { ...item, unknownKind: nameKind(item.unknownKind) };
    const lost = isMain(item)
      ? dispositionOf(named, position++, range, kept)
      : sideDisposition(item, others);
    const add = (loss: Disposition) => losses.add({ ...loss, where: locationOf(item) });
    if (lost !== null) add(lost);
    else if (addToPairs(pairs, item)) add(REPEATED);
    if (lost === null && item.isTooDeep) add(TOO_DEEP);
  }
  for (const call of pairs.calls) {
    if (!pairs.results.has(call)) losses.add({ ...UNANSWERED, where: call });
  }
  for (const result of pairs.results) {
    if (!pairs.calls.has(result)) losses.add({ ...ORPHANED, where: result });
  }
  return pairs;
}

const SEALED_THINKING = background(
  "encrypted thinking of the source model; only its own provider can read it",
);
/** Pairs a call or a result; true for a result of a call that has been answered already. */
function addToPairs(pairs: CallPairs, { id, kind, call_id }: ItemFacts): boolean {
  if (call_id === null) return false;
  const open = pairs.open.get(call_id) ?? 0;
  if (kind === "tool_call") {
    pairs.calls.add(call_id);
    pairs.open.set(call_id, open + 1);
    return false;
  }
  if (pairs.results.has(call_id) && open === 0) {
    pairs.repeated.add(id);
    return true;
  }
  pairs.open.set(call_id, Math.max(0, open - 1));
  pairs.results.add(call_id);
  return false;
}

const REPEATED: Disposition = {
  kind: "dropped",
  scope: "bookkeeping",
  why: "tool result recorded twice; the first is included",
};
const TOO_DEEP: Disposition = {
  kind: "changed",
  scope: "conversation",
  why: "arguments of a tool call nested too deeply; left out",
};
const UNANSWERED: Disposition = {
  kind: "changed",
  scope: "conversation",
  why: "tool call without a result; completed with a note that it was interrupted",
};
const ORPHANED: Disposition = {
  kind: "dropped",
  scope: "conversation",
  why: "tool result without its tool call",
};

/** What becomes of an item of the main path; null when it is handed over. */
function dispositionOf(
  item: ItemFacts,
  position: number,
  { from, to, compaction }: InForceRange,
  kept: ReadonlySet<string>,
): Disposition | null {
  if (item.kind === "reasoning" && item.isSealed) return SEALED_THINKING;
  if (item.isCommand) return COMMAND;
  if (item.isSummaryText) return SUMMARY_TEXT;
  if (item.isInterruption) return INTERRUPTION;
  if (item.unknownKind !== null) return unknownRecord(item.unknownKind);
  if (item.missing !== null) return { kind: "dropped", scope: "conversation", why: item.missing };
  if (!isConversationKind(item.kind)) return EXCLUDED[item.kind];
  if (position < from) {
    return { kind: "dropped", scope: "conversation", why: "before the starting point (--since)" };
  }
  if (position >= to) {
    return {
      kind: "dropped",
      scope: "conversation",
      why: "after the end that was named (--until)",
    };
  }
  if (position < compaction && !kept.has(item.id)) {
    const why = "compacted by the source agent; its summary is included";
    return { kind: "summarised", scope: "background", why };
  }
  if (item.kind !== "compaction" || position === compaction) return null;
  return background(
    item.isSealed
      ? "encrypted summary; the summarised messages are included instead"
      : "summary not needed; the summarised messages are included",
  );
}

/** Kinds that are named one by one; a damaged file may invent one for each record. */
const MAX_KINDS = 20;

function createKindNames(): (kind: string | null) => string | null {
  const named = new Set<string>();
  return (kind) => {
    if (kind === null || named.has(kind)) return kind;
    if (named.size === MAX_KINDS) return "other kinds";
    named.add(kind);
    return kind;
  };
}

/** A kind that is not known to be outside the conversation counts as a part of it that is missing. */
function unknownRecord(kind: string): Disposition {
  return {
    kind: "dropped",
    scope: "conversation",
    why: `record of a kind that this version does not know (${kind}): it may be part of the conversation`,
    unknown_kind: kind,
  };
}

/** Items off the main path are never handed over. */
function sideDisposition({ thread, branch }: ItemFacts, others: readonly string[]): Disposition {
  if (branch !== null && others.includes(branch)) {
    return background(
      `part of another session: the file contains ${others.length + 1}, and the newest one was read`,
    );
  }
  return background(
    thread === null
      ? "path that the conversation left by a rewind, an edit or a cleared context"
      : "work of a sub-agent; what it reported to the conversation is included",
  );
}

/** Whether an item is on the path in force, and of no sub-agent. */
export function isMain({ thread, branch }: Pick<TranscriptItem, "thread" | "branch">): boolean {
  return thread === null && branch === null;
}

/** A summary that nobody can read replaces nothing: what came before it is still in the file. */
export function isReadable(item: Extract<TranscriptItem, { kind: "compaction" }>): boolean {
  return item.summary !== null;
}

/** Programs refuse arguments that are nested deeper, and recursion of ours would end in a stack overflow. */
const MAX_DEPTH = 100;

/** Whether the arguments of a call are nested too deeply to be handed over. */
export function isTooDeep({
  arguments: input,
}: Extract<TranscriptItem, { kind: "tool_call" }>): boolean {
  return isDeeper(input, MAX_DEPTH);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
