import { addCalls, callsBetween } from "./add-calls.ts";
import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import type { ItemSize } from "./item-size.ts";

/** Share of a page that the last request and the last reply may take, and of that the share of the request. */
const LAST_TURN_SHARE = 0.25;
const REQUEST_SHARE = 0.4;
/** The greatest share of a call or a result in a large space, and the least that is worth carrying. */
const MAX_CALL_SHARE = 0.05;
const MIN_CALL_BYTES = 240;
/** Bytes from which on turns are carried as they were, with what was looked at and remarked. */
export const LARGE_SPACE = 64_000;

/** The last request and the last reply, word for word as far as their share of a number of bytes reaches. */
export function selectLastTurn(sizes: readonly ItemSize[], maxBytes: number): ByteLimits {
  const limits: ByteLimits = new Map();
  const start = sizes.findLastIndex(({ isRequest }) => isRequest);
  const reply = sizes.findLastIndex(
    ({ kind, isRequest, isOutput }) => kind === "message" && !isRequest && !isOutput,
  );
  let left = maxBytes * LAST_TURN_SHARE;
  const take = (position: number, most: number) => {
    const { bytes = 0, frame = 0 } = sizes[position] ?? {};
    const allowed = Math.min(bytes, Math.floor(most));
    limits.set(position, allowed < bytes ? allowed : UNLIMITED);
    left -= allowed + frame;
  };
  if (start >= 0) take(start, left * (reply > start ? REQUEST_SHARE : 1));
  if (reply > start) take(reply, left);
  return limits;
}

/** Adds turns as they were to a large space, the newest first, while the messages of each fit. */
export function addTurns(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  { maxBytes, left: free }: { readonly maxBytes: number; readonly left: number },
): void {
  const callBytes = { maxBytes: Math.floor(maxBytes * MAX_CALL_SHARE), minBytes: MIN_CALL_BYTES };
  let left = free;
  let end = sizes.length;
  while (left >= MIN_CALL_BYTES && end > 0) {
    const start = startOfTurn(sizes, end);
    const isLast = end === sizes.length;
    if (!isLast && !fitsAsItIs(sizes, { start, end, left })) return;
    if (!isLast) left = addCompleteMessages(limits, sizes, { start, end, left });
    left = addCalls(limits, sizes, { calls: callsBetween(sizes, start, end), left, ...callBytes });
    if (isLast) left = addCompleteMessages(limits, sizes, { start, end, left });
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
    .reduce((sum, size) => sum + (size.call_id === null ? size.bytes + size.frame : 0), 0);
  return bytes <= left;
}

function addCompleteMessages(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  { start, end, left }: Turn,
): number {
  let rest = left;
  for (let position = end - 1; position >= start; position--) {
    const size = sizes[position];
    if (size === undefined || size.call_id !== null || limits.has(position)) continue;
    if (size.bytes + size.frame > rest) continue;
    limits.set(position, UNLIMITED);
    rest -= size.bytes + size.frame;
  }
  return rest;
}

/** The position of the last request before an end; what was done before any request is a turn as well. */
function startOfTurn(sizes: readonly ItemSize[], end: number): number {
  let start = end - 1;
  while (start > 0 && sizes[start]?.isRequest !== true) start--;
  return Math.max(0, start);
}
