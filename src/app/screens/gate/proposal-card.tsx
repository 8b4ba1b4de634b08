import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { Mark } from "../../../web/components/mark.tsx";
import { formatMoment } from "../../../web/text/format-time.ts";
import { Answered } from "../../answered.tsx";
import type { Action } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import type { Proposal } from "./gate-data.ts";

/** A folder that `dream` wrote. */
interface ProposalCardProps {
  readonly folder: string;
  readonly action: Action;
}

/** A proposal to tidy the state, change by change: adopt or discard it as a whole. */
export function ProposalCard({ folder, action }: ProposalCardProps) {
  const input = { path: folder };
  const diff = useCall({ operation: "dream diff", input });
  // A dry run shows whether it still fits the state; the server adopts nothing without one.
  const trial = useCall({ operation: "dream adopt", input: { ...input, "dry-run": true } });
  const adopt = () => action.run("dream adopt", input, () => "Adopted the proposal");
  const discard = () => action.run("dream discard", input, () => "Discarded the proposal");
  return (
    <article class="card" aria-label={`Proposal ${folder}`}>
      <Answered answer={diff} what="Reading the proposal">
        {(proposal) => <Changes {...proposal} />}
      </Answered>
      <Answered answer={trial} what="Trying it out">
        {({ events }) => (
          <p class="quiet">
            {events === 0
              ? "There is nothing left to adopt."
              : `Adopting it appends ${formatCount(events, "event")}; earlier ones stay.`}
          </p>
        )}
      </Answered>
      <div class="buttons">
        <button
          type="button"
          disabled={action.isRunning || !trial.value?.events}
          onClick={() => void adopt()}
        >
          Adopt the proposal
        </button>
        <button type="button" disabled={action.isRunning} onClick={() => void discard()}>
          Discard it
        </button>
      </div>
    </article>
  );
}

/** Changes that are listed; the command lists them all. */
const MAX_CHANGES = 50;

function Changes({ at, changes, token_count }: Proposal) {
  return (
    <>
      <p class="event-head">
        <strong>Proposal to tidy the state</strong>
        <span class="quiet when-by">
          made <time dateTime={at}>{formatMoment(at)}</time>
        </span>
      </p>
      <p class="tally">
        <span>{formatCount(changes.length, "change")}</span>
        <span class="quiet">
          {formatNumber(token_count.before)} tokens before, {formatNumber(token_count.after)} after
        </span>
      </p>
      <ul class="outline">
        {changes.slice(0, MAX_CHANGES).map(({ key, id, action: what, reason, content }) => (
          <li key={key}>
            <Mark look="warn">{what}</Mark> <bdi>{content ?? id}</bdi>{" "}
            <bdi class="quiet">{reason}</bdi>
          </li>
        ))}
      </ul>
      {changes.length > MAX_CHANGES && (
        <p class="quiet">{formatCount(changes.length - MAX_CHANGES, "more change")}</p>
      )}
    </>
  );
}
