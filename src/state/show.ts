import { isOwnOrShared } from "../model/state.ts";
import type { Transaction } from "../stores/store.ts";
import type { ShownEntry } from "./bodies.ts";
import { readShown } from "./said.ts";
import { footprintOf, type HeldEntry, hashOfState, isActive, type State } from "./state.ts";

/** Who asks, as far as it decides what may be seen. */
export interface Reader {
  /** Sees this namespace and `shared`; everything when null. */
  readonly namespace: string | null;
  /** Names by which access lists may let it in, such as `user:bob`. */
  readonly principals?: readonly string[];
}

/** Whether a reader may see an entry: its namespace, `shared`, or an access list that names it. */
export function isVisible(entry: HeldEntry, reader: Reader): boolean {
  const own = reader.namespace;
  // Asked of every entry at every commit: nothing is made on the way to the usual answer.
  if (own === null || isOwnOrShared(entry.namespace, own)) return true;
  const list = entry.image.access_list ?? [];
  return list.includes(own) || (reader.principals ?? []).some((name) => list.includes(name));
}

/** A state as people and programs are shown it. */
export interface ShownState {
  readonly user_id: string;
  readonly session_id: string;
  readonly task_id: string;
  readonly state_hash: string;
  readonly token_count: number;
  readonly budget_tokens: number;
  readonly saturation: number;
  readonly head_seq: number;
  readonly slots: readonly string[];
  readonly eviction: string;
  readonly namespace: string;
  readonly entries: readonly ShownEntry[];
}

/** What stands where a text was redacted. */
export const REDACTED = "[redacted]";

/** Shows a state with the words of its entries; archived ones only on request. */
export async function showState(
  tx: Transaction,
  state: State,
  { archived, reader }: { readonly archived: boolean; readonly reader: Reader },
): Promise<ShownState> {
  const shown = [...state.entries.values()].filter(
    (entry) => (archived || isActive(entry)) && isVisible(entry, reader),
  );
  const wordsOf = await readShown(tx, shown);
  const { address, bounds, head_seq } = state;
  const token_count = footprintOf(state);
  return {
    user_id: address.user,
    session_id: address.session,
    task_id: address.task,
    state_hash: hashOfState(state),
    token_count,
    budget_tokens: bounds.budget_tokens,
    saturation: token_count / bounds.budget_tokens,
    head_seq,
    slots: bounds.slots.map(({ name }) => name),
    eviction: bounds.eviction,
    namespace: bounds.namespace,
    entries: shown.map((entry) => showEntry(entry, wordsOf(entry))),
  };
}

/** An entry with its words. */
export function showEntry({ image, namespace }: HeldEntry, content: string): ShownEntry {
  // The image came from an event, which is JSON.
  return { ...image, namespace, content } as ShownEntry;
}
