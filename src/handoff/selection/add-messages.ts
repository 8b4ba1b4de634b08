import { type ByteLimits, UNLIMITED } from "./byte-limits.ts";
import type { ItemSize } from "./item-size.ts";
import { raiseLimits } from "./raise-limits.ts";

/** The least of a message that is worth carrying. */
const MIN_BYTES = 400;

type Candidate = readonly [position: number, size: ItemSize];

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
  const { replies, remarks } = inOrder(sizes);
  // A long request says in its beginning what was asked: half of the space is for what was replied.
  let left = lengthenMessages(limits, sizes, { bytes, requestShare: 0.5 });
  for (const part of [replies, remarks]) {
    for (const [position, size] of part) {
      if (limits.has(position) || takenBack.has(size.id)) continue;
      const free = left - size.frame;
      const isShort = size.bytes > free;
      if (free < Math.min(MIN_BYTES, size.bytes) || (isShort && size.kind === "compaction")) {
        lengthenMessages(limits, sizes, { bytes: left, requestShare: 1 });
        return false;
      }
      limits.set(position, isShort ? Math.floor(free) : UNLIMITED);
      left = isShort ? 0 : free - size.bytes;
    }
    left = lengthenMessages(limits, sizes, { bytes: left, requestShare: 1 });
  }
  return true;
}

/** What was said, in the order in which it is taken. */
function inOrder(sizes: readonly ItemSize[]): {
  readonly replies: readonly Candidate[];
  readonly remarks: readonly Candidate[];
} {
  const messages = [...sizes.entries()].filter(([, { isOutput, bytes }]) => !isOutput && bytes > 0);
  const newest = messages.reverse();
  const isRemark = ([position, { isRequest, kind }]: Candidate) =>
    !isRequest && kind !== "compaction" && typeof sizes[position + 1]?.call_id === "string";
  const isSummary = ([, { kind }]: Candidate) => kind === "compaction";
  const isReply = (each: Candidate) => !isSummary(each) && !isRemark(each);
  return {
    replies: [...newest.filter(isReply), ...newest.filter(isSummary)],
    remarks: newest.filter(isRemark),
  };
}

/** Space for messages that were shortened, and the share of it that a request may take. */
interface MoreSpace {
  readonly bytes: number;
  readonly requestShare: number;
}

/** Gives messages that were shortened what they need; returns the bytes that are left. */
function lengthenMessages(
  limits: ByteLimits,
  sizes: readonly ItemSize[],
  { bytes, requestShare }: MoreSpace,
): number {
  return raiseLimits(limits, sizes, bytes, ({ call_id, isRequest }) => {
    if (call_id !== null) return null;
    return isRequest ? requestShare : 1;
  });
}
