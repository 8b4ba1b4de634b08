import { useState } from "preact/hooks";
import { Mark } from "../../../web/components/mark.tsx";
import { Prose } from "../../../web/components/prose.tsx";
import { formatMoment, shortId } from "../../../web/text/format-time.ts";
import { addressOfItem } from "../../router.ts";
import type { Action } from "../../use-action.ts";
import { type ProposalShown, reportOf } from "./review-data.ts";

/** A statement of a session. */
interface ProposedCardProps {
  readonly proposal: ProposalShown;
  readonly action: Action;
}

/** A statement that waits: keep it, keep it in other words, or skip it. */
export function ProposedCard({ proposal, action }: ProposedCardProps) {
  const { id, text, slot, status, written_at, source, doubt } = proposal;
  const [edited, setEdited] = useState<string | null>(null);
  const allowed = doubt === null ? {} : { unproven: true };
  const keep = (more: object = {}) =>
    action.run("state review", { keep: [id], ...allowed, ...more }, reportOf);
  const skip = () => action.run("state review", { skip: [id] }, reportOf);
  return (
    <article class={doubt === null ? "card proposed" : "card proposed doubted"} aria-label={text}>
      {edited === null ? (
        <Prose text={text} />
      ) : (
        <EditForm
          text={edited}
          isRunning={action.isRunning}
          onInput={setEdited}
          onKeep={() => void keep({ text: edited })}
          onLeave={() => setEdited(null)}
        />
      )}
      {doubt !== null && (
        <p>
          <Mark look="bad">Unproven</Mark> <span class="quiet">{doubt}</span>
        </p>
      )}
      <p class="entry-foot">
        <bdi>{slot}</bdi>
        {status !== "in force" && <bdi>{status}</bdi>}
        <Cited proposal={proposal} />
        {written_at !== null && <time dateTime={written_at}>{formatMoment(written_at)}</time>}
        {source !== "rules" && <bdi>written by {source}</bdi>}
      </p>
      {edited === null && (
        <div class="buttons">
          <button type="button" disabled={action.isRunning} onClick={() => void keep()}>
            {doubt === null ? "Keep" : "Keep unproven"}
          </button>
          <button type="button" disabled={action.isRunning} onClick={() => setEdited(text)}>
            Edit
          </button>
          <button type="button" disabled={action.isRunning} onClick={() => void skip()}>
            Skip
          </button>
        </div>
      )}
    </article>
  );
}

/** Where a statement comes from; an unproven one only claims to. */
function Cited({ proposal: { citation, doubt } }: Pick<ProposedCardProps, "proposal">) {
  const { agent, session, item } = citation;
  const name = `item ${shortId(item)}`;
  if (doubt !== null) return <bdi>cites {item === "none" ? "no item" : name}</bdi>;
  if (agent === undefined) return <bdi>from {name}</bdi>;
  return <a href={addressOfItem(agent, session, item)}>from {name}</a>;
}

interface EditFormProps {
  readonly text: string;
  readonly isRunning: boolean;
  readonly onInput: (text: string) => void;
  readonly onKeep: () => void;
  readonly onLeave: () => void;
}

function EditForm({ text, isRunning, onInput, onKeep, onLeave }: EditFormProps) {
  return (
    <form
      class="decide"
      onSubmit={(event) => {
        event.preventDefault();
        onKeep();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onLeave();
      }}
    >
      <label class="field">
        In other words
        <textarea
          rows={2}
          value={text}
          ref={(element) => element?.focus()}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </label>
      <div class="buttons">
        <button type="submit" disabled={isRunning || text.trim() === ""}>
          Keep these words
        </button>
        <button type="button" onClick={onLeave}>
          Cancel
        </button>
      </div>
    </form>
  );
}
