import { HoldallError } from "../../base/errors.ts";
import { readHead, readStream } from "../../ledger/read.ts";
import { instantOf } from "../../model/values.ts";
import type { Transaction } from "../../stores/store.ts";
import { type Address, describeAddress, stateIdOf, stateStream } from "../address.ts";
import { createFold } from "../fold.ts";
import { hashOfState, type State } from "../state.ts";
import { keepSnapshot, nearestSnapshot, SNAPSHOT_INTERVAL } from "./snapshots.ts";

/** A moment in the past of a state: an event or a time. */
export type Moment = { readonly seq: number } | { readonly time: string };

/** A past state, and the event after which it was like that. */
export interface ReplayedState {
  readonly state: State;
  readonly state_hash: string;
  /** When the event happened. */
  readonly at: string;
  readonly type: string;
}

const PAGE_SIZE = 1000;

/**
 * The state after the last event that is not later than a moment, rebuilt from its events alone. When the hash
 * that the event recorded differs from the rebuilt one, that is `E_CHAIN`: replay never shows a doubtful state.
 */
export async function replayState(
  tx: Transaction,
  address: Address,
  moment: Moment,
): Promise<ReplayedState> {
  const stream = stateStream(stateIdOf(address));
  const last = await seqAt(tx, stream, moment);
  if (last === null) throw noSuchEvent(address, moment);
  const start = await nearestSnapshot(tx, stream, last);
  const fold = createFold(start?.state ?? null);
  let found = start?.event ?? null;
  for (let from = (found?.seq ?? -1) + 1; from <= last; from += PAGE_SIZE) {
    for (const event of await readStream(tx, stream, { from, to: last, limit: PAGE_SIZE })) {
      fold.apply(event);
      found = event;
      const current = event.seq % SNAPSHOT_INTERVAL === 0 ? fold.state() : null;
      if (current !== null) keepSnapshot(event, current);
    }
  }
  const state = fold.state();
  if (state === null || found === null) throw noSuchEvent(address, moment);
  const state_hash = hashOfState(state);
  const { at, type } = found;
  const recorded = found.body.state_hash;
  if (typeof recorded === "string" && recorded !== state_hash) throw hashMismatch(stream, last);
  return { state, state_hash, at, type };
}

async function seqAt(tx: Transaction, stream: string, moment: Moment): Promise<number | null> {
  const head = await readHead(tx, stream);
  if (head === null) return null;
  if ("seq" in moment) return moment.seq < head.events ? moment.seq : null;
  const instant = instantOf(moment.time) ?? 0n;
  // Times are informational and need not increase: the last event that is not later counts.
  for (let to = head.events - 1; to >= 0; to -= PAGE_SIZE) {
    const page = await readStream(tx, stream, { from: Math.max(0, to - PAGE_SIZE + 1), to });
    const event = page.findLast(({ at }) => (instantOf(at) ?? 0n) <= instant);
    if (event !== undefined) return event.seq;
  }
  return null;
}

function noSuchEvent(address: Address, moment: Moment): HoldallError {
  const when = "seq" in moment ? `event ${moment.seq}` : moment.time;
  return new HoldallError(
    "E_NOT_FOUND",
    `Cannot replay the ${describeAddress(address)} at ${when}: no such event`,
    { cure: "list the events with `holdall state log`" },
  );
}

function hashMismatch(stream: string, seq: number): HoldallError {
  return new HoldallError(
    "E_CHAIN",
    `Cannot replay "${stream}" at event ${seq}: the rebuilt state does not have the recorded hash`,
    { cure: "check the workspace with `holdall verify`" },
  );
}
