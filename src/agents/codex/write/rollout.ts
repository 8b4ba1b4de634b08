import { sha256 } from "../../../base/hash.ts";
import type { SessionDraft } from "../../agent.ts";
import { countedUuids } from "../../native-id.ts";

/** The lines of one rollout, numbered, and the turns that its items belong to. */
export interface Rollout {
  line(type: string, payload: object, at: string): string;
  /** The event from which the program shows an item of the current turn; the model gets the `response_item` beside it. */
  shownItem(item: object, at: string): string;
  /** Begins a turn, as every prompt does, and ends the one before it. */
  beginTurn(at: string): Generator<string>;
  /** Ends the current turn, if there is one. */
  endTurn(): Generator<string>;
  /** An id for an item that has none: the same one each time that the same session is written. */
  nextId(): string;
}

/**
 * Begins a rollout in pages, as the program writes it since 0.166. It refuses one whose lines have no `ordinal`. Its
 * terminal shows only items of turns that a line begins or ends, and calls a turn interrupted that no line ends.
 */
export function beginRollout({ session_id }: SessionDraft): Rollout {
  let ordinal = 0;
  let ids = 0;
  const idOf = countedUuids(sha256(session_id));
  const nextId = () => idOf(++ids);
  let turn: { readonly id: string; lastAt: string } | null = null;
  const line: Rollout["line"] = (type, payload, timestamp) =>
    `${JSON.stringify({ timestamp, ordinal: ordinal++, type, payload })}\n`;
  const rollout: Rollout = {
    line,
    nextId,
    *beginTurn(at) {
      yield* rollout.endTurn();
      turn = { id: nextId(), lastAt: at };
      const started_at = secondsOf(at);
      yield line("event_msg", { type: "task_started", turn_id: turn.id, started_at }, at);
    },
    shownItem(item, at) {
      if (turn !== null) turn.lastAt = at;
      const time = Date.parse(at);
      const times = { started_at_ms: time, completed_at_ms: time };
      const turnIds = { thread_id: session_id, turn_id: turn?.id };
      return line("event_msg", { type: "item_completed", ...turnIds, item, ...times }, at);
    },
    *endTurn() {
      if (turn === null) return;
      const { id: turn_id, lastAt } = turn;
      const completed_at = secondsOf(lastAt);
      yield line("event_msg", { type: "task_complete", turn_id, completed_at }, lastAt);
      turn = null;
    },
  };
  return rollout;
}

function secondsOf(at: string): number {
  return Math.floor(Date.parse(at) / 1000);
}
