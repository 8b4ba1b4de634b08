import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import type { ItemSize } from "./item-size.ts";

/** The least of a message that is worth carrying. */
const MIN_BYTES = 400;

type Placed = readonly [position: number, size: ItemSize];

/** Where messages are added. */
interface MessageSpace {
  readonly bytes: number;
  /** Ids of replies that something later took back. */
  readonly takenBack?: ReadonlySet<string>;
}

/**
 * Adds messages within a number of bytes, the newest first: requests and the replies that end a turn, then a summary of
 * what came before, then remarks between two calls. The last message is shortened to what is left; half a summary is
 * worth nothing, and a reply that was taken back misleads. Returns whether everything that was said is carried then.
 */
export function addMessages(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  { bytes, takenBack = new Set() }: MessageSpace,
): boolean {
  let left = lengthenMessages(limits, sizes, bytes);
  for (const [position, size] of inOrder(sizes)) {
    if (limits.has(position) || takenBack.has(size.id)) continue;
    const free = left - size.frame;
    const isShort = size.bytes > free;
    if (free < Math.min(MIN_BYTES, size.bytes) || (isShort && size.kind === "compaction")) {
      return false;
    }
    limits.set(position, isShort ? Math.floor(free) : UNLIMITED);
    left = isShort ? 0 : free - size.bytes;
  }
  return true;
}

/** What was said, in the order in which it is taken. */
function inOrder(sizes: readonly ItemSize[]): readonly Placed[] {
  const messages = [...sizes.entries()].filter(([, { isOutput, bytes }]) => !isOutput && bytes > 0);
  const newest = messages.reverse();
  const isRemark = ([position, { isRequest }]: Placed) =>
    !isRequest && typeof sizes[position + 1]?.call_id === "string";
  const isSummary = ([, { kind }]: Placed) => kind === "compaction";
  const isReply = (each: Placed) => !isSummary(each) && !isRemark(each);
  const isOnlyRemark = (each: Placed) => !isSummary(each) && isRemark(each);
  return [...newest.filter(isReply), ...newest.filter(isSummary), ...newest.filter(isOnlyRemark)];
}

/** Gives messages that were shortened what they need; returns the bytes that are left. */
function lengthenMessages(limits: ByteLimits, sizes: readonly ItemSize[], bytes: number): number {
  let left = bytes;
  for (const [position, allowed] of [...limits].toSorted(([one], [other]) => other - one)) {
    const { bytes: size = 0, call_id = null } = sizes[position] ?? {};
    if (call_id !== null || allowed === UNLIMITED || left <= 0) continue;
    const wanted = Math.floor(Math.min(size, allowed + left));
    limits.set(position, wanted === size ? UNLIMITED : wanted);
    left -= wanted - allowed;
  }
  return left;
}
