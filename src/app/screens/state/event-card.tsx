import { Mark } from "../../../web/components/mark.tsx";
import { Prose } from "../../../web/components/prose.tsx";
import { formatMoment } from "../../../web/text/format-time.ts";
import { GateSignals } from "./gate-signals.tsx";
import { eventLabel, eventLook, type TrailLine } from "./state-data.ts";

/** One event: what happened, to what, by whom, and what the gate measured. */
export function EventCard({ line }: { readonly line: TrailLine }) {
  const { seq, at, actor, id, slot, content, reason_code, reason, gate } = line;
  const why = [reason_code?.replaceAll("_", " "), reason].filter((text) => text);
  return (
    <article class="card event-card" aria-label={`Event ${seq}`}>
      <p class="event-head">
        <Mark look={eventLook(line)}>{eventLabel(line)}</Mark>
        {id !== null && <code>{id}</code>}
        {slot !== null && <span class="quiet">{slot}</span>}
        <span class="quiet when-by">
          <time dateTime={at}>{formatMoment(at)}</time>
          {actor !== null && (
            <>
              {" "}
              by <bdi>{actor.id}</bdi> ({actor.origin})
            </>
          )}
        </span>
      </p>
      {content !== null && <Prose text={content} />}
      {why.length > 0 && (
        <p class="quiet">
          Reason: <bdi>{why.join("; ")}</bdi>
        </p>
      )}
      {gate !== null && (gate.signals ?? []).length > 0 && (
        <details>
          <summary>What the gate measured</summary>
          <GateSignals gate={gate} />
        </details>
      )}
    </article>
  );
}
