import { TextDiff } from "../../../web/components/text-diff.tsx";
import { shortId } from "../../../web/text/format-time.ts";
import type { Action } from "../../use-action.ts";
import type { EntryShown } from "../state/state-data.ts";
import type { PossibleConflict } from "./gate-data.ts";

/** Two entries in force. */
interface ConflictCardProps {
  readonly conflict: PossibleConflict;
  readonly action: Action;
}

/** Two entries that may contradict each other: both apply, or one of them. */
export function ConflictCard({ conflict: { entry, other }, action }: ConflictCardProps) {
  const dismiss = () =>
    action.run(
      "state dismiss",
      { id: entry.id, other: other.id, namespace: entry.namespace },
      () => `Dismissed the conflict: ${shortId(entry.id)} and ${shortId(other.id)} both apply`,
    );
  const keep = (kept: EntryShown, dropped: EntryShown) =>
    action.run(
      "state archive",
      {
        id: dropped.id,
        namespace: dropped.namespace,
        reason: `${kept.id} applies instead`,
      },
      () => `Archived ${shortId(dropped.id)}; ${shortId(kept.id)} stays in force`,
    );
  return (
    <article class="card" aria-label={`Possible conflict of ${entry.id} and ${other.id}`}>
      <p class="event-head">
        <strong>May contradict each other</strong>
      </p>
      <TextDiff
        before={other.content}
        after={entry.content}
        beforeLabel={`${shortId(other.id)} · ${other.slot}`}
        afterLabel={`${shortId(entry.id)} · ${entry.slot}`}
        areEqual
      />
      <div class="buttons">
        <button type="button" disabled={action.isRunning} onClick={dismiss}>
          Both apply
        </button>
        <button type="button" disabled={action.isRunning} onClick={() => keep(other, entry)}>
          Keep only {shortId(other.id)}
        </button>
        <button type="button" disabled={action.isRunning} onClick={() => keep(entry, other)}>
          Keep only {shortId(entry.id)}
        </button>
      </div>
    </article>
  );
}
