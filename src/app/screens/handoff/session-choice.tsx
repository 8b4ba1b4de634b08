import { Problem } from "../../../web/components/problem.tsx";
import { formatAgo } from "../../../web/text/format-time.ts";
import { agentName } from "../../known-adapters.ts";
import { setQuery } from "../../router.ts";
import type { SessionData } from "../sessions/sessions-data.ts";
import type { ChosenSession } from "./chosen-session.ts";

/** The session that is chosen, and what is known of it. */
interface SessionChoiceProps {
  readonly agent: string;
  readonly session: string;
  readonly chosen: ChosenSession;
}

/** Chooses a session among the newest; any other is chosen on the screen of the sessions. */
export function SessionChoice({ agent, session, chosen }: SessionChoiceProps) {
  const { value, error } = chosen.list;
  if (error !== null) return <Problem error={error} />;
  const sessions = value?.sessions ?? [];
  const older = (value?.found ?? 0) - sessions.length;
  return (
    <div class="grow">
      <label class="field">
        Session
        <select
          value={session === "" ? "" : `${agent}/${session}`}
          onChange={(event) => {
            const [picked = "", ...id] = event.currentTarget.value.split("/");
            setQuery({ agent: picked, session: id.join("/"), into: "", budget: "", restore: "" });
          }}
        >
          <option value="">
            {value === null
              ? "Looking for sessions …"
              : `Choose one of the newest ${sessions.length}`}
          </option>
          {session !== "" && !chosen.isListed && (
            <option value={`${agent}/${session}`}>
              {agentName(agent)}: {chosen.title ?? session}
            </option>
          )}
          {sessions.map((one) => (
            <option key={`${one.agent}/${one.id}`} value={`${one.agent}/${one.id}`}>
              {choiceText(one, value?.now ?? "")}
            </option>
          ))}
        </select>
      </label>
      {older > 0 && (
        <p class="quiet">
          An older one: <a href="/sessions">choose it among all sessions</a>
        </p>
      )}
    </div>
  );
}

/** One line for a session; a copy that a handoff made has the title of its source. */
function choiceText({ agent, title, id, modified_at, ...one }: SessionData, now: string): string {
  const facts = [
    one.handed_over ? "created by a handoff" : "",
    modified_at === null ? "" : formatAgo(modified_at, now),
  ].filter((fact) => fact !== "");
  return `${one.starred ? "★ " : ""}${agentName(agent)}: ${title ?? id} (${facts.join(", ")})`;
}
