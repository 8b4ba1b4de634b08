/**
 * Which of the newest items fit a budget. The last request and the last reply come first, word for word;
 * then what was done for it, the newest first; then earlier turns as long as each fits as it is.
 */
import { addCalls, callsBetween } from "./add-calls.ts";
import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import { FRAME_BYTES, type ItemSize } from "./item-size.ts";

/** Share of a budget that the last request and the last reply may take, and of that the share of the request. */
const LAST_TURN_SHARE = 0.6;
const REQUEST_SHARE = 0.4;
/** Calls that are carried at least when the work was broken off, since nothing else shows its state. */
const BROKEN_OFF_CALLS = 3;
/** The greatest share of a call or a result, and the least that is worth carrying. */
const CALL_SHARE = 0.05;
const MIN_CALL_BYTES = 240;
/** Bytes from which on turns are carried as they were, with what was looked at and remarked. */
export const LARGE_SPACE = 64_000;

/** The last request and the last reply; of work that was broken off also what was done last. */
export function selectLastTurn(sizes: readonly ItemSize[], maxBytes: number): ByteLimits {
  const limits: ByteLimits = new Map();
  const start = sizes.findLastIndex(({ isRequest }) => isRequest);
  const reply = sizes.findLastIndex(({ kind, isRequest }) => kind === "message" && !isRequest);
  let left = maxBytes * LAST_TURN_SHARE;
  const take = (position: number, most: number) => {
    const { bytes = 0 } = sizes[position] ?? {};
    const allowed = Math.min(bytes, Math.floor(most));
    limits.set(position, allowed < bytes ? allowed : UNLIMITED);
    left -= allowed + FRAME_BYTES;
  };
  if (start >= 0) take(start, left * (reply > start ? REQUEST_SHARE : 1));
  if (reply > start) take(reply, left);
  if (reply < sizes.length - 1) {
    const calls = callsBetween(sizes, Math.max(reply, start) + 1, sizes.length);
    addCalls(limits, sizes, {
      calls: calls.slice(0, BROKEN_OFF_CALLS),
      left,
      ...callBytes(maxBytes),
    });
  }
  return limits;
}

/**
 * Adds what fits a number of bytes, the newest first; answers with the bytes that are left. A small
 * space goes to what was done for the last request, first what changed something: earlier calls, and what was
 * remarked on the way, are out of date as soon as the work goes on.
 */
export function addEarlier(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  { maxBytes, left: free }: { readonly maxBytes: number; readonly left: number },
): number {
  const isLarge = maxBytes >= LARGE_SPACE;
  let left = free;
  let end = sizes.length;
  for (;;) {
    const start = startOfTurn(sizes, end);
    const isLast = end === sizes.length;
    if (!isLast) {
      if (!fitsAsItIs(sizes, { start, end, left })) return left;
      left = addMessages(limits, sizes, { start, end, left });
    }
    const calls = callsBetween(sizes, start, end);
    const acting = calls.filter(({ call }) => sizes[call]?.isLook === false);
    if (!isLarge) left = addCalls(limits, sizes, { calls: acting, left, ...callBytes(maxBytes) });
    left = addCalls(limits, sizes, { calls, left, ...callBytes(maxBytes) });
    if (isLast && isLarge) left = addMessages(limits, sizes, { start, end, left });
    if (left < MIN_CALL_BYTES || start === 0 || !isLarge) return left;
    end = start;
  }
}

interface Turn {
  readonly start: number;
  readonly end: number;
  readonly left: number;
}

/** Whether the messages of a turn fit; what was done for them may be shortened. */
function fitsAsItIs(sizes: readonly ItemSize[], { start, end, left }: Turn): boolean {
  const bytes = sizes
    .slice(start, end)
    .reduce((sum, size) => sum + (size.call_id === null ? size.bytes + FRAME_BYTES : 0), 0);
  return bytes <= left;
}

function addMessages(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  { start, end, left }: Turn,
): number {
  let rest = left;
  for (let position = end - 1; position >= start; position--) {
    const size = sizes[position];
    if (size === undefined || size.call_id !== null || limits.has(position)) continue;
    if (size.bytes + FRAME_BYTES > rest) continue;
    limits.set(position, UNLIMITED);
    rest -= size.bytes + FRAME_BYTES;
  }
  return rest;
}

/** The bytes of one call or result within a number of bytes. */
function callBytes(maxBytes: number) {
  const share = Math.floor(maxBytes * CALL_SHARE);
  return { maxBytes: Math.max(MIN_CALL_BYTES, share), minBytes: MIN_CALL_BYTES };
}

/** The position of the last request before an end; what was done before any request is a turn as well. */
function startOfTurn(sizes: readonly ItemSize[], end: number): number {
  let start = end - 1;
  while (start > 0 && sizes[start]?.isRequest !== true) start--;
  return Math.max(0, start);
}
