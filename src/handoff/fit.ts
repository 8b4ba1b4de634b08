import { batchesOf } from "../base/batches.ts";
import { BYTES_PER_TOKEN } from "../base/bytes-per-token.ts";
import { pageBytesOf, pageHead } from "../transcripts/markdown.ts";
import { adaptItem } from "./adapt-item.ts";
import { adaptationFor, adaptItems } from "./adapt-items.ts";
import type { ChosenConversation } from "./choose-in-force.ts";
import { sessionTitle } from "./header.ts";
import { countForReceiver } from "./item-change.ts";
import type { LearnedFacts } from "./learn.ts";
import { noteFor } from "./note.ts";
import type { HandoffRequest } from "./request.ts";
import type { ByteLimits } from "./selection/byte-limits.ts";
import { type ItemSize, sizeOfItem } from "./selection/item-size.ts";
import { beginningOf, selectWithin } from "./selection/select-within.ts";

/** Which of the chosen items the receiver gets, and a text about the others. */
export interface FittedSelection {
  /** Tokens to which the conversation was fitted; null when all of it fits. */
  readonly budget: number | null;
  /** The items that are carried; null for all items as they are. */
  readonly limits: ByteLimits | null;
  /** How the session ended, the claims about it, and a summary of the items that are not carried; empty when neither is wanted. */
  readonly briefing: string;
  /** How many claims are in it. */
  readonly claims: number;
}

/** Bytes of the two fences around the note, and of what the title may grow by when a secret in it is replaced. */
const FENCE_BYTES = 60;
/** A page that is too large is fitted again, to less, and one that leaves more than a few bytes to more. */
const MAX_ATTEMPTS = 4;
const CLOSE_BYTES = 80;

/** Stage 4, fit: selects what fits into the budget; without one, or when all of it fits, everything. */
export async function fitConversation(
  request: HandoffRequest,
  chosen: ChosenConversation,
  learned: LearnedFacts,
): Promise<FittedSelection> {
  const budget = request.budget ?? impliedBudget(request, chosen, learned);
  const beginning =
    request.isPage && request.isConversation
      ? beginningOf(learned, Number.POSITIVE_INFINITY)
      : { text: "", claimTexts: [] };
  const complete: FittedSelection = {
    budget: null,
    limits: null,
    briefing: beginning.text,
    claims: beginning.claimTexts.length,
  };
  if (budget === null) return complete;
  const pageBytes = budget * BYTES_PER_TOKEN;
  const measure = (fitted: FittedSelection) => measurePage(request, chosen, { learned, fitted });
  // Counted exactly only where it may fit.
  if (learned.bytes < pageBytes && (await measure(complete)) <= pageBytes) return complete;
  const sizes = await itemSizes(request, chosen, { learned, budget });
  const empty = { budget, briefing: "", losses: chosen.losses, changes: new Map() };
  const note = Buffer.byteLength(noteFor(request, learned, empty));
  let space = pageBytes - note - frameBytes(request, learned);
  let best: FittedSelection | null = null;
  let bestOver = Number.NEGATIVE_INFINITY;
  for (let attempt = 1; ; attempt++) {
    const fitted = { budget, ...selectWithin(learned, sizes, space) };
    const over = (await measure(fitted)) - pageBytes;
    if (over <= 0 && over > bestOver) {
      best = fitted;
      bestOver = over;
    }
    const isClose = over <= 0 && over >= -CLOSE_BYTES;
    if (best !== null && (isClose || attempt >= MAX_ATTEMPTS)) return best;
    if (attempt === 2 * MAX_ATTEMPTS) return fitted;
    // A budget is a limit: what is still too large after all attempts gets less than it exceeded by.
    space -= attempt < MAX_ATTEMPTS ? over : over * attempt;
  }
}

/**
 * A conversation whose summary is encrypted is larger than its own agent would send it: without a budget, it is fitted
 * to half of the receiver's window if it exceeds that window.
 */
function impliedBudget(
  { window }: HandoffRequest,
  { hasSealedSummary }: ChosenConversation,
  { bytes }: LearnedFacts,
): number | null {
  const exceedsWindow = hasSealedSummary && window && bytes > window * BYTES_PER_TOKEN;
  return exceedsWindow ? Math.floor(window / 2) : null;
}

/** The bytes of a page with a selection, as it would be written. */
async function measurePage(
  request: HandoffRequest,
  { items, losses }: ChosenConversation,
  { learned, fitted }: { readonly learned: LearnedFacts; readonly fitted: FittedSelection },
): Promise<number> {
  const { budget, limits, briefing } = fitted;
  const adapted = adaptItems(items(), adaptationFor(request, learned, budget), limits);
  const changes = new Map<string, number>();
  let bytes = frameBytes(request, learned);
  for await (const batch of batchesOf(adapted)) {
    for (const { item, changes: own, isCarried } of batch) {
      countForReceiver(changes, own);
      if (isCarried) bytes += pageBytesOf(item);
    }
  }
  return (
    bytes + Buffer.byteLength(noteFor(request, learned, { budget, briefing, losses, changes }))
  );
}

/** The bytes of a page around the note and the items. */
function frameBytes({ session }: HandoffRequest, { first_request }: LearnedFacts): number {
  const title = sessionTitle(session.header, first_request);
  return Buffer.byteLength(pageHead(session.header, title)) + FENCE_BYTES;
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
      sizes.push(sizeOfItem(adapted.item, request.receiver.tools));
    }
  }
  return sizes;
}
