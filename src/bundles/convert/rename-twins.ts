import { type Json, omitKeys } from "../../base/json/value.ts";
import type { StateEntry } from "../../model/state.ts";
import { type CommonState, keyOf } from "./state-pair.ts";

const NONE = new Set<string>();

/** Ids that are unique only within a namespace get the namespace into the id. */
export function renameTwins(common: CommonState): CommonState {
  const seen = new Set<string>();
  const newIds = new Map<string, string>();
  const taken = new Set(common.entries.map((entry) => entry.id));
  const entries = common.entries.map((entry) => {
    if (!seen.has(entry.id)) {
      seen.add(entry.id);
      return entry;
    }
    let id = twinName(entry);
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

/** Whether an id is what an entry is called when another has its id. */
export function isTwinName(id: string, entry: Pick<StateEntry, "id" | "namespace">): boolean {
  const name = twinName(entry);
  return id.startsWith(name) && /^'*$/.test(id.slice(name.length));
}

/** The same entry under another id. */
export function withId(entry: StateEntry, id: string): StateEntry {
  // Not spread: the spelling of numbers belongs to the object that was read.
  const renamed: Record<string, Json> = omitKeys(entry, NONE);
  renamed.id = id;
  return renamed as unknown as StateEntry;
}

function twinName({ id, namespace }: Pick<StateEntry, "id" | "namespace">): string {
  return `${namespace ?? "other"}:${id}`;
}
