import { batchesOf } from "../base/batches.ts";
import { BYTES_PER_TOKEN } from "../base/bytes-per-token.ts";
import { adaptItem } from "./adapt-item.ts";
import { adaptationFor } from "./adapt-items.ts";
import type { ChosenConversation } from "./choose-in-force.ts";
import type { LearnedFacts } from "./learn.ts";
import { noteFor } from "./note.ts";
import type { HandoffRequest } from "./request.ts";
import type { ByteLimits } from "./selection/byte-limits.ts";
import { FRAME_BYTES, type ItemSize, sizeOfItem } from "./selection/item-size.ts";
import { selectWithin } from "./selection/select-within.ts";

/** Which of the chosen items the receiver gets, and the digest of the others. */
export interface FittedSelection {
  /** Tokens to which the conversation was fitted; null when all of it fits. */
  readonly budget: number | null;
  /** The items that are carried; null for all items as they are. */
  readonly limits: ByteLimits | null;
  /** Text that summarises the items that are not carried. */
  readonly digest: string;
}

/** Stage 4, fit: selects what fits into the budget; without one, or when all of it fits, everything. */
export async function fitConversation(
  request: HandoffRequest,
  chosen: ChosenConversation,
  learned: LearnedFacts,
): Promise<FittedSelection> {
  const budget = exceededBudget(request, chosen, learned);
  if (budget === null) return { budget, limits: null, digest: "" };
  const sizes = await itemSizes(request, chosen, { learned, budget });
  const { losses } = chosen;
  const note = noteFor(request, learned, { budget, digest: "", losses, changes: new Map() });
  return { budget, ...selectWithin(learned, sizes, { budget, note }) };
}

/** Bytes reserved for a note without a digest. */
const NOTE_BYTES = 1600;

/**
 * The budget, when the conversation is larger. A conversation whose summary is encrypted is larger than its own
 * agent would send it: without a budget, it is fitted to half of the receiver's window if it exceeds that window.
 */
function exceededBudget(
  { budget, window }: HandoffRequest,
  { isBehindSealed }: ChosenConversation,
  { bytes, items }: LearnedFacts,
): number | null {
  if (budget === null) {
    const exceedsWindow = isBehindSealed && window && bytes > window * BYTES_PER_TOKEN;
    return exceedsWindow ? Math.floor(window / 2) : null;
  }
  return bytes + items * FRAME_BYTES + NOTE_BYTES <= budget * BYTES_PER_TOKEN ? null : budget;
}

/** The sizes of the items as the receiver would get them. */
async function itemSizes(
  request: HandoffRequest,
  chosen: ChosenConversation,
  { learned, budget }: { readonly learned: LearnedFacts; readonly budget: number },
): Promise<readonly ItemSize[]> {
  const adaptation = adaptationFor(request, learned, budget);
  const sizes: ItemSize[] = [];
  for await (const batch of batchesOf(chosen.items())) {
    for (const item of batch) {
      const adapted = adaptItem(item, adaptation);
      sizes.push(sizeOfItem(adapted.item, request.to.tools));
    }
  }
  return sizes;
}
