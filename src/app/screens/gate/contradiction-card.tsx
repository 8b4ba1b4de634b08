import { useState } from "preact/hooks";
import { TextDiff } from "../../../web/components/text-diff.tsx";
import { formatMoment, shortId } from "../../../web/text/format-time.ts";
import type { Action } from "../../use-action.ts";
import { GateSignals } from "../state/gate-signals.tsx";
import type { Contradiction } from "./gate-data.ts";

/** A refused text and the entry that it contradicts. */
interface ContradictionCardProps {
  readonly contradiction: Contradiction;
  readonly action: Action;
}

/** A text that contradicts an entry in force: replace the entry, or leave it as it is. */
export function ContradictionCard({ contradiction, action }: ContradictionCardProps) {
  const { line, text, entry } = contradiction;
  const [replacement, setReplacement] = useState(text);
  const replace = () =>
    action.run(
      "state supersede",
      { id: entry.id, namespace: entry.namespace, text: replacement },
      ({ id }) => {
        if (id === null) throw new Error(`The state did not take the new text of ${entry.id}`);
        return `Replaced ${shortId(entry.id)} by ${shortId(id)}; the old entry is archived`;
      },
    );
  const dismiss = () =>
    action.run(
      "state dismiss",
      { id: entry.id, namespace: entry.namespace, refused: line.seq },
      () => `Dismissed the refused text; ${shortId(entry.id)} stays in force`,
    );
  return (
    <article class="card" aria-label={`Refused text, event ${line.seq}`}>
      <p class="event-head">
        <strong>Contradicts an entry in force</strong>
        <span class="quiet when-by">
          refused <time dateTime={line.at}>{formatMoment(line.at)}</time>
        </span>
      </p>
      <TextDiff
        before={entry.content}
        after={text}
        beforeLabel={`In force: ${shortId(entry.id)}`}
        afterLabel="Refused"
      />
      {line.gate !== null && (
        <details>
          <summary>What the gate measured</summary>
          <GateSignals gate={line.gate} />
        </details>
      )}
      <form
        class="decide"
        onSubmit={(event) => {
          event.preventDefault();
          void replace();
        }}
      >
        <label class="field">
          New text of the entry
          <textarea
            rows={2}
            value={replacement}
            onInput={(event) => setReplacement(event.currentTarget.value)}
          />
        </label>
        <div class="buttons">
          <button type="submit" disabled={action.isRunning || replacement.trim() === ""}>
            Replace the entry
          </button>
          <button type="button" disabled={action.isRunning} onClick={() => void dismiss()}>
            Keep the entry, dismiss the text
          </button>
        </div>
      </form>
    </article>
  );
}
