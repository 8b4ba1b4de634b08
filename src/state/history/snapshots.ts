/**
 * Snapshots of states that a replay went through, so that the next one begins at the nearest of them: whoever drags
 * a slider over a long history asks for many moments one after another. The hash of an event covers all events
 * before it, so a state that is kept with it is right in every workspace in which the event has that hash.
 */

import { readStream } from "../../ledger/read.ts";
import type { LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import type { State } from "../state.ts";

/** A state and the event after which it was like that. */
export interface Snapshot {
  readonly event: LedgerEvent;
  readonly state: State;
}

/** Events between two snapshots. */
export const SNAPSHOT_INTERVAL = 1000;
/** Entries of all states together that are kept, and how many states. */
const MAX_ENTRIES = 200_000;
const MAX_STATES = 256;

const kept = new Map<string, Snapshot>();
let entries = 0;

/** Keeps a copy of a state that is still being folded. */
export function keepSnapshot(event: LedgerEvent, state: State): void {
  if (kept.has(event.hash) || state.entries.size > MAX_ENTRIES / 4) return;
  const { entries: live, deletedVersions } = state;
  const copy = { ...state, entries: new Map(live), deletedVersions: new Map(deletedVersions) };
  kept.set(event.hash, { event, state: copy });
  entries += live.size;
  for (const [hash, oldest] of kept) {
    if (entries <= MAX_ENTRIES && kept.size <= MAX_STATES) return;
    kept.delete(hash);
    entries -= oldest.state.entries.size;
  }
}

/** The nearest state that is kept, at or before an event of a stream; null when there is none. */
export async function nearestSnapshot(
  tx: Transaction,
  stream: string,
  seq: number,
): Promise<Snapshot | null> {
  const before = [...kept.values()]
    .filter(({ event }) => event.stream === stream && event.seq <= seq)
    .sort((left, right) => right.event.seq - left.event.seq);
  for (const snapshot of before) {
    const { seq: at, hash } = snapshot.event;
    const [event] = await readStream(tx, stream, { from: at, to: at });
    if (event?.hash === hash) return snapshot;
  }
  return null;
}
