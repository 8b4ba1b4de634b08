/**
 * Loads states from their tables, with a cache. A cached state is brought up to date by applying
 * newer events, which is cheap; if its stream does not continue from it, or by too many events, the
 * tables are read again.
 */

import { HoldallError } from "../base/errors.ts";
import { readHead, readStream } from "../ledger/read.ts";
import { parseStoredAs } from "../ledger/stored-json.ts";
import { entryKey } from "../model/state.ts";
import type { Transaction } from "../stores/store.ts";
import {
  type Address,
  DEFAULT_ADDRESS,
  describeAddress,
  stateIdOf,
  stateStream,
  toAddress,
} from "./address.ts";
import { boundsSchema, entryImageSchema, fullTextSchema } from "./event-bodies.ts";
import { foldStateEvents } from "./fold.ts";
import { emptyState, isActive, type LiveEntry, type State, toLiveEntry } from "./state.ts";
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

/** The address of the workspace's current state. */
export async function currentAddress(tx: Transaction): Promise<Address> {
  const row = await selectCurrent(tx);
  return row === null ? DEFAULT_ADDRESS : addressOf(row);
}

/** The address of a listed state. */
export function addressOf({ user_id, session_id, task_id }: StateRow): Address {
  return toAddress({ user: user_id, session: session_id, task: task_id });
}

/** The state at an address; null when it has no events. */
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
    `Cannot find the ${describeAddress(address)}: nothing was committed to it yet`,
    {
      cure: 'commit an entry with `holdall state commit "…"`, or list all states with `holdall session list`',
    },
  );
}

function stateFrom(row: StateRow, rows: readonly EntryRow[]): State {
  const entries = new Map<string, LiveEntry>();
  const deletedVersions = new Map<string, number>();
  for (const each of rows) {
    const key = entryKey(each.namespace, each.id);
    if (each.image === null) deletedVersions.set(key, each.version);
    else entries.set(key, entryFrom(each, each.image));
  }
  const place = { table: "states", column: "bounds", row: row.state_id };
  const state = emptyState(addressOf(row), parseStoredAs(boundsSchema, row.bounds, place));
  return { ...state, id: row.state_id, entries, deletedVersions, head_seq: row.head_seq };
}

function entryFrom({ namespace, id, since, whole, hash }: EntryRow, image: string): LiveEntry {
  const place = (column: string) => ({ table: "state_entries", column, row: id });
  const fullText = whole === null ? null : parseStoredAs(fullTextSchema, whole, place("whole"));
  const facts = { namespace, addedSeq: since, fullText };
  const parsed = parseStoredAs(entryImageSchema, image, place("image"));
  return toLiveEntry(parsed, hash === null ? facts : { ...facts, hash });
}

/** The states that were loaded last. New events are applied to them instead of loading all entries again. */
export interface StateCache {
  load(tx: Transaction, address: Address): Promise<LoadedState | null>;
  keep(loaded: LoadedState): void;
  /** Drops a state whose texts may have been removed. */
  forget(id: string): void;
}

const MAX_CACHED_STATES = 16;

/** A cache of the states of one workspace. Events that other processes appended are applied on load. */
export function createStateCache(): StateCache {
  const cached = new Map<string, LoadedState>();
  function keep(loaded: LoadedState): void {
    cached.delete(loaded.state.id);
    cached.set(loaded.state.id, loaded);
    const [oldest] = cached.keys();
    if (cached.size > MAX_CACHED_STATES && oldest !== undefined) cached.delete(oldest);
  }
  return {
    keep,
    forget: (id) => void cached.delete(id),
    async load(tx, address) {
      const before = cached.get(stateIdOf(address));
      const current = before === undefined ? null : await applyNewEvents(tx, before);
      const loaded = current ?? (await loadState(tx, address));
      if (loaded !== null) keep(loaded);
      return loaded;
    },
  };
}

/** The state with all later events; null when the stream does not continue from it, or by too many events. */
async function applyNewEvents(
  tx: Transaction,
  { state, head }: LoadedState,
): Promise<LoadedState | null> {
  const stream = stateStream(state.id);
  const end = await readHead(tx, stream);
  if (end === null) return null;
  if (end.hash === head) return { state, head };
  const events = await readStream(tx, stream, { from: state.head_seq + 1, limit: MAX_NEW_EVENTS });
  if (events[0]?.prev !== head || events.at(-1)?.hash !== end.hash) return null;
  const next = foldStateEvents(state, events);
  return next === null ? null : { state: next, head: end.hash };
}

/** Most events applied to a cached state; beyond this the tables are read again. */
const MAX_NEW_EVENTS = 200;

/** Entries in force, in snapshot order. */
export function activeEntries({ entries }: State): readonly LiveEntry[] {
  return [...entries.values()].filter(isActive);
}
