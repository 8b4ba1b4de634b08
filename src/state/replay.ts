import { HoldallError } from "../base/errors.ts";
import { readHead, readStream } from "../ledger/read.ts";
import { instantOf } from "../model/values.ts";
import type { Transaction } from "../stores/store.ts";
import { type Address, addressText, stateIdOf, stateStream } from "./address.ts";
import { openFold } from "./fold.ts";
import { hashOfState, type State } from "./state.ts";

/** A moment of a state: an event, or a time. */
export type Moment = { readonly seq: number } | { readonly time: string };

/** A state as it was, and the event it was after. */
export interface Replayed {
  readonly state: State;
  readonly state_hash: string;
  /** When the event happened. */
  readonly at: string;
  readonly type: string;
}

const PAGE = 1000;

/**
 * The state after the last event that is not later than a moment, made from its events alone. A hash that an
 * event recorded and that does not come out again is `E_CHAIN`.
 */
export async function replayState(
  tx: Transaction,
  address: Address,
  moment: Moment,
): Promise<Replayed> {
  const stream = stateStream(stateIdOf(address));
  const last = await seqOf(tx, stream, moment);
  if (last === null) throw nothingThen(address, moment);
  const fold = openFold(null);
  let found: { at: string; type: string; recorded: unknown } | null = null;
  for (let from = 0; from <= last; from += PAGE) {
    for (const event of await readStream(tx, stream, { from, to: last, limit: PAGE })) {
      fold.apply(event);
      found = { at: event.at, type: event.type, recorded: event.body.state_hash };
    }
  }
  const state = fold.state();
  if (state === null || found === null) throw nothingThen(address, moment);
  const state_hash = hashOfState(state);
  const { at, type, recorded } = found;
  if (typeof recorded === "string" && recorded !== state_hash) throw disagrees(stream, last);
  return { state, state_hash, at, type };
}

async function seqOf(tx: Transaction, stream: string, moment: Moment): Promise<number | null> {
  const head = await readHead(tx, stream);
  if (head === null) return null;
  if ("seq" in moment) return moment.seq < head.events ? moment.seq : null;
  const instant = instantOf(moment.time) ?? 0n;
  // Times only inform and need not rise: the last event that is not later counts.
  for (let to = head.events - 1; to >= 0; to -= PAGE) {
    const page = await readStream(tx, stream, { from: Math.max(0, to - PAGE + 1), to });
    const event = page.findLast(({ at }) => (instantOf(at) ?? 0n) <= instant);
    if (event !== undefined) return event.seq;
  }
  return null;
}

function nothingThen(address: Address, moment: Moment): HoldallError {
  const when = "seq" in moment ? `event ${moment.seq}` : moment.time;
  return new HoldallError(
    "E_NOT_FOUND",
    `Cannot replay the state "${addressText(address)}" at ${when}: it had no such event`,
    { cure: "see `holdall state log`" },
  );
}

function disagrees(stream: string, seq: number): HoldallError {
  return new HoldallError(
    "E_CHAIN",
    `Cannot replay "${stream}" at event ${seq}: its recorded hash does not come out again`,
    { cure: "see `holdall ledger verify`" },
  );
}
