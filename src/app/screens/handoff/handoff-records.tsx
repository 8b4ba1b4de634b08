import { formatMinute } from "../../../base/text/format-minute.ts";
import { Loading } from "../../../web/components/loading.tsx";
import { Problem } from "../../../web/components/problem.tsx";
import { agentName } from "../../known-adapters.ts";
import { pathOf } from "../../router.ts";
import { useCall } from "../../use-call.ts";
import { UndoButton } from "./undo-button.tsx";

/** The handoffs that can be undone. */
export function HandoffRecords() {
  const { value, error, reload } = useCall({
    operation: "handoff",
    input: { list: true, "dry-run": true },
  });
  const records = value?.handoffs ?? [];
  return (
    <section class="part">
      <h2>Earlier handoffs</h2>
      {error !== null && <Problem error={error} onRetry={reload} />}
      {value === null && error === null && <Loading what="Looking for handoffs" />}
      {value !== null && records.length === 0 && (
        <p class="quiet">None can be undone. A handoff that you make appears here.</p>
      )}
      <ul class="records">
        {records.map(({ agent, session_id, at, title }) => (
          <li key={session_id}>
            <time dateTime={at}>{formatMinute(at)}</time>
            <span>to {agentName(agent)}</span>
            <a href={pathOf("sessions", agent, session_id)}>
              <bdi>{title ?? session_id}</bdi>
            </a>
            <UndoButton id={session_id} onUndone={reload} />
          </li>
        ))}
      </ul>
    </section>
  );
}
