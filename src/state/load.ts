import { HoldallError } from "../base/errors.ts";
import { readHead, readStream } from "../ledger/read.ts";
import { entryKey } from "../model/state.ts";
import type { Transaction } from "../stores/store.ts";
import {
  type Address,
  addressText,
  DEFAULT_ADDRESS,
  stateIdOf,
  stateStream,
  toAddress,
} from "./address.ts";
import { foldStateEvents } from "./fold.ts";
import { emptyState, type HeldEntry, holdEntry, isActive, type State } from "./state.ts";
import {
  type EntryRow,
  type StateRow,
  selectCurrent,
  selectEntries,
  selectState,
} from "./tables.ts";

/** A state and the hash of its last event, which an append can insist on. */
export interface LoadedState {
  readonly state: State;
  readonly head: string;
}

/** The address of the state that the workspace works with unless told otherwise. */
export async function currentAddress(tx: Transaction): Promise<Address> {
  const row = await selectCurrent(tx);
  return row === null ? DEFAULT_ADDRESS : addressOf(row);
}

/** The address of a listed state. */
export function addressOf({ user_id, session_id, task_id }: StateRow): Address {
  return toAddress({ user: user_id, session: session_id, task: task_id });
}

/** The state at an address; null when nothing was ever committed there. */
export async function loadState(tx: Transaction, address: Address): Promise<LoadedState | null> {
  const id = stateIdOf(address);
  const head = await readHead(tx, stateStream(id));
  if (head === null) return null;
  const row = await selectState(tx, id);
  if (row === null) return null;
  return { state: stateFrom(row, await selectEntries(tx, id)), head: head.hash };
}

/** The state at an address; `E_NOT_FOUND` when there is none. */
export async function requireState(tx: Transaction, address: Address): Promise<LoadedState> {
  const loaded = await loadState(tx, address);
  if (loaded !== null) return loaded;
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot find a state at "${addressText(address)}": nothing was committed there`,
    { cure: 'commit something with `holdall state commit "…"`, or see `holdall session list`' },
  );
}

function stateFrom(row: StateRow, rows: readonly EntryRow[]): State {
  const entries = new Map<string, HeldEntry>();
  const gone = new Map<string, number>();
  for (const each of rows) {
    const key = entryKey(each.namespace, each.id);
    if (each.image === null) gone.set(key, each.version);
    else entries.set(key, entryFrom(each, each.image));
  }
  const state = emptyState(addressOf(row), JSON.parse(row.bounds));
  return { ...state, id: row.state_id, entries, gone, head_seq: row.head_seq };
}

function entryFrom({ namespace, since, whole, hash }: EntryRow, image: string): HeldEntry {
  const known = { namespace, since, whole: whole === null ? null : JSON.parse(whole) };
  return holdEntry(JSON.parse(image), hash === null ? known : { ...known, hash });
}

/** States that were loaded last, to be carried on by what happened since. */
export interface StateCache {
  load(tx: Transaction, address: Address): Promise<LoadedState | null>;
  keep(loaded: LoadedState): void;
  /** Forgets a state: what it says may have been removed. */
  forget(id: string): void;
}

const KEPT = 16;

/** Remembers states of one workspace; what other processes appended is folded in. */
export function createStateCache(): StateCache {
  const known = new Map<string, LoadedState>();
  function keep(loaded: LoadedState): void {
    known.delete(loaded.state.id);
    known.set(loaded.state.id, loaded);
    const [oldest] = known.keys();
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  }
  return {
    keep,
    forget: (id) => void known.delete(id),
    async load(tx, address) {
      const before = known.get(stateIdOf(address));
      const carried = before === undefined ? null : await carryOn(tx, before);
      const loaded = carried ?? (await loadState(tx, address));
      if (loaded !== null) keep(loaded);
      return loaded;
    },
  };
}

/** The state with everything that happened since; null when that is not what followed it, or much. */
async function carryOn(tx: Transaction, { state, head }: LoadedState): Promise<LoadedState | null> {
  const stream = stateStream(state.id);
  const end = await readHead(tx, stream);
  if (end === null) return null;
  if (end.hash === head) return { state, head };
  const events = await readStream(tx, stream, { from: state.head_seq + 1, limit: MOST });
  if (events[0]?.prev !== head || events.at(-1)?.hash !== end.hash) return null;
  const next = foldStateEvents(state, events);
  return next === null ? null : { state: next, head: end.hash };
}

const MOST = 200;

/** Entries in force, in snapshot order. */
export function activeEntries({ entries }: State): readonly HeldEntry[] {
  return [...entries.values()].filter(isActive);
}
