import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { CodeBlock } from "../../../web/components/code-block.tsx";
import { Empty } from "../../../web/components/empty.tsx";
import { BudgetPicture } from "../../../web/components/pictures/budget-picture.tsx";
import { Answered } from "../../answered.tsx";
import { agentName } from "../../known-adapters.ts";
import { useCall } from "../../use-call.ts";

/** What hooks give to a session that starts in this folder, word for word. */
export function SessionStart() {
  const preview = useCall({ operation: "hooks preview", input: {} });
  return (
    <Answered answer={preview} what="Reading what hooks give">
      {({ text, tokens, max_tokens }) =>
        text === null ? (
          <Empty title="Nothing is in force yet, so that hooks give nothing.">
            <p>
              <a href="/state">Add what every agent has to know</a>
            </p>
          </Empty>
        ) : (
          <>
            <BudgetPicture
              label={`${tokens} tokens of at most ${max_tokens} for the state`}
              parts={[
                { kind: "state", group: "State in force", tokens, title: `${tokens} tokens` },
              ]}
              budget={max_tokens}
            />
            <p>
              With hooks, a session that starts in this folder reads {formatCount(tokens, "token")},
              of at most {formatNumber(max_tokens)} for its state. Secrets are replaced, and the
              entries are framed as quoted.
            </p>
            <InstalledHooks />
            <CodeBlock text={text} label="What a model reads" />
          </>
        )
      }
    </Answered>
  );
}

/** Which agents give it by themselves. */
function InstalledHooks() {
  const status = useCall({ operation: "hooks status", input: {} });
  return (
    <Answered answer={status} what="Looking for hooks">
      {({ hooks }) => {
        const starts = hooks.filter(({ event, runs }) => event === "session-start" && runs);
        const names = [...new Set(starts.map(({ host }) => agentName(host)))];
        if (names.length > 0) return <p>Hooks give it to sessions of {names.join(", ")}.</p>;
        return (
          <p>
            No agent has hooks, so nobody reads it yet: <a href="/setup">set up your agents</a>.
          </p>
        );
      }}
    </Answered>
  );
}
