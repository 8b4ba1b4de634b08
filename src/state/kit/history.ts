/**
 * A state's history independent of its source, and its replay. Only the last recorded hash is
 * compared: it covers all entries, and so every event before it.
 */

import { HoldallError } from "../../base/errors.ts";
import { type PortableEvent, streamKind } from "../../model/event.ts";
import { instantOf } from "../../model/values.ts";
import { createFold } from "../fold.ts";
import type { Moment } from "../history/replay.ts";
import { hashOfState, type State } from "../state.ts";

/** The events of a state, from a workspace or a bundle, with the texts that they refer to. */
export interface StateHistory {
  /** Events of the state and of its use, in order. */
  readonly events: readonly PortableEvent[];
  /** The state after the last of them. */
  readonly state: State;
  /** Hash of the last event of the state. */
  readonly head: string;
  /** A text by its hash; null when it was redacted. */
  text(name: string): string | null;
  readonly redacted: readonly string[];
}

/** A state after an event. */
export interface ReplayedEvent {
  readonly state: State;
  readonly state_hash: string;
  readonly at: string;
  readonly type: string;
  readonly hash: string;
}

/** Whether an event belongs to a state rather than to its use. */
export function isStateEvent({ stream }: Pick<PortableEvent, "stream">): boolean {
  return streamKind(stream) === "state";
}

/**
 * The state after the last event that is not later than a moment; null when there was none. `onWrong` gets the
 * event whose recorded hash differs from that of the rebuilt state.
 */
export function replayEvents(
  events: readonly PortableEvent[],
  moment: Moment | null,
  onWrong: (event: PortableEvent) => void = throwMismatch,
): ReplayedEvent | null {
  const changes = events.filter(isStateEvent);
  const last = lastIndex(changes, moment);
  const fold = createFold(null);
  for (const [index, event] of changes.slice(0, last + 1).entries()) {
    fold.apply(event);
    const state = fold.state();
    const recorded = event.body.state_hash;
    // Hashing after every event would take quadratic time; the last hash covers all events before it.
    if (index < last || state === null || typeof recorded !== "string") continue;
    if (recorded !== hashOfState(state)) onWrong(event);
  }
  const event = changes[last];
  const state = fold.state();
  if (event === undefined || state === null) return null;
  const { at, type, hash } = event;
  return { state, state_hash: hashOfState(state), at, type, hash };
}

function lastIndex(changes: readonly PortableEvent[], moment: Moment | null): number {
  if (moment === null) return changes.length - 1;
  if ("seq" in moment) return changes.findIndex(({ seq }) => seq === moment.seq);
  const instant = instantOf(moment.time) ?? 0n;
  return changes.findLastIndex(({ at }) => (instantOf(at) ?? 0n) <= instant);
}

function throwMismatch({ stream, seq }: PortableEvent): never {
  throw new HoldallError(
    "E_CHAIN",
    `Cannot replay "${stream}" at event ${seq}: the rebuilt state does not have the recorded hash`,
  );
}
