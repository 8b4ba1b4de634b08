/**
 * Which entries a viewer sees: those of its namespace, of `shared`, and those whose access list
 * names it.
 */

import * as z from "zod";
import type { Schema } from "../base/schema.ts";
import { entryKey, isOwnOrShared } from "../model/state.ts";
import type { Transaction } from "../stores/store.ts";
import { readShownTexts } from "./entry-texts.ts";
import { type ShownEntry, shownEntrySchema } from "./event-bodies.ts";
import type { EntryKey } from "./gate/gate.ts";
import { hashOfState, isActive, type LiveEntry, type State, tokenCountOf } from "./state.ts";
import { type PossibleConflict, selectConflicts } from "./tables/conflicts.ts";

/** Who views a state; decides which entries are visible. */
export interface Viewer {
  /** Sees this namespace and `shared`; everything when null. */
  readonly namespace: string | null;
  /** Names that access lists may contain, such as `user:bob`. */
  readonly principals?: readonly string[];
}

/** Whether an entry is visible: in the viewer's namespace, in `shared`, or by an access list. */
export function isVisible(entry: LiveEntry, viewer: Viewer): boolean {
  const own = viewer.namespace;
  // Called for every entry at every commit: the usual case must not allocate.
  if (own === null || isOwnOrShared(entry.namespace, own)) return true;
  const list = entry.image.access_list ?? [];
  return list.includes(own) || (viewer.principals ?? []).some((name) => list.includes(name));
}

/** Names an entry of a state. */
export const entryKeySchema = z.object({
  namespace: z.string(),
  id: z.string(),
}) satisfies Schema<EntryKey>;

/** A state for display and for programs. */
export const shownStateSchema = () =>
  z.object({
    user_id: z.string(),
    session_id: z.string(),
    task_id: z.string(),
    state_hash: z.string(),
    token_count: z.number(),
    budget_tokens: z.number(),
    saturation: z.number(),
    head_seq: z.number(),
    slots: z.array(z.string()).readonly(),
    eviction: z.string(),
    namespace: z.string(),
    entries: z.array(shownEntrySchema).readonly(),
    /** Pairs of entries that may contradict each other, until someone decides. */
    conflicts: z.array(z.object({ ...entryKeySchema.shape, other: entryKeySchema })).readonly(),
  });

/** A state for display and for programs; what is unknown in its entries is JSON. */
export type ShownState = Omit<z.infer<ReturnType<typeof shownStateSchema>>, "entries"> & {
  readonly entries: readonly ShownEntry[];
};

/** A state with the texts of its entries; archived ones only on request. */
export async function showState(
  tx: Transaction,
  state: State,
  { archived, viewer }: { readonly archived: boolean; readonly viewer: Viewer },
): Promise<ShownState> {
  const shown = [...state.entries.values()].filter(
    (entry) => (archived || isActive(entry)) && isVisible(entry, viewer),
  );
  const textOf = await readShownTexts(tx, shown);
  const { address, bounds, head_seq } = state;
  const token_count = tokenCountOf(state);
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
    entries: shown.map((entry) => showEntry(entry, textOf(entry))),
    conflicts: await shownConflicts(tx, state, shown),
  };
}

/** The possible conflicts of which both entries are shown. */
async function shownConflicts(
  tx: Transaction,
  state: State,
  shown: readonly LiveEntry[],
): Promise<readonly PossibleConflict[]> {
  const conflicts = await selectConflicts(tx, state.id);
  if (conflicts.length === 0) return [];
  const keys = new Set(shown.map(({ namespace, id }) => entryKey(namespace, id)));
  const isShown = ({ namespace, id }: EntryKey) => keys.has(entryKey(namespace, id));
  return conflicts.filter((conflict) => isShown(conflict) && isShown(conflict.other));
}

/** An entry with its text. */
export function showEntry({ image, namespace }: LiveEntry, content: string): ShownEntry {
  // The image came from an event, which is JSON.
  return { ...image, namespace, content } as ShownEntry;
}
