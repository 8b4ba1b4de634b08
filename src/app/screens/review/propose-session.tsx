import { formatCount } from "../../../base/text/format-count.ts";
import { ActionResult } from "../../action-result.tsx";
import { AgentMark } from "../../agent-mark.tsx";
import { Answered } from "../../answered.tsx";
import { pathOf } from "../../router.ts";
import { useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";

/** The session whose decisions are looked for. */
interface ProposeSessionProps {
  readonly agent: string;
  readonly session: string;
  /** Whether proposals of it are listed below. */
  readonly isListed: boolean;
  readonly onDone: () => void;
}

/** What a session would propose, found by a dry run; the button puts it into the tray below. */
export function ProposeSession({ agent, session, isListed, onDone }: ProposeSessionProps) {
  const input = { from: agent, session, state: true };
  const shown = useCall({ operation: "show", input: { what: agent, session, limit: 1 } });
  const trial = useCall({
    operation: "import",
    input: { ...input, "dry-run": true },
    isLong: true,
  });
  const action = useAction(() => {
    onDone();
    trial.reload();
  });
  const propose = () =>
    action.run("import", input, ({ proposed }) => {
      const count = (proposed?.new ?? 0) + (proposed?.known ?? 0);
      return `Imported the session; it proposes ${formatCount(count, "thing")}, listed below`;
    });
  return (
    <section class="part first" aria-label="Keep what a session decided">
      <h2>Keep what this session decided</h2>
      <p>
        <AgentMark agent={agent} />{" "}
        <a href={pathOf("sessions", agent, session)}>
          <bdi>{shown.value?.title ?? "Read the session"}</bdi>
        </a>
      </p>
      <Answered answer={trial} what="Looking for what the session decided">
        {({ proposed }) => (
          <p>
            {proposed !== null && proposed.new > 0
              ? `It states ${formatCount(proposed.new, "thing")} that may be worth keeping. Nothing is in force before you keep it.`
              : isListed
                ? "What it decided is listed below. Nothing is in force before you keep it."
                : "Nothing in it is left to decide: it states nothing that could be kept, or you have decided about it."}
          </p>
        )}
      </Answered>
      {trial.value?.proposed?.new === 0 && !isListed && (
        <p class="links">
          <a href="/state?add=1">Keep something of it in your own words</a>
        </p>
      )}
      {(trial.value?.proposed?.new ?? 0) > 0 && action.done === null && (
        <p class="buttons">
          <button
            type="button"
            class="primary"
            disabled={action.isRunning}
            onClick={() => void propose()}
          >
            Show them for review
          </button>
        </p>
      )}
      {(isListed || action.error !== null) && <ActionResult action={action} />}
    </section>
  );
}
