import type { ContextItem } from "./context-items.ts";
import type { LossItem } from "./loss.ts";

/**
 * Input for a model: items in order, and the texts they refer to. A format that is not itself a
 * conversation is rendered as one of these first, and that is converted to a context bundle.
 */
export interface Conversation {
  readonly items: readonly ContextItem[];
  /** Texts that items refer to, by the SHA-256 of their bytes. */
  readonly texts: ReadonlyMap<string, Uint8Array>;
  /** Things carried unchanged. */
  readonly kept: number;
  /** Things that no item can express. */
  readonly loss: readonly LossItem[];
}
