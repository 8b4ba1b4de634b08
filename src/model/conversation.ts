import type { ContextItem } from "./context-items.ts";
import type { LossItem } from "./loss.ts";

/**
 * What a model can be given: items in order, and the texts they refer to.
 * Formats that are not conversations give one of these to be turned into a context bundle.
 */
export interface Conversation {
  readonly items: readonly ContextItem[];
  /** Texts that items refer to, by the SHA-256 of their bytes. */
  readonly texts: ReadonlyMap<string, Uint8Array>;
  /** Things carried unchanged. */
  readonly kept: number;
  /** Things that could not be said as items. */
  readonly loss: readonly LossItem[];
}
