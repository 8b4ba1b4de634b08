import { sha256 } from "../../../base/hash.ts";
import type { SessionDraft } from "../../agent.ts";
import { countedUuids } from "../../native-id.ts";

/** The lines of one rollout, numbered, and the turns that its items belong to. */
export interface Rollout {
  line(type: string, payload: object, at: string): string;
  /** The event from which the program shows an item; the model gets the `response_item` beside it. */
  shownItem(item: object, at: string): string;
  /** Begins a turn, as every prompt does. */
  beginTurn(): void;
  /** An id for an item that has none: the same one each time that the same session is written. */
  nextId(): string;
}

/** Begins a rollout in pages, as the program writes it since 0.166. It refuses one whose lines have no `ordinal`. */
export function beginRollout({ session_id }: SessionDraft): Rollout {
  let ordinal = 0;
  let ids = 0;
  const idOf = countedUuids(sha256(session_id));
  const nextId = () => idOf(++ids);
  let turn = nextId();
  const line: Rollout["line"] = (type, payload, timestamp) =>
    `${JSON.stringify({ timestamp, ordinal: ordinal++, type, payload })}\n`;
  return {
    line,
    nextId,
    beginTurn() {
      turn = nextId();
    },
    shownItem(item, at) {
      const time = Date.parse(at);
      const times = { started_at_ms: time, completed_at_ms: time };
      const turnIds = { thread_id: session_id, turn_id: turn };
      return line("event_msg", { type: "item_completed", ...turnIds, item, ...times }, at);
    },
  };
}
