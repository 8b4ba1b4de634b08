import { Mark } from "../../../web/components/mark.tsx";
import { shortId } from "../../../web/text/format-time.ts";
import { GateSignals } from "./gate-signals.tsx";
import type { GateTrial } from "./state-data.ts";

/** What the gate answers about a text that is not committed yet. */
interface GateAnswerProps {
  readonly verdict: GateTrial;
  /** The slot that was chosen; empty for the one that the text suggests. */
  readonly slot: string;
  readonly isRunning: boolean;
  /** Lets the text replace an entry that it contradicts, where it may. */
  readonly onReplace?: (id: string, namespace: string) => void;
}

/** Whether the gate would admit a text, why, and which entries it has to do with. */
export function GateAnswer({ verdict, slot, isRunning, onReplace }: GateAnswerProps) {
  const { admitted, decision, reason, matched, compare, see_also } = verdict;
  return (
    <div class="stack gate-answer" role="status">
      <p>
        <Mark look={admitted ? "good" : "bad"}>
          {admitted ? `Would be admitted to ${slot || verdict.slot}` : "Would be refused"}
        </Mark>
        {!admitted && (
          <>
            {" "}
            <bdi>{reason}</bdi>
          </>
        )}
      </p>
      {matched !== null && <Near entries={[matched]} title="In force" />}
      {compare.length > 0 && <Near entries={compare} title="May contradict" />}
      {see_also.length > 0 && <Near entries={see_also} title="See also" />}
      {onReplace !== undefined && decision === "conflict" && matched !== null && (
        <p class="buttons">
          <button
            type="button"
            disabled={isRunning}
            onClick={() => onReplace(matched.id, matched.namespace)}
          >
            Replace {shortId(matched.id)} by it
          </button>
        </p>
      )}
      {verdict.signals.length > 0 && (
        <details>
          <summary>What the gate measured</summary>
          <GateSignals gate={verdict} />
        </details>
      )}
    </div>
  );
}

interface NearProps {
  readonly title: string;
  readonly entries: GateTrial["see_also"];
}

/** Entries in force that a text has to do with. */
function Near({ title, entries }: NearProps) {
  return (
    <div>
      <p class="quiet">{title}</p>
      <ul class="outline">
        {entries.map(({ namespace, id, content }) => (
          <li key={`${namespace}/${id}`}>
            <code title={id}>{shortId(id)}</code> <bdi>{content}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
