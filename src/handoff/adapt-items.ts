import { type BatchedSequence, expand } from "../base/batches.ts";
import { BYTES_PER_TOKEN } from "../base/bytes-per-token.ts";
import type { ConversationItem } from "../transcripts/conversation-item.ts";
import { type Adaptation, type AdaptedItem, adaptItem } from "./adapt-item.ts";
import type { LearnedFacts } from "./learn.ts";
import { createPathReplacer } from "./replace-paths.ts";
import type { HandoffRequest } from "./request.ts";
import type { ByteLimits } from "./selection/byte-limits.ts";
import { LARGE_SPACE } from "./selection/select-turns.ts";

/** An item in the receiver's form; one that is not carried is as it was, and only counted. */
export interface CarriedOrLeftItem extends AdaptedItem {
  readonly isCarried: boolean;
}

/** How items are changed for a receiver. The redactor has its own count of what it replaces. */
export function adaptationFor(
  { sourceAgent, receiver, map }: HandoffRequest,
  { redactor }: LearnedFacts,
  budget: number | null,
): Adaptation {
  const { isReservedText } = receiver;
  return {
    redactor: redactor?.withEmptyReport() ?? null,
    sourceTools: sourceAgent.tools,
    receiverTools: receiver.tools,
    replacePaths: map.length > 0 ? createPathReplacer(map) : null,
    dropsReplacedText: budget !== null && budget * BYTES_PER_TOKEN < LARGE_SPACE,
    ...(isReservedText === undefined ? {} : { isReservedText }),
  };
}

/** Changes items one after the other; with limits only those that have one are carried, each within its bytes. */
export function adaptItems(
  items: AsyncIterable<ConversationItem>,
  adaptation: Adaptation,
  limits: ByteLimits | null,
): BatchedSequence<CarriedOrLeftItem> {
  let position = 0;
  return expand(items, (item, add) => {
    const maxBytes = limits === null ? Number.POSITIVE_INFINITY : limits.get(position);
    if (maxBytes === undefined) add({ item, ...LEFT_OUT });
    else add({ ...adaptItem(item, adaptation, maxBytes), isCarried: true });
    position++;
  });
}

const LEFT_OUT = { changes: [{ kind: "left_out" }], renamedFrom: null, isCarried: false } as const;
