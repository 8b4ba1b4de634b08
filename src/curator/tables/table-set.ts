import type { LedgerEvent } from "../../model/event.ts";
import type { Engine, Transaction } from "../../stores/store.ts";

/** Whose stream an event is in: the workspace, and the id after the slash. */
export interface Subject {
  readonly workspace_id: string;
  /** Empty for a stream of the workspace itself. */
  readonly id: string;
}

/** Writes what one event changes. */
export type ApplyEvent = (
  tx: Transaction,
  event: LedgerEvent,
  subject: Subject,
) => Promise<void> | void;

/**
 * The tables of one subject. `apply` must not fail on any event that a log can contain: a body that its
 * schema refuses, or a step that the rules forbid, changes nothing.
 */
export interface TableSet {
  readonly tables: readonly string[];
  create(types: Engine["types"]): readonly string[];
  triggers(engine: Engine): readonly string[];
  /** By the type of the event. */
  readonly apply: Readonly<Record<string, ApplyEvent>>;
}
