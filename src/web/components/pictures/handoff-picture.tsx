import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import type { ArrivedConversation, HandoffReport } from "../../text/handoff-report.ts";
import { FactList } from "../fact-list.tsx";
import { LossPicture } from "./loss-picture.tsx";

/** What a receiver gets of a session: how much, what changes and is lost, and what else to know. */
export function HandoffPicture({ report }: { readonly report: HandoffReport }) {
  return (
    <>
      <FactList facts={factsOf(report)} />
      <LossPicture report={report} />
      <Renames tools={report.conversation?.renamed_tools ?? []} />
      {report.notes.length > 0 && (
        <ul class="notes" aria-label="Notes on the handoff">
          {report.notes.map((note) => (
            <li key={note}>
              <bdi>{note}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function factsOf({ conversation, tokens, window, secrets }: HandoffReport) {
  const facts: readonly (readonly [string, number | null])[] = [
    ["Messages", conversation?.messages ?? null],
    ["Tool calls", conversation?.calls ?? null],
    ["Results", conversation?.results ?? null],
    ["Tokens", tokens],
    ["Receiver’s window", window],
    ["Secrets replaced", secrets],
  ];
  return facts.flatMap(([label, value]) =>
    value === null ? [] : [{ label, value: formatNumber(value) }],
  );
}

/** Tools that have another name at the receiver. */
function Renames({ tools }: { readonly tools: ArrivedConversation["renamed_tools"] }) {
  if (tools.length === 0) return null;
  return (
    <details>
      <summary>Tools that have another name there ({tools.length})</summary>
      <ul class="renames">
        {tools.map(({ from, to, calls }) => (
          <li key={`${from}/${to}`}>
            <code>{from}</code> → <code>{to}</code>{" "}
            <span class="quiet">{formatCount(calls, "call")}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
