import {
  DEFAULT_NAMESPACE,
  entryKey,
  type StateEntry,
  type TrailEvent,
} from "../../model/state.ts";
import type { DreamDecision } from "./dream.ts";
import { trailEvent } from "./dream-parts.ts";

/** Trail lines of the decisions for which a dream appends no event, because they change no entry. */
export function linesWithoutEvent(
  decisions: readonly DreamDecision[],
  entries: readonly StateEntry[],
  now: Date,
): readonly TrailEvent[] {
  const byKey = new Map(
    entries.map((entry) => [entryKey(entry.namespace ?? DEFAULT_NAMESPACE, entry.id), entry]),
  );
  return decisions.flatMap((decision) =>
    hasEvent(decision) ? [] : [trailEvent(decision, byKey.get(decision.key), now)],
  );
}

function hasEvent({ action }: DreamDecision): boolean {
  return action === "superseded" || action === "archive" || action === "decay";
}
