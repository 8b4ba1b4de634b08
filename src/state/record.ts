import type { Ledger } from "../ledger/ledger.ts";
import type { Actor, LedgerEvent } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { type Address, stateStream } from "./address.ts";
import type { Bounds } from "./bodies.ts";
import { type Decision, declaration, sealChanges } from "./change.ts";
import { createStateCache, currentAddress, type StateCache } from "./load.ts";
import { reader, type Said } from "./said.ts";
import { emptyState, type HeldEntry, type State } from "./state.ts";

/** What a decision may look at. */
export interface StateView {
  readonly state: State;
  /** Whether anything was recorded at this address before. */
  readonly isNew: boolean;
  readonly now: Date;
  readonly newId: () => string;
  readonly tx: Transaction;
  contents(entries: readonly HeldEntry[]): Promise<Said>;
}

/** Which state is meant, and what is recorded with its changes. */
export interface StateChoice {
  /** The workspace's current one unless told. */
  readonly address?: Address | undefined;
  /** The bounds of a state that is begun by this change. */
  readonly bounds: Bounds;
  readonly actor: Actor;
}

/** What was recorded. */
export interface Recorded<Result> {
  readonly state: State;
  readonly result: Result;
  readonly events: readonly LedgerEvent[];
}

/** Workspaces whose states are remembered. */
const MOST_WORKSPACES = 4;
const caches = new Map<string, StateCache>();

/**
 * The states of a workspace that were loaded last. They outlive its being closed, as between two calls of a
 * server's tools: a state is used again only when the stream still goes on from the same hash.
 */
export function cacheOf({ store }: Pick<Ledger, "store">): StateCache {
  const known = caches.get(store.location) ?? createStateCache();
  caches.delete(store.location);
  caches.set(store.location, known);
  const [oldest] = caches.keys();
  if (caches.size > MOST_WORKSPACES && oldest !== undefined) caches.delete(oldest);
  return known;
}

/**
 * Lets a decision be taken over a state and records it whole. The workspace is locked meanwhile, so that of
 * two processes each decides over what the other has left; a refusal is recorded too, and then thrown.
 */
export async function changeState<Result>(
  ledger: Ledger,
  choice: StateChoice,
  decide: (view: StateView) => Decision<Result> | Promise<Decision<Result>>,
): Promise<Recorded<Result>> {
  const cache = cacheOf(ledger);
  const done = await ledger.write(async ({ tx, now, newId, append }) => {
    const address = choice.address ?? (await currentAddress(tx));
    const loaded = await cache.load(tx, address);
    const state = loaded?.state ?? emptyState(address, choice.bounds);
    const view = { state, isNew: loaded === null, now: now(), newId, tx, contents: reader(tx) };
    const { changes, result, refusal } = await decide(view);
    if (changes.length === 0) return { state, result, refusal, events: [] };
    const all = loaded === null ? [declaration(state), ...changes] : changes;
    const sealed = sealChanges(state, all, choice.actor);
    const expect = new Map([[stateStream(state.id), loaded?.head ?? null]]);
    const events = await append(sealed.events, { expect });
    return { state: sealed.state, result, refusal, events };
  });
  const { refusal, ...recorded } = done;
  const head = recorded.events.at(-1)?.hash;
  if (head !== undefined) cache.keep({ state: recorded.state, head });
  if (refusal !== undefined) throw refusal;
  return recorded;
}
