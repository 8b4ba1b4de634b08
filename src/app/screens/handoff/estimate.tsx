import { formatBytes, formatNumber } from "../../../base/text/format-count.ts";
import { FactList } from "../../../web/components/fact-list.tsx";
import { BudgetPicture } from "../../../web/components/pictures/budget-picture.tsx";
import { agentName, knownAgents } from "../../known-adapters.ts";
import { useCall } from "../../use-call.ts";
import type { HandoffInput } from "./handoff.tsx";

/** What the dry run of a long session will show, about: from the index and the beginning of the session. */
export function Estimate({ input }: { readonly input: HandoffInput }) {
  const { from, session, to } = input;
  const { value } = useCall({ operation: "estimate", input: { what: from, session } });
  if (value === null) return null;
  const { messages, calls, tokens, bytes, counted } = value;
  const window = knownAgents.find(({ id }) => id === to)?.window ?? null;
  const about = (count: number) => `${counted ? "" : "about "}${formatNumber(count)}`;
  return (
    <section class="estimate">
      <h2>What {agentName(to)} would get: an estimate</h2>
      <FactList
        facts={[
          { label: "Messages", value: about(messages) },
          { label: "Tool calls", value: about(calls) },
          { label: "Tokens", value: `about ${formatNumber(tokens)}` },
          { label: "Size of the session", value: formatBytes(bytes) },
        ]}
      />
      <BudgetPicture
        label={`About ${formatNumber(tokens)} tokens${window === null ? "" : ` beside the ${formatNumber(window)} that the receiver’s model takes`}`}
        parts={[{ group: "The session", kind: "turn", tokens, title: "The session" }]}
        budget={window}
      />
      <p class="quiet">
        The exact picture follows: every item is converted, written and read back by the receiver’s
        reader.
      </p>
    </section>
  );
}
