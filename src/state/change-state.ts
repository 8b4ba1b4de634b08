/**
 * The only way to change a state. Load, decide, record, all in one write transaction: the decision
 * sees the state as it is, and the append requires that its stream still ends where it was read.
 * Every change is an event; the state itself is computed. Caching is safe because a cached state is
 * used only if its stream continues from the same hash.
 */

import type { Ledger } from "../ledger/ledger.ts";
import type { Actor, LedgerEvent } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { type Address, stateStream } from "./address.ts";
import { type Decision, declarationChange, toEvents } from "./change.ts";
import { type EntryTexts, entryTextReader } from "./entry-texts.ts";
import type { Bounds } from "./event-bodies.ts";
import { createStateCache, currentAddress, type StateCache } from "./load.ts";
import { emptyState, type LiveEntry, type State } from "./state.ts";

/** What a decision is based on. */
export interface StateView {
  readonly state: State;
  /** Whether anything was recorded at this address before. */
  readonly isNew: boolean;
  readonly now: Date;
  readonly newId: () => string;
  readonly tx: Transaction;
  readTexts(entries: readonly LiveEntry[]): Promise<EntryTexts>;
}

/** Which state to change, and who changes it. */
export interface StateChoice {
  /** Default: the workspace's current state. */
  readonly address?: Address | undefined;
  /** The bounds to declare when the state does not exist yet. */
  readonly bounds: Bounds;
  readonly actor: Actor;
  /** Create a state that does not exist yet, even if nothing changes in it. */
  readonly create?: boolean;
}

/** A recorded change, with the state after it. */
export interface RecordedChange<Result> {
  readonly state: State;
  readonly result: Result;
  readonly events: readonly LedgerEvent[];
}

/** Workspaces whose states are cached. */
const MAX_WORKSPACES = 4;
const caches = new Map<string, StateCache>();

/**
 * The cached states of a workspace. The cache outlives the opened workspace, because an MCP server opens it
 * for each call. That is safe: a cached state is used only when its stream still continues from the same hash.
 */
export function cacheOf({ store }: Pick<Ledger, "store">): StateCache {
  const cache = caches.get(store.location) ?? createStateCache();
  caches.delete(store.location);
  caches.set(store.location, cache);
  const [oldest] = caches.keys();
  if (caches.size > MAX_WORKSPACES && oldest !== undefined) caches.delete(oldest);
  return cache;
}

/**
 * Makes a decision about a state and records all of its changes or none. The workspace is locked meanwhile, so
 * that of two processes each decides about the state that the other one left. A refusal is recorded too, and
 * then thrown.
 */
export async function changeState<Result>(
  ledger: Ledger,
  choice: StateChoice,
  decide: (view: StateView) => Decision<Result> | Promise<Decision<Result>>,
): Promise<RecordedChange<Result>> {
  const cache = cacheOf(ledger);
  const done = await ledger.write(async ({ tx, now, newId, append }) => {
    const address = choice.address ?? (await currentAddress(tx));
    const loaded = await cache.load(tx, address);
    const state = loaded?.state ?? emptyState(address, choice.bounds);
    const readTexts = entryTextReader(tx);
    const view = { state, isNew: loaded === null, now: now(), newId, tx, readTexts };
    const { changes, result, refusal } = await decide(view);
    const creates = loaded === null && choice.create === true;
    if (changes.length === 0 && !creates) return { state, result, refusal, events: [] };
    const all = loaded === null ? [declarationChange(state), ...changes] : changes;
    const next = toEvents(state, all, choice.actor);
    const expect = new Map([[stateStream(state.id), loaded?.head ?? null]]);
    const events = await append(next.events, { expect });
    return { state: next.state, result, refusal, events };
  });
  const { refusal, ...recorded } = done;
  const head = recorded.events.at(-1)?.hash;
  if (head !== undefined) cache.keep({ state: recorded.state, head });
  if (refusal !== undefined) throw refusal;
  return recorded;
}
