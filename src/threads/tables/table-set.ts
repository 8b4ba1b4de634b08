import type { LedgerEvent } from "../../model/event.ts";
import type { Engine, Transaction } from "../../stores/store.ts";

/** Writes what one frame of a thread changes. */
export type ApplyFrame = (tx: Transaction, event: LedgerEvent, thread_id: string) => void;

/**
 * The tables of one subject: how they are created, and which frames of a thread change them.
 * `apply` must not fail on any event that a log can contain: imported frames may lack fields.
 */
export interface TableSet {
  readonly tables: readonly string[];
  create(types: Engine["types"]): readonly string[];
  /** By the type of the frame. */
  readonly apply: Readonly<Record<string, ApplyFrame>>;
}
