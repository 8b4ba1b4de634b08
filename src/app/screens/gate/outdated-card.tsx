import { Prose } from "../../../web/components/prose.tsx";
import { shortId } from "../../../web/text/format-time.ts";
import type { Action } from "../../use-action.ts";
import type { OutdatedEntry } from "../overview/overview-data.ts";
import { reasonOf } from "../overview/overview-data.ts";
import type { EntryShown } from "../state/state-data.ts";

/** An entry in force, and what has changed since it was committed. */
interface OutdatedCardProps {
  readonly outdated: OutdatedEntry;
  readonly entry: EntryShown;
  readonly action: Action;
}

/** An entry whose files or commit have changed: it still applies, or it does not. */
export function OutdatedCard({ outdated, entry, action }: OutdatedCardProps) {
  const { id, namespace, content, version = 1, files = [] } = entry;
  const kept = files.map(({ path }) => path).filter((path) => !outdated.missing.includes(path));
  const confirm = () =>
    action.run(
      "state update",
      {
        id,
        namespace,
        text: content,
        "expect-version": version,
        slot: entry.slot,
        ...(kept.length === 0 ? {} : { file: kept }),
        ...(outdated.commit_lost ? { "at-commit": "HEAD" } : {}),
      },
      () => `Recorded that ${shortId(id)} still applies, with its files as they are now`,
    );
  const archive = () =>
    action.run(
      "state archive",
      { id, namespace, reason: reasonOf(outdated) },
      () => `Archived ${shortId(id)}`,
    );
  return (
    <article class="card" aria-label={`Possibly outdated: ${id}`}>
      <p class="event-head">
        <strong>May be outdated</strong>
        <bdi class="quiet when-by">{reasonOf(outdated)}</bdi>
      </p>
      <Prose text={content} />
      <div class="buttons">
        <button type="button" disabled={action.isRunning} onClick={() => void confirm()}>
          It still applies
        </button>
        <button type="button" disabled={action.isRunning} onClick={() => void archive()}>
          Archive it
        </button>
      </div>
    </article>
  );
}
