/**
 * OCF has ids per namespace, the other formats per bundle. On the way there a repeated id gets its
 * namespace as a prefix; the carried document records the renaming, and restoring undoes it.
 */

import { copyObject, type Json } from "../../base/json/value.ts";
import type { StateEntry } from "../../model/state.ts";
import { type CommonState, keyOf } from "./common-state.ts";

/** Makes ids unique in the whole bundle: a repeated one is prefixed with its namespace. */
export function renameDuplicateIds(common: CommonState): CommonState {
  const seen = new Set<string>();
  const newIds = new Map<string, string>();
  const taken = new Set(common.entries.map((entry) => entry.id));
  const entries = common.entries.map((entry) => {
    if (!seen.has(entry.id)) {
      seen.add(entry.id);
      return entry;
    }
    let id = qualifiedId(entry);
    while (taken.has(id)) id = `${id}'`;
    taken.add(id);
    newIds.set(keyOf(entry, common.head), id);
    return withId(entry, id);
  });
  const events = common.events.map((event) => {
    if (event?.entry_id === undefined) return event;
    const { entry_id: id, namespace } = event;
    const newId = newIds.get(keyOf({ id, ...(namespace ? { namespace } : {}) }, common.head));
    return newId === undefined ? event : { ...event, entry_id: newId };
  });
  return { ...common, entries, events };
}

/** Whether an id is the one that a repeated entry was given. */
export function isRenamedId(id: string, entry: Pick<StateEntry, "id" | "namespace">): boolean {
  const name = qualifiedId(entry);
  return id.startsWith(name) && /^'*$/.test(id.slice(name.length));
}

/** The same entry under another id. */
export function withId(entry: StateEntry, id: string): StateEntry {
  const renamed: Record<string, Json> = copyObject(entry);
  renamed.id = id;
  return renamed as unknown as StateEntry;
}

function qualifiedId({ id, namespace }: Pick<StateEntry, "id" | "namespace">): string {
  return `${namespace ?? "other"}:${id}`;
}
