import { formatAgo } from "../../../web/text/format-time.ts";
import { AgentMark } from "../../agent-mark.tsx";
import { pathOf } from "../../router.ts";
import { useCall } from "../../use-call.ts";

/** The session that is read. */
interface SessionsBesideProps {
  readonly agent: string;
  readonly session: string;
}

const MAX_SESSIONS = 60;

/** The newest sessions, beside the one that is read. */
export function SessionsBeside({ agent, session }: SessionsBesideProps) {
  const input = { all: true, limit: MAX_SESSIONS };
  const { value } = useCall({ operation: "sessions", input });
  return (
    <section class="sessions-beside" aria-label="Newest sessions">
      <p class="quiet">
        <a href="/sessions">All sessions</a>
      </p>
      <ul>
        {(value?.sessions ?? []).map((one) => {
          const isCurrent = one.agent === agent && one.id === session;
          return (
            <li key={`${one.agent}/${one.id}`}>
              <a
                href={pathOf("sessions", one.agent, one.id)}
                aria-current={isCurrent ? "page" : undefined}
              >
                <bdi class="beside-title">{one.title ?? one.id}</bdi>
                <span class="beside-facts">
                  <AgentMark agent={one.agent} />
                  {one.starred && <span title="Starred">★</span>}
                  {one.handed_over && <span class="quiet">copy</span>}
                  {one.kept !== null && <span class="quiet">kept only</span>}
                  {one.modified_at !== null && (
                    <span class="quiet">{formatAgo(one.modified_at, value?.now ?? "")}</span>
                  )}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
