import { locationOf } from "../model/transcript.ts";
import type { LossTally } from "../transcripts/loss-tally.ts";
import type { AdaptedItem, ItemChange } from "./adapt-item.ts";
import { type ConversationCounter, countConversation } from "./conversation-report.ts";

/** An item that a budget may have no space for. */
export interface FittedItem extends AdaptedItem {
  readonly isCarried: boolean;
}

/** Counts what arrives of a conversation, and what of it is different. */
export interface Arrivals {
  readonly counter: ConversationCounter;
  add(fitted: FittedItem): void;
  /** How many items arrive unchanged. */
  kept(): number;
}

/** Begins without an item; what is different goes to the tally. */
export function countArrivals(losses: LossTally): Arrivals {
  const scope = "conversation";
  const counter = countConversation();
  let kept = 0;
  return {
    counter,
    add({ item, changes, renamedFrom, isCarried }) {
      const where = locationOf(item);
      if (!isCarried) {
        losses.add({ kind: "summarised", scope, where, why: OVER_BUDGET });
        return;
      }
      counter.add(item);
      if (renamedFrom !== null && item.kind === "tool_call") counter.rename(renamedFrom, item.name);
      if (changes.length === 0) kept++;
      else losses.add({ kind: lossKindOf(changes), scope, where, why: reasonFor(changes) });
    },
    kept: () => kept,
  };
}

const OVER_BUDGET = "left out to fit the budget; the note to the receiver summarises it";

/** A shortened result is not complete any more; every other change keeps the content. */
function lossKindOf(changes: readonly ItemChange[]): "changed" | "summarised" {
  return changes.some(({ kind }) => kind === "shortened") ? "summarised" : "changed";
}

function reasonFor(changes: readonly ItemChange[]): string {
  return changes.map(({ why }) => why).join("; ");
}
