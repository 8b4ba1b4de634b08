import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatMinute } from "../../../base/text/format-minute.ts";
import { formatAgo } from "../../../web/text/format-time.ts";
import { AgentMark } from "../../agent-mark.tsx";
import { Answered } from "../../answered.tsx";
import { KeptMark } from "../../kept-mark.tsx";
import { ResumeButton } from "../../resume-button.tsx";
import { handoffAddress, pathOf, reviewAddress } from "../../router.ts";
import { SessionMeasures } from "../../session-measures.tsx";
import { useCall } from "../../use-call.ts";
import type { SessionData, SessionsData } from "../sessions/sessions-data.ts";
import { changesSince } from "./changes-since.ts";
import { LastMessage } from "./last-message.tsx";
import type { OverviewData } from "./overview-data.ts";

/** Sessions of this project that Home lists. */
const MAX_SESSIONS = 6;

interface NewestSessionsProps {
  /** What is known of the project; null until it was read. */
  readonly project: OverviewData | null;
}

/** The newest sessions of this project: what was done last, and what one can do with each. */
export function NewestSessions({ project }: NewestSessionsProps) {
  const sessions = useCall({ operation: "sessions", input: { limit: MAX_SESSIONS }, isLong: true });
  return (
    <section class="part first">
      <h2>
        Go on where you left off{" "}
        {sessions.value !== null && (
          <span class="quiet">
            {formatCount(sessions.value.found, "session")} in this project
            {sessions.value.folder !== null && (
              <>
                , <bdi class="path">{sessions.value.folder}</bdi>
              </>
            )}
          </span>
        )}
      </h2>
      <Answered answer={sessions} what="Looking for sessions">
        {(value) => <Newest {...value} project={project} />}
      </Answered>
    </section>
  );
}

function Newest({ sessions, elsewhere, found, now, project }: SessionsData & NewestSessionsProps) {
  const older = found - sessions.length;
  return (
    <>
      {sessions.length > 0 && (
        <ul class="resume-list">
          {sessions.map((session) => (
            <li key={`${session.agent}/${session.id}`}>
              <ResumeCard session={session} now={now} project={project} />
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">
        {sessions.length === 0 &&
          "None here yet: work with an agent in this folder, then come back. "}
        {older > 0 && (
          <>
            <a href="/sessions?folder=here">{formatNumber(older)} older here</a>.{" "}
          </>
        )}
        {elsewhere > 0 && `${formatCount(elsewhere, "session")} in other folders. `}
        <a href="/sessions">See and search all sessions</a>
      </p>
    </>
  );
}

interface ResumeCardProps extends NewestSessionsProps {
  readonly session: SessionData;
  readonly now: string;
}

function ResumeCard({ session, now, project }: ResumeCardProps) {
  const { agent, id, title, model, modified_at, kept, fault } = session;
  const name = title ?? id;
  const changes = project === null ? "" : changesSince(modified_at, project);
  const unseen = <span class="unseen"> {name}</span>;
  return (
    <article class="resume" aria-label={name}>
      <p class="resume-head">
        <AgentMark agent={agent} />
        <a class="resume-title" href={pathOf("sessions", agent, id)}>
          <bdi>{name}</bdi>
        </a>
        {modified_at !== null && (
          <time class="quiet" dateTime={modified_at} title={`${formatMinute(modified_at)} UTC`}>
            {formatAgo(modified_at, now)}
          </time>
        )}
      </p>
      {fault === null ? (
        <LastMessage session={session} />
      ) : (
        <p class="bad">
          Cannot be read: <bdi>{fault}</bdi>
        </p>
      )}
      {changes !== "" && <p class="quiet">Since then {changes}</p>}
      <p class="resume-acts">
        <a href={pathOf("sessions", agent, id)}>Read{unseen}</a>
        <ResumeButton session={session} name={name} />
        <a href={handoffAddress(agent, id)}>Hand over{unseen}</a>
        <a href={`${handoffAddress(agent, id)}&prove=1`}>Prove{unseen}</a>
        <a href={reviewAddress(agent, id)}>Keep what it decided{unseen}</a>
        {kept !== null && <a href={pathOf("sessions", agent, id)}>Put back{unseen}</a>}
        <span class="quiet resume-facts">
          <KeptMark kept={kept} />
          {session.handed_over && <span>created by a handoff</span>}
          {model !== null && <bdi>{model}</bdi>}
          <SessionMeasures session={session} />
        </span>
      </p>
    </article>
  );
}
