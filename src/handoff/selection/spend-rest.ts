/**
 * Spends what a digest leaves of a budget on the conversation itself, the newest first: messages that were shortened,
 * then what was done, many calls in short before one of them at length, then answers to questions, then what was only
 * looked at. Earlier replies stay in the digest, which
 * leaves out what is not true any more.
 */
import { addCalls, callsBetween } from "./add-calls.ts";
import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import { FRAME_BYTES, type ItemSize } from "./item-size.ts";

/** Shares of the space that one call or result may have: first every call gets the least, then the newest get more. */
const SHARES = [0.05, 0.1, 0.2, 1];
const MIN_SHARE = 0.05;
/** The least of a call or a result that is worth carrying: its command, or its beginning and its end. */
const MIN_CALL_BYTES = 120;

/** Adds items until a number of bytes is spent; `answers` are replies to questions that are still true. */
export function spendRest(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  {
    left,
    maxBytes,
    answers,
  }: { readonly left: number; readonly maxBytes: number; readonly answers: ReadonlySet<string> },
): void {
  let rest = lengthen(limits, sizes, { left, most: maxBytes, isCall: false });
  const calls = callsBetween(sizes, 0, sizes.length);
  const acting = calls.filter(({ call }) => sizes[call]?.isLook !== true);
  const callBytes = { maxBytes: maxBytes * MIN_SHARE, minBytes: MIN_CALL_BYTES };
  rest = addCalls(limits, sizes, { calls: acting, left: rest, ...callBytes });
  rest = addAnswers(limits, sizes, { left: rest, answers });
  rest = addCalls(limits, sizes, { calls, left: rest, ...callBytes });
  for (const share of SHARES) {
    rest = lengthen(limits, sizes, { left: rest, most: maxBytes * share, isCall: true });
  }
}

/** Gives what was shortened more space, the newest first; answers with the bytes that are left. */
function lengthen(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  {
    left,
    most,
    isCall,
  }: { readonly left: number; readonly most: number; readonly isCall: boolean },
): number {
  let rest = left;
  for (const [position, allowed] of [...limits].toSorted(([one], [other]) => other - one)) {
    const { bytes = 0, call_id = null } = sizes[position] ?? {};
    if (allowed === UNLIMITED || (call_id !== null) !== isCall) continue;
    const wanted = Math.floor(Math.min(bytes, most, allowed + rest));
    if (wanted <= allowed) continue;
    limits.set(position, wanted === bytes ? UNLIMITED : wanted);
    rest -= wanted - allowed;
  }
  return rest;
}

/** Adds answers that fit as they are, the newest first, each with its question. */
function addAnswers(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  { left, answers }: { readonly left: number; readonly answers: ReadonlySet<string> },
): number {
  let rest = left;
  for (const [position, { id, bytes }] of [...sizes.entries()].reverse()) {
    if (!answers.has(id) || limits.has(position)) continue;
    const asked = sizes.slice(0, position).findLastIndex(({ isRequest }) => isRequest);
    const cost = bytes + (sizes[asked]?.bytes ?? 0) + 2 * FRAME_BYTES;
    if (asked < 0 || cost > rest) continue;
    for (const each of [asked, position]) limits.set(each, UNLIMITED);
    rest -= cost;
  }
  return rest;
}
