/**
 * Spends what a digest leaves of a budget on the conversation itself, the newest first: messages that were shortened,
 * then what was done, many calls in short before one of them at length, then answers to questions, then what was only
 * looked at. Earlier replies stay in the digest, which
 * leaves out what is not true any more.
 */
import { AROUND, type ItemSize, pairsBetween, type Tail } from "./select-tail.ts";

/** Shares of the space that one call or result may have: first every call gets the least, then the newest get more. */
const SHARES = [0.05, 0.1, 0.2, 1];
const MIN_SHARE = 0.05;
/** The least of a call or a result that is worth carrying: its command, or its beginning and its end. */
const MIN_BYTES = 120;

/** Adds to a tail until a number of bytes is spent; `answers` are replies to questions that are still true. */
export function fillTail(
  tail: Tail,
  sizes: readonly ItemSize[],
  {
    left,
    maxBytes,
    answers,
  }: { readonly left: number; readonly maxBytes: number; readonly answers: ReadonlySet<string> },
): void {
  const most = maxBytes * MIN_SHARE;
  let rest = lengthen(tail, sizes, { left, most: maxBytes, isCall: false });
  rest = addPairs(tail, sizes, { left: rest, most, isActing: true });
  rest = addAnswers(tail, sizes, { left: rest, answers });
  rest = addPairs(tail, sizes, { left: rest, most, isActing: false });
  for (const share of SHARES) {
    rest = lengthen(tail, sizes, { left: rest, most: maxBytes * share, isCall: true });
  }
}

interface Space {
  readonly left: number;
  /** Bytes that one item may have. */
  readonly most: number;
}

/** Gives what was shortened more space, the newest first; answers with the bytes that are left. */
function lengthen(
  tail: Tail,
  sizes: readonly ItemSize[],
  { left, most, isCall }: Space & { readonly isCall: boolean },
): number {
  let rest = left;
  for (const [position, allowed] of [...tail].toSorted(([one], [other]) => other - one)) {
    const { bytes = 0, call_id = null } = sizes[position] ?? {};
    if (allowed === Number.POSITIVE_INFINITY || (call_id !== null) !== isCall) continue;
    const wanted = Math.floor(Math.min(bytes, most, allowed + rest));
    if (wanted <= allowed) continue;
    tail.set(position, wanted === bytes ? Number.POSITIVE_INFINITY : wanted);
    rest -= wanted - allowed;
  }
  return rest;
}

/** Adds answers that fit as they are, the newest first, each with its question. */
function addAnswers(
  tail: Tail,
  sizes: readonly ItemSize[],
  { left, answers }: { readonly left: number; readonly answers: ReadonlySet<string> },
): number {
  let rest = left;
  for (const [position, { id, bytes }] of [...sizes.entries()].reverse()) {
    if (!answers.has(id) || tail.has(position)) continue;
    const asked = sizes.slice(0, position).findLastIndex(({ isRequest }) => isRequest);
    const cost = bytes + (sizes[asked]?.bytes ?? 0) + 2 * AROUND;
    if (asked < 0 || cost > rest) continue;
    for (const each of [asked, position]) tail.set(each, Number.POSITIVE_INFINITY);
    rest -= cost;
  }
  return rest;
}

/** Adds calls with their results, the newest first; of what was run or changed several times the last. */
function addPairs(
  tail: Tail,
  sizes: readonly ItemSize[],
  { left, most, isActing }: Space & { readonly isActing: boolean },
): number {
  let rest = left;
  const seen = new Set([...tail.keys()].map((position) => sizes[position]?.signature));
  for (const { call, results } of pairsBetween(sizes, 0, sizes.length)) {
    const parts = [call, ...results];
    const { signature, isLook = false } = sizes[call] ?? {};
    if (tail.has(call) || seen.has(signature) || (isActing && isLook)) continue;
    seen.add(signature);
    if (rest < parts.length * (MIN_BYTES + AROUND)) break;
    const each = Math.floor(Math.min(most, rest / parts.length - AROUND));
    for (const position of parts) {
      const bytes = sizes[position]?.bytes ?? 0;
      tail.set(position, bytes > each ? each : Number.POSITIVE_INFINITY);
      rest -= Math.min(bytes, each) + AROUND;
    }
  }
  return rest;
}
