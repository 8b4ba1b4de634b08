import { readEventRows, readHead } from "../../ledger/read.ts";
import type { Transaction } from "../../stores/store.ts";
import { stateStream } from "../address.ts";
import { isStateEvent, type StateHistory } from "./history.ts";

/** How a workspace's own events relate to those of a bundle. */
export type Relation = "empty" | "same" | "behind" | "ahead" | "diverged";

/** Compares a history with the workspace's events of the same state. One hash decides: the chain covers the rest. */
export async function relationTo(tx: Transaction, history: StateHistory): Promise<Relation> {
  const stream = stateStream(history.state.id);
  const head = await readHead(tx, stream);
  if (head === null) return "empty";
  const theirs = history.events.filter(isStateEvent);
  const shared = Math.min(head.events, theirs.length) - 1;
  const [ours] = await readEventRows(tx, stream, { from: shared, to: shared, limit: 1 });
  if (ours?.hash !== theirs[shared]?.hash) return "diverged";
  if (head.events === theirs.length) return "same";
  return head.events < theirs.length ? "behind" : "ahead";
}
