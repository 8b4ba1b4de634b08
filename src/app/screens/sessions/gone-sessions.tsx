import { useState } from "preact/hooks";
import { formatNumber } from "../../../base/text/format-count.ts";
import { Answered } from "../../answered.tsx";
import { agentName } from "../../known-adapters.ts";
import { pathOf } from "../../router.ts";
import { useCall } from "../../use-call.ts";

/** Sessions that are listed; the command line has a limit of its own. */
const MAX_SESSIONS = 100;

/** The sessions that only the backup has; each leads to where it can be read and put back. */
export function GoneSessions() {
  const [isOpen, setOpen] = useState(false);
  const input = { all: true, gone: true, limit: MAX_SESSIONS };
  const answer = useCall(isOpen ? { operation: "keep list", input } : null);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show what exists nowhere else, to read it or put it back</summary>
      {isOpen && (
        <Answered answer={answer} what="Comparing what is kept with what agents have">
          {({ sessions, found }) => (
            <ul>
              {sessions.map(({ agent, id, title }) => (
                <li key={`${agent}/${id}`}>
                  <a href={pathOf("sessions", agent, id)}>
                    <bdi>{title ?? id}</bdi>
                  </a>{" "}
                  <span class="quiet">{agentName(agent)}</span>
                </li>
              ))}
              {found > sessions.length && (
                <li class="quiet">and {formatNumber(found - sessions.length)} more</li>
              )}
            </ul>
          )}
        </Answered>
      )}
    </details>
  );
}
