import { useState } from "preact/hooks";
import { type Dropped, droppedKinds } from "../../../model/dropped.ts";
import { droppedHeadings, droppedNotes, introduceDropped } from "../../../web/text/dropped-text.ts";
import { Answered } from "../../answered.tsx";
import { useCall } from "../../use-call.ts";

/** The session whose compaction is asked about. */
interface DroppedProps {
  readonly agent: string;
  readonly session: string;
}

/** What the last compaction of a session dropped; it is looked for once somebody opens it. */
export function DroppedItems({ agent, session }: DroppedProps) {
  const [isOpen, setIsOpen] = useState(false);
  const input = { what: agent, session, dropped: true };
  const answer = useCall(isOpen ? { operation: "show", input, isLong: true } : null);
  return (
    <details class="dropped" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>What the last compaction dropped</summary>
      {isOpen && (
        <Answered answer={answer} what="Comparing the conversation with its summary">
          {({ dropped }) => (dropped === undefined ? null : <DroppedList dropped={dropped} />)}
        </Answered>
      )}
    </details>
  );
}

function DroppedList({ dropped }: { readonly dropped: Dropped }) {
  const kinds = droppedKinds.filter((kind) => dropped.items.some((item) => item.kind === kind));
  return (
    <>
      <p>{introduceDropped(dropped)}</p>
      {kinds.map((kind) => (
        <section key={kind}>
          <h3>{droppedHeadings[kind]}</h3>
          <ul>
            {dropped.items
              .filter((item) => item.kind === kind)
              .map(({ number, text }) => (
                <li key={`${number} ${text}`}>
                  {number !== null && <span class="dim">#{number} </span>}
                  <bdi>{text}</bdi>
                </li>
              ))}
          </ul>
        </section>
      ))}
      {droppedNotes(dropped).map((note) => (
        <p key={note}>{note}</p>
      ))}
    </>
  );
}
