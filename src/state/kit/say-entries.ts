import { copyKey, type Json } from "../../base/json/value.ts";
import { DEFAULT_NAMESPACE, entryKey, type StateEntry, type StateHead } from "../../model/state.ts";
import { REDACTED } from "../show.ts";
import type { HeldEntry } from "../state.ts";
import { isStateEvent, type StateHistory } from "./history.ts";
import { type UseFacts, useFacts } from "./use-facts.ts";

/** What a bundle's head says that does not follow from the state. */
export interface HeadFacts {
  readonly created: string;
  readonly agent_id?: string | undefined;
  readonly collection: string;
  /** The agent that the work is handed over from. */
  readonly handed_off_from?: string | undefined;
}

/** The head of a bundle that holds a state. */
export function sayHead({ state }: Pick<StateHistory, "state">, facts: HeadFacts): StateHead {
  const { bounds, address } = state;
  const { created, agent_id, collection, handed_off_from } = facts;
  const session = { session_id: address.session, task_id: address.task, user_id: address.user };
  return {
    created,
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(bounds.namespace === DEFAULT_NAMESPACE ? {} : { default_namespace: bounds.namespace }),
    unit_source: "inline",
    unit_refs: [],
    session: handed_off_from === undefined ? session : { ...session, handed_off_from },
    collection,
    slots: bounds.slots.map(({ name, description }) =>
      description === undefined ? { name } : { name, description },
    ),
    budget_tokens: bounds.budget_tokens,
    eviction: bounds.eviction,
  };
}

/** The entries of a state in the common vocabulary, in snapshot order. */
export function sayEntries(history: StateHistory): readonly StateEntry[] {
  const facts = useFacts(history.events.filter((event) => !isStateEvent(event)));
  return Array.from(history.state.entries.values(), (entry) => {
    const key = entryKey(entry.namespace, entry.id);
    return sayEntry(entry, history.words(entry.image.content.sha256), facts.get(key));
  });
}

/** Keys in the order in which people read them. */
const ORDER = ["id", "slot", "content", "tokens", "score", "resolution", "unit_ref"];
/** Keys that the trail and the history say, and that no format has in its entries. */
const UNSAID = new Set(["status", "supersedes"]);

/** One entry with its words; a placeholder where they were redacted. */
function sayEntry(
  { image, namespace }: HeldEntry,
  words: string | null,
  use: UseFacts | undefined,
): StateEntry {
  const said: Record<string, Json> = {};
  const all = { ...image, namespace, content: words ?? REDACTED };
  for (const key of [...ORDER, ...Object.keys(all).sort()]) {
    if (!UNSAID.has(key)) copyKey(all, said, key);
  }
  // In force is what every reader takes an entry for that does not say otherwise.
  if (said.state === "active") delete said.state;
  if (use !== undefined) {
    for (const key of ["access_count", "last_access", "retrieval_strength"])
      copyKey(use, said, key);
  }
  // The image has every key that an entry must have.
  return said as unknown as StateEntry;
}
