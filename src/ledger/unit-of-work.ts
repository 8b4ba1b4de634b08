import type { LedgerEvent } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import type { AppendOptions, NewEvent } from "./append.ts";

/**
 * A write transaction of a ledger: what is read stays true until it ends, and appends are all or
 * nothing.
 */
export interface UnitOfWork {
  readonly tx: Transaction;
  readonly now: () => Date;
  readonly newId: () => string;
  /** Unix ms by the clock that leases use: the store's, where several machines share one. */
  readonly leaseTime: () => number;
  append(events: readonly NewEvent[], options?: AppendOptions): Promise<readonly LedgerEvent[]>;
}
