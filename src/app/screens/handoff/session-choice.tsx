import { Problem } from "../../../web/components/problem.tsx";
import { formatAgo } from "../../../web/text/format-time.ts";
import { agentName } from "../../known-adapters.ts";
import { setQuery } from "../../router.ts";
import { useCall } from "../../use-call.ts";
import type { SessionData } from "../sessions/sessions-data.ts";

/** The session that is chosen. */
interface SessionChoiceProps {
  readonly agent: string;
  readonly session: string;
}

/** Chooses a session among the newest; any other is chosen on the screen of the sessions. */
export function SessionChoice({ agent, session }: SessionChoiceProps) {
  const { value, error } = useCall({
    operation: "sessions",
    input: { all: true, limit: 50 },
  });
  if (error !== null) return <Problem error={error} />;
  const sessions = value?.sessions ?? [];
  const isListed = sessions.some((one) => one.agent === agent && one.id === session);
  const isOlder = value !== null && session !== "" && !isListed;
  const shown = useCall(
    isOlder ? { operation: "show", input: { what: agent, session, limit: 1 } } : null,
  );
  const older = (value?.found ?? 0) - sessions.length;
  return (
    <div class="grow">
      <label class="field">
        Session
        <select
          value={session === "" ? "" : `${agent}/${session}`}
          onChange={(event) => {
            const [chosen = "", ...id] = event.currentTarget.value.split("/");
            setQuery({ agent: chosen, session: id.join("/"), budget: "", restore: "" });
          }}
        >
          <option value="">
            {value === null
              ? "Looking for sessions …"
              : `Choose one of the newest ${sessions.length}`}
          </option>
          {session !== "" && !isListed && (
            <option value={`${agent}/${session}`}>
              {agentName(agent)}: {shown.value?.title ?? session}
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
