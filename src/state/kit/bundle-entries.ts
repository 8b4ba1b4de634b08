import { copyKey, type Json } from "../../base/json/value.ts";
import { REDACTED } from "../../model/redaction.ts";
import { DEFAULT_NAMESPACE, entryKey, type StateEntry, type StateHead } from "../../model/state.ts";
import type { LiveEntry } from "../state.ts";
import { isStateEvent, type StateHistory } from "./history.ts";
import { importedHead } from "./imported-past.ts";
import { type UseFacts, useFacts } from "./use-facts.ts";

/** The facts of a bundle's head that do not follow from the state. */
export interface HeadFacts {
  readonly created: string;
  readonly agent_id?: string | undefined;
  readonly collection: string;
  /** The agent that hands the work over. */
  readonly handed_off_from?: string | undefined;
}

/** The head of a bundle with a state. */
export function buildHead(
  { state, events }: Pick<StateHistory, "state" | "events">,
  facts: HeadFacts,
): StateHead {
  const { bounds, address } = state;
  const past = importedHead(events);
  const { created, agent_id = past?.agent_id, collection, handed_off_from } = facts;
  const session = { session_id: address.session, task_id: address.task, user_id: address.user };
  return {
    created,
    ...(agent_id === undefined ? {} : { agent_id }),
    ...(bounds.namespace === DEFAULT_NAMESPACE ? {} : { default_namespace: bounds.namespace }),
    unit_source: past?.unit_source ?? "inline",
    unit_refs: past?.unit_refs ?? [],
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
export function buildEntries(history: StateHistory): readonly StateEntry[] {
  const facts = useFacts(history.events.filter((event) => !isStateEvent(event)));
  return Array.from(history.state.entries.values(), (entry) => {
    const key = entryKey(entry.namespace, entry.id);
    return buildEntry(entry, history.text(entry.image.content.sha256), facts.get(key));
  });
}

/** The first keys of an entry, in the order that is easiest to read. */
const KEY_ORDER = ["id", "slot", "content", "tokens", "score", "resolution", "unit_ref"];
/** Keys that no format has in its entries; the trail and the history carry them. */
const OMITTED_KEYS = new Set(["status", "supersedes"]);

/** One entry with its text, or a placeholder when that was redacted. */
function buildEntry(
  { image, namespace }: LiveEntry,
  text: string | null,
  use: UseFacts | undefined,
): StateEntry {
  const record: Record<string, Json> = {};
  const all = { ...image, namespace, content: text ?? REDACTED };
  for (const key of [...KEY_ORDER, ...Object.keys(all).sort()]) {
    if (!OMITTED_KEYS.has(key)) copyKey(all, record, key);
  }
  // Every reader takes an entry without this key for active.
  if (record.state === "active") delete record.state;
  if (use !== undefined) {
    for (const key of ["access_count", "last_access", "retrieval_strength"])
      copyKey(use, record, key);
  }
  // The image has every key that an entry must have.
  return record as unknown as StateEntry;
}
