import type { NewEvent } from "../ledger/append.ts";
import { toText } from "../ledger/texts.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import type { Actor } from "../model/event.ts";
import { entryKey } from "../model/state.ts";
import type { Transaction } from "../stores/store.ts";
import { useStream } from "./address.ts";
import { type HeldEntry, isActive, type State } from "./state.ts";
import { retrievalStrength, type StrengthOptions } from "./strength.ts";
import { selectUse } from "./tables.ts";
import type { UseBody } from "./use-bodies.ts";

/** How an entry was used so far. */
export interface EntryUse {
  readonly access_count: number;
  readonly useful_count: number;
  readonly last_access: string | null;
  readonly retrieval_strength: number | null;
}

const UNUSED: EntryUse = {
  access_count: 0,
  useful_count: 0,
  last_access: null,
  retrieval_strength: null,
};

/** How the entries of a state were used. Reading this counts as no use. */
export async function readUse(
  tx: Transaction,
  state_id: string,
): Promise<(entry: Pick<HeldEntry, "namespace" | "id">) => EntryUse> {
  const known = new Map<string, EntryUse>();
  for (const { namespace, id, retrieval_strength: text, ...row } of await selectUse(tx, state_id)) {
    const retrieval_strength = text === null ? null : Number(text);
    known.set(entryKey(namespace, id), { ...row, retrieval_strength });
  }
  return ({ namespace, id }) => known.get(entryKey(namespace, id)) ?? UNUSED;
}

type Used = UseBody["entries"];

function useEvent(
  state: Pick<State, "id">,
  type: string,
  { entries, actor, query }: { entries: Used; actor: Actor; query?: string | undefined },
): NewEvent {
  const text = query === undefined ? null : toText(query);
  const asked = text === null ? {} : { query: text.ref };
  const body = { entries: JSON.parse(JSON.stringify(entries)), ...asked };
  return { stream: useStream(state.id), type, actor, body, texts: text === null ? [] : [text] };
}

/** Records that entries were given to an agent, or that they helped: counters alone, never a copy of an entry. */
export async function recordAccess(
  unit: UnitOfWork,
  state: Pick<State, "id">,
  what: {
    readonly entries: readonly Pick<HeldEntry, "namespace" | "id">[];
    readonly actor: Actor;
    readonly useful: boolean;
    /** What was asked for. */
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

/** An entry's strength as it was recorded. */
export interface Decayed {
  readonly id: string;
  readonly namespace: string;
  readonly before: number | null;
  readonly retrieval_strength: number;
}

/** Records how strong the entries in force are by now; those that did not change are left out. */
export async function recordDecay(
  unit: UnitOfWork,
  state: State,
  { actor, strength }: { readonly actor: Actor; readonly strength: StrengthOptions },
): Promise<readonly Decayed[]> {
  const use = await readUse(unit.tx, state.id);
  const decayed: Decayed[] = [];
  for (const entry of [...state.entries.values()].filter(isActive)) {
    const { access_count, useful_count, last_access, retrieval_strength: before } = use(entry);
    const since = last_access ?? entry.image.committed_at;
    const known = { since, accesses: access_count, useful: useful_count };
    const retrieval_strength = retrievalStrength(known, unit.now(), strength);
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

/** Records the use that an imported bundle tells of. */
export async function recordImportedUse(
  unit: UnitOfWork,
  state: Pick<State, "id">,
  { entries, actor }: { readonly entries: Used; readonly actor: Actor },
): Promise<void> {
  if (entries.length === 0) return;
  await unit.append([useEvent(state, "use_imported", { entries, actor })]);
}
