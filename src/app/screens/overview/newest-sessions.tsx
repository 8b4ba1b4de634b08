import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { Answered } from "../../answered.tsx";
import { useCall } from "../../use-call.ts";
import { SessionLine } from "../sessions/session-list.tsx";
import type { SessionsData } from "../sessions/sessions-data.ts";

/** Sessions of this folder that Home lists. */
const MAX_SESSIONS = 3;

/** The newest sessions of this folder: what was done last, and could be handed over. */
export function NewestSessions() {
  const sessions = useCall({ operation: "sessions", input: { limit: MAX_SESSIONS }, isLong: true });
  return (
    <section class="part">
      <h2>
        Sessions in this folder{" "}
        {sessions.value !== null && <span class="quiet">{formatNumber(sessions.value.found)}</span>}
      </h2>
      <Answered answer={sessions} what="Looking for sessions">
        {(value) => <Newest {...value} />}
      </Answered>
    </section>
  );
}

function Newest({ sessions, elsewhere, now }: SessionsData) {
  return (
    <div class="session-list">
      {sessions.map((session) => (
        <SessionLine key={`${session.agent}/${session.id}`} session={session} now={now} />
      ))}
      <p class="quiet more-sessions">
        {sessions.length === 0 && "None yet: work with an agent here, then come back. "}
        {elsewhere > 0 && `${formatCount(elsewhere, "session")} in other folders. `}
        <a href="/sessions">See and search all sessions</a>
      </p>
    </div>
  );
}
