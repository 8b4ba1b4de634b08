import { useState } from "preact/hooks";
import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatMinute } from "../../../base/text/format-minute.ts";
import { Empty } from "../../../web/components/empty.tsx";
import { Loading } from "../../../web/components/loading.tsx";
import { LongList } from "../../../web/components/long-list.tsx";
import { Problem } from "../../../web/components/problem.tsx";
import { formatAgo } from "../../../web/text/format-time.ts";
import { AgentMark } from "../../agent-mark.tsx";
import { KeptMark } from "../../kept-mark.tsx";
import { agentName, knownAgents } from "../../known-adapters.ts";
import { ResumeButton } from "../../resume-button.tsx";
import { handoffAddress, pathOf } from "../../router.ts";
import { SessionMeasures } from "../../session-measures.tsx";
import { shortFolder } from "../../short-folder.ts";
import { StarButton } from "../../star-button.tsx";
import { useCall } from "../../use-call.ts";
import type { FilterValues } from "./sessions.tsx";
import type { SessionData, SessionsData } from "./sessions-data.ts";

/** Sessions that are listed at first, and how many more each time. */
const STEP = 200;
const NAMES_WITH_OR = new Intl.ListFormat("en", { type: "disjunction" });

/** The newest sessions. */
export function SessionList({ agent, since, isHere, isStarred }: FilterValues) {
  const [limit, setLimit] = useState(STEP);
  const { value, error, progress, isLoading, reload } = useCall({
    operation: "sessions",
    input: {
      all: !isHere,
      starred: isStarred,
      limit,
      ...(agent === "" ? {} : { agent }),
      ...(since === "" ? {} : { since }),
    },
    isLong: true,
  });
  if (error !== null) return <Problem error={error} onRetry={reload} />;
  if (value === null) return <Loading what={progress || "Looking for sessions"} />;
  const { sessions, found, now } = value;
  const unreadable = <UnreadableStores stores={value.unreadable} />;
  if (sessions.length === 0) {
    return (
      <>
        {unreadable}
        <NoSessions isFiltered={agent + since !== "" || isHere || isStarred} />
      </>
    );
  }
  return (
    <>
      {unreadable}
      <p class="quiet list-count" aria-live="polite">
        {formatCount(found, "session")}
        {isHere && value.elsewhere > 0 && `, ${formatNumber(value.elsewhere)} in other folders`}
      </p>
      <div class="session-list">
        <LongList items={sessions} noun="session" keyOf={({ agent, id }) => `${agent}/${id}`}>
          {(session) => <SessionLine session={session} now={now} />}
        </LongList>
      </div>
      {found > sessions.length && (
        <button type="button" disabled={isLoading} onClick={() => setLimit(limit + 5 * STEP)}>
          Show more of {formatNumber(found - sessions.length)} older sessions
        </button>
      )}
    </>
  );
}

/** Stores that are there and cannot be read: their sessions are missing from the list. */
function UnreadableStores({ stores }: { readonly stores: SessionsData["unreadable"] }) {
  return stores.map(({ agent, reason }) => (
    <details class="unreadable" key={agent}>
      <summary>Not all sessions of {agentName(agent)} can be read</summary>
      <p>
        <bdi>{reason}</bdi>
      </p>
    </details>
  ));
}

/** What agents record as the branch where none is checked out. */
const DETACHED = "HEAD";

/** One session: what it was about, where, with which model, how long and when. */
function SessionLine({ session, now }: { readonly session: SessionData; readonly now: string }) {
  const { agent, id, title, cwd, branch, model, modified_at, kept, fault } = session;
  const name = title ?? id;
  return (
    <div class="session-line">
      <StarButton agent={agent} id={id} name={name} starred={session.starred} />
      <AgentMark agent={agent} />
      <span class="about">
        <a href={pathOf("sessions", agent, id)}>
          <bdi>{name}</bdi>
        </a>
        <span class="quiet">
          {session.handed_over && <span class="kept">created by a handoff</span>}
          {cwd !== null && <bdi title={cwd}>{shortFolder(cwd)}</bdi>}
          {[branch === DETACHED ? null : branch, model]
            .filter((fact) => fact !== null)
            .map((fact, at) => (
              <bdi key={at}>{fact}</bdi>
            ))}
          {session.archived && <span>archived</span>}
          <KeptMark kept={kept} />
          {fault !== null && <bdi class="bad">cannot be read: {fault}</bdi>}
        </span>
      </span>
      <SessionMeasures session={session} />
      <span class="acts">
        {modified_at !== null && (
          <time dateTime={modified_at} title={`${formatMinute(modified_at)} UTC`}>
            {formatAgo(modified_at, now)}
          </time>
        )}
        <ResumeButton session={session} name={name} />
        {kept !== null && (
          <a href={pathOf("sessions", agent, id)}>
            Put back<span class="unseen"> {name}</span>
          </a>
        )}
        <a href={handoffAddress(agent, id)}>
          Hand over<span class="unseen"> {name}</span>
        </a>
      </span>
    </div>
  );
}

function NoSessions({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <Empty title="No session fits the filters.">
        <p>
          <a href="/sessions">Show all sessions</a>
        </p>
      </Empty>
    );
  }
  return (
    <Empty title="No agent has a session on this machine yet.">
      <p>
        Work with {NAMES_WITH_OR.format(knownAgents.map(({ name }) => name))}, then come back: their
        sessions appear here by themselves.
      </p>
    </Empty>
  );
}
