/**
 * The use of entries: reads, marks and recorded strength. Use has a stream of its own (`use:`), so
 * that reading an entry changes neither the state's history nor its hash.
 */

import * as z from "zod";
import type { NewEvent } from "../../ledger/append.ts";
import { toText } from "../../ledger/texts.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Actor } from "../../model/event.ts";
import { entryKey } from "../../model/state.ts";
import type { Transaction } from "../../stores/store.ts";
import { useStream } from "../address.ts";
import { isActive, type LiveEntry, type State } from "../state.ts";
import { selectUse } from "../tables.ts";
import { type DecayOptions, retrievalStrength } from "./retrieval-strength.ts";
import type { UseBody } from "./use-body.ts";

/** The use of an entry so far. */
export interface EntryUse {
  readonly access_count: number;
  readonly useful_count: number;
  readonly last_access: string | null;
  readonly retrieval_strength: number | null;
}

const NO_USE: EntryUse = {
  access_count: 0,
  useful_count: 0,
  last_access: null,
  retrieval_strength: null,
};

/** The use of the entries of a state. Reading this is not a use. */
export async function readUse(
  tx: Transaction,
  state_id: string,
): Promise<(entry: Pick<LiveEntry, "namespace" | "id">) => EntryUse> {
  const uses = new Map<string, EntryUse>();
  for (const { namespace, id, retrieval_strength: text, ...row } of await selectUse(tx, state_id)) {
    const retrieval_strength = text === null ? null : Number(text);
    uses.set(entryKey(namespace, id), { ...row, retrieval_strength });
  }
  return ({ namespace, id }) => uses.get(entryKey(namespace, id)) ?? NO_USE;
}

type UsedEntries = UseBody["entries"];

function useEvent(
  state: Pick<State, "id">,
  type: string,
  { entries, actor, query }: { entries: UsedEntries; actor: Actor; query?: string | undefined },
): NewEvent {
  const text = query === undefined ? null : toText(query);
  const asked = text === null ? {} : { query: text.ref };
  const body = { entries: JSON.parse(JSON.stringify(entries)), ...asked };
  return { stream: useStream(state.id), type, actor, body, texts: text === null ? [] : [text] };
}

/** Records that entries were given to an agent or were useful. Only counters change, never the entries. */
export async function recordAccess(
  unit: UnitOfWork,
  state: Pick<State, "id">,
  what: {
    readonly entries: readonly Pick<LiveEntry, "namespace" | "id">[];
    readonly actor: Actor;
    readonly useful: boolean;
    /** The query that found them. */
    readonly query?: string | undefined;
  },
): Promise<void> {
  if (what.entries.length === 0) return;
  const last_access = unit.now().toISOString();
  const entries = what.entries.map(({ namespace, id }) => ({
    namespace,
    id,
    ...(what.useful ? { useful: 1 } : { reads: 1 }),
    last_access,
  }));
  const type = what.useful ? "use_marked" : "use_accessed";
  await unit.append([useEvent(state, type, { entries, actor: what.actor, query: what.query })]);
}

/** The recorded strength of an entry. */
export const decayedEntrySchema = () =>
  z.object({
    id: z.string(),
    namespace: z.string(),
    before: z.number().nullable(),
    retrieval_strength: z.number(),
  });

/** The recorded strength of an entry. */
export type DecayedEntry = z.infer<ReturnType<typeof decayedEntrySchema>>;

/** Records the present strength of the entries in force that changed. */
export async function recordDecay(
  unit: UnitOfWork,
  state: State,
  { actor, strength }: { readonly actor: Actor; readonly strength: DecayOptions },
): Promise<readonly DecayedEntry[]> {
  const use = await readUse(unit.tx, state.id);
  const decayed: DecayedEntry[] = [];
  for (const entry of [...state.entries.values()].filter(isActive)) {
    const { access_count, useful_count, last_access, retrieval_strength: before } = use(entry);
    const since = last_access ?? entry.image.committed_at;
    const facts = { since, accesses: access_count, useful: useful_count };
    const retrieval_strength = retrievalStrength(facts, unit.now(), strength);
    const { id, namespace } = entry;
    if (before !== retrieval_strength) {
      decayed.push({ id, namespace, before, retrieval_strength });
    }
  }
  const entries = decayed.map(({ before: _before, ...each }) => each);
  if (entries.length > 0) {
    await unit.append([useEvent(state, "use_decayed", { entries, actor })]);
  }
  return decayed;
}

/** Records the use that an imported bundle reports. */
export async function recordImportedUse(
  unit: UnitOfWork,
  state: Pick<State, "id">,
  { entries, actor }: { readonly entries: UsedEntries; readonly actor: Actor },
): Promise<void> {
  if (entries.length === 0) return;
  await unit.append([useEvent(state, "use_imported", { entries, actor })]);
}
