/**
 * Which of the newest items fit a budget. The last request and the last reply come first, word for word;
 * then what was done for it, the newest first; then earlier turns as long as each fits as it is.
 */
import { sha256 } from "../base/hash.ts";
import { type ConversationItem, textBytesOf } from "../transcripts/conversation-item.ts";
import {
  commandKey,
  commandOf,
  isLookingCall,
  isReadOnly,
} from "../transcripts/digest/commands.ts";
import { requestText } from "../transcripts/digest/requests.ts";
import { argumentOf, type ToolTable, toolKindOf } from "../transcripts/tool-names.ts";

/** What the selection must know of an item. */
export interface ItemSize {
  readonly id: string;
  readonly kind: ConversationItem["kind"];
  readonly isRequest: boolean;
  readonly call_id: string | null;
  /** The same for calls of which only the newest counts; null for everything else. */
  readonly signature: string | null;
  /** Whether a call only looks at something. */
  readonly isLook: boolean;
  readonly bytes: number;
}

/** The items that are carried: position among those in force, and the most bytes that each may have. */
export type Tail = Map<number, number>;

/** Bytes that a form puts around an item: a heading, a fence, a blank line. */
export const AROUND = 40;
/** Share of a budget that the last request and the last reply may take, and of that the share of the request. */
const LAST_TURN_SHARE = 0.6;
const REQUEST_SHARE = 0.4;
/** Pairs that are carried at least when the work was broken off, since nothing else shows its state. */
const BROKEN_OFF_PAIRS = 3;
/** The greatest share of a call or a result, and the least that is worth carrying. */
const PAIR_SHARE = 0.05;
const MIN_BYTES = 240;
/** Bytes from which on turns are carried as they were, with what was looked at and remarked. */
export const LARGE_SPACE = 64_000;

/** The size of an item as it is; `tools` are those of the agent that its calls are named for. */
export function sizeOfItem(item: ConversationItem, tools: ToolTable): ItemSize {
  return {
    id: item.id,
    kind: item.kind,
    isRequest: item.kind === "message" && item.role === "user" && requestText(item.text) !== "",
    call_id: "call_id" in item ? item.call_id : null,
    signature: item.kind === "tool_call" ? signatureOf(item, tools) : null,
    isLook: item.kind === "tool_call" && isLookingCall(item, tools),
    bytes: bytesOfItem(item),
  };
}

/** The bytes of an item as a page shows it, which breaks the arguments of a call into lines. */
function bytesOfItem(item: ConversationItem): number {
  if (item.kind !== "tool_call" || typeof item.arguments === "string") return textBytesOf(item);
  return Buffer.byteLength(JSON.stringify(item.arguments, null, 2)) + item.name.length;
}

/** A plan replaces the one before it, a later run or change of the same thing says how it is now. */
function signatureOf(
  call: Extract<ConversationItem, { kind: "tool_call" }>,
  tools: ToolTable,
): string {
  const kind = toolKindOf(call.name, tools);
  const command = commandOf(call, tools);
  const path = argumentOf(call, "path", tools);
  if (kind === "plan") return "plan";
  if (command !== null && !isReadOnly(command)) return `run ${commandKey(command)}`;
  if ((kind === "write" || kind === "edit") && typeof path === "string") return `file ${path}`;
  return sha256(JSON.stringify([call.name, call.arguments])).slice(0, 16);
}

/** The last request and the last reply; of work that was broken off also what was done last. */
export function lastTurn(sizes: readonly ItemSize[], maxBytes: number): Tail {
  const tail: Tail = new Map();
  const start = lastIndexOf(sizes, sizes.length, ({ isRequest }) => isRequest);
  const reply = lastIndexOf(
    sizes,
    sizes.length,
    ({ kind, isRequest }) => kind === "message" && !isRequest,
  );
  let left = maxBytes * LAST_TURN_SHARE;
  const take = (position: number, most: number) => {
    const { bytes = 0 } = sizes[position] ?? {};
    const allowed = Math.min(bytes, Math.floor(most));
    tail.set(position, allowed < bytes ? allowed : Number.POSITIVE_INFINITY);
    left -= allowed + AROUND;
  };
  if (start >= 0) take(start, left * (reply > start ? REQUEST_SHARE : 1));
  if (reply > start) take(reply, left);
  if (reply < sizes.length - 1) {
    const pairs = pairsBetween(sizes, Math.max(reply, start) + 1, sizes.length);
    addPairs(tail, sizes, { pairs: pairs.slice(0, BROKEN_OFF_PAIRS), left, maxBytes });
  }
  return tail;
}

/**
 * Adds to a tail what fits a number of bytes, the newest first; answers with the bytes that are left. A small
 * space goes to what was done for the last request, first what changed something: earlier calls, and what was
 * remarked on the way, are out of date as soon as the work goes on.
 */
export function extendTail(
  tail: Tail,
  sizes: readonly ItemSize[],
  { maxBytes, left: free }: { readonly maxBytes: number; readonly left: number },
): number {
  const isLarge = maxBytes >= LARGE_SPACE;
  let left = free;
  let end = sizes.length;
  for (;;) {
    const start = Math.max(
      0,
      lastIndexOf(sizes, end, ({ isRequest }) => isRequest),
    );
    const isLast = end === sizes.length;
    if (!isLast) {
      if (!fitsAsItIs(sizes, { start, end, left })) return left;
      left = addMessages(tail, sizes, { start, end, left });
    }
    const pairs = pairsBetween(sizes, start, end);
    const acting = pairs.filter(({ call }) => sizes[call]?.isLook === false);
    if (!isLarge) left = addPairs(tail, sizes, { pairs: acting, left, maxBytes });
    left = addPairs(tail, sizes, { pairs, left, maxBytes });
    if (isLast && isLarge) left = addMessages(tail, sizes, { start, end, left });
    if (left < MIN_BYTES || start === 0 || !isLarge) return left;
    end = start;
  }
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly left: number;
}

/** Whether the messages of a turn fit; what was done for them may be shortened. */
function fitsAsItIs(sizes: readonly ItemSize[], { start, end, left }: Stretch): boolean {
  const bytes = sizes
    .slice(start, end)
    .reduce((sum, size) => sum + (size.call_id === null ? size.bytes + AROUND : 0), 0);
  return bytes <= left;
}

function addMessages(
  tail: Tail,
  sizes: readonly ItemSize[],
  { start, end, left }: Stretch,
): number {
  let rest = left;
  for (let position = end - 1; position >= start; position--) {
    const size = sizes[position];
    if (size === undefined || size.call_id !== null || tail.has(position)) continue;
    if (size.bytes + AROUND > rest) continue;
    tail.set(position, Number.POSITIVE_INFINITY);
    rest -= size.bytes + AROUND;
  }
  return rest;
}

interface Pair {
  readonly call: number;
  readonly results: readonly number[];
}

/** Calls with their results, the newest call first. */
export function pairsBetween(
  sizes: readonly ItemSize[],
  start: number,
  end: number,
): readonly Pair[] {
  const results = new Map<string, number[]>();
  const pairs: Pair[] = [];
  for (let position = end - 1; position >= start; position--) {
    const { kind, call_id } = sizes[position] ?? {};
    if (typeof call_id !== "string") continue;
    const known = results.get(call_id) ?? [];
    if (kind === "tool_result") results.set(call_id, [...known, position]);
    else pairs.push({ call: position, results: known });
  }
  return pairs;
}

/** Adds pairs while there is space; the last one may be shortened to what is left. */
function addPairs(
  tail: Tail,
  sizes: readonly ItemSize[],
  request: { readonly pairs: readonly Pair[]; readonly left: number; readonly maxBytes: number },
): number {
  let { left } = request;
  const most = Math.max(MIN_BYTES, Math.floor(request.maxBytes * PAIR_SHARE));
  const seen = new Set([...tail.keys()].map((position) => sizes[position]?.signature));
  for (const { call, results } of request.pairs) {
    const parts = [call, ...results];
    const { signature = null } = sizes[call] ?? {};
    // What was run again later says how things are; the earlier run says how they were.
    if (tail.has(call) || seen.has(signature)) continue;
    seen.add(signature);
    const around = parts.length * AROUND;
    if (left < parts.length * MIN_BYTES + around) break;
    const each = Math.min(most, Math.floor((left - around) / parts.length));
    for (const position of parts) {
      const { bytes = 0 } = sizes[position] ?? {};
      tail.set(position, bytes > each ? each : Number.POSITIVE_INFINITY);
      left -= Math.min(bytes, each) + AROUND;
    }
  }
  return left;
}

function lastIndexOf(
  sizes: readonly ItemSize[],
  end: number,
  matches: (size: ItemSize) => boolean,
): number {
  for (let position = end - 1; position >= 0; position--) {
    const size = sizes[position];
    if (size !== undefined && matches(size)) return position;
  }
  return -1;
}
