import { formatCount } from "../../../base/text/format-count.ts";
import { Empty } from "../../../web/components/empty.tsx";
import { Loading } from "../../../web/components/loading.tsx";
import { MarkedText } from "../../../web/components/marked-text.tsx";
import { Problem } from "../../../web/components/problem.tsx";
import { formatAgo } from "../../../web/text/format-time.ts";
import { AgentMark } from "../../agent-mark.tsx";
import { pathOf } from "../../router.ts";
import { useCall } from "../../use-call.ts";
import type { FilterValues } from "./sessions.tsx";
import { longestPhrase, type MatchData } from "./sessions-data.ts";

/** What is searched for, and where. */
interface MatchesProps extends FilterValues {
  readonly terms: readonly string[];
}

/** Milliseconds after which someone who types has paused. */
const PAUSE = 200;

/** What a search finds, the best first. */
export function Matches({ terms, agent, since, isHere }: MatchesProps) {
  const { value, error, isLoading, progress, reload } = useCall({
    operation: "search",
    input: {
      words: terms,
      limit: 50,
      ...(agent === "" ? {} : { agent }),
      ...(since === "" ? {} : { since }),
      ...(isHere ? { folder: "." } : {}),
    },
    isLong: true,
    delay: PAUSE,
  });
  if (error !== null) return <Problem error={error} onRetry={reload} />;
  if (value === null) return <Loading what={progress || "Searching"} />;
  if (value.found.length === 0 && !isLoading) {
    return (
      <Empty title="Nothing found.">
        <p>
          {formatCount(value.searched, "session, thread and state", "sessions, threads and states")}{" "}
          were searched. Try fewer or other words, or <a href="/sessions">show all sessions</a>.
        </p>
      </Empty>
    );
  }
  return (
    <div class={isLoading ? "stale" : ""}>
      <p class="quiet list-count" aria-live="polite">
        {formatCount(value.found.length, "result")} in {formatCount(value.searched, "source")}
      </p>
      <ul class="match-list">
        {value.found.map((match) => (
          <li key={`${match.path}/${match.id}`} class="match">
            <Match match={match} terms={value.words} now={value.now} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type Line = MatchData["matches"][number];

interface MatchProps {
  readonly match: MatchData;
  readonly terms: readonly string[];
  readonly now: string;
}

function Match({ match, terms, now }: MatchProps) {
  const { kind, agent, cwd, modified_at } = match;
  const { title, lines } = headingOf(match);
  return (
    <>
      <p class="match-head">
        {kind === "session" && agent !== null ? (
          <AgentMark agent={agent} />
        ) : (
          <span class="agent">{kind}</span>
        )}
        <span class="about">
          <a href={addressOf(match, terms)}>
            <bdi>
              <MarkedText text={title} terms={terms} />
            </bdi>
          </a>
          {cwd !== null && <bdi class="quiet">{cwd}</bdi>}
        </span>
        <time dateTime={modified_at}>{formatAgo(modified_at, now)}</time>
      </p>
      {lines.map((line, at) => (
        <a key={at} class="match-line" href={addressOfLine(match, line, terms)}>
          <span class="quiet">{line.tool ?? line.kind}</span>
          <span dir="auto">
            <MarkedText text={line.line} terms={termsIn(line.line, terms)} />
          </span>
        </a>
      ))}
    </>
  );
}

/**
 * The heading of a match, and the lines below it. An entry of a state has no title: the text that was found
 * replaces it. A title that was found is not repeated below itself.
 */
function headingOf({ kind, id, title, matches }: MatchData) {
  const [first, ...rest] = matches;
  if (kind === "state" && first !== undefined) return { title: first.line, lines: rest };
  const lines = title === null ? matches : matches.filter((match) => match.kind !== "title");
  return { title: title ?? id, lines };
}

/** Where a match is read: a session is searched there for the terms of the line that has most of them as they were typed. */
function addressOf({ kind, agent, id, matches }: MatchData, terms: readonly string[]): string {
  if (kind === "session" && agent !== null) {
    const found = matches
      .filter((match) => match.kind !== "title")
      .map(({ line }) => termsIn(line, terms))
      .reduce((most, each) => (lengthOf(each) > lengthOf(most) ? each : most), []);
    return placeIn(agent, id, found, null);
  }
  if (kind === "thread") return pathOf("threads", id);
  return kind === "state" ? "/state" : "/";
}

/** Where a line of a match is read. */
function addressOfLine(match: MatchData, line: Line, terms: readonly string[]): string {
  const { kind, agent, id } = match;
  if (kind !== "session" || agent === null) return addressOf(match, terms);
  const found = termsIn(line.line, terms);
  // A line may have the terms in other forms: then its own words lead to it.
  const sought = found.length > 0 ? found : longestPhrase(line.line);
  return placeIn(agent, id, sought, line.at);
}

function lengthOf(terms: readonly string[]): number {
  return terms.join(" ").split(" ").length;
}

/** The terms that a line has as they were typed; where they follow each other in it, all of them as one phrase. */
function termsIn(line: string, terms: readonly string[]): readonly string[] {
  const text = line.toLowerCase();
  const phrase = terms.join(" ");
  if (text.includes(phrase.toLowerCase())) return [phrase];
  return terms.filter((term) => text.includes(term.toLowerCase()));
}

/** A session, at the place that has these terms and was recorded then. */
function placeIn(agent: string, id: string, terms: readonly string[], at: string | null): string {
  const find = terms.map((term) => (/\s/.test(term) ? `"${term}"` : term)).join(" ");
  const path = pathOf("sessions", agent, id);
  if (find === "") return path;
  return `${path}?${new URLSearchParams({ find, ...(at === null ? {} : { at }) })}`;
}
