import { useState } from "preact/hooks";
import { Answered } from "../../answered.tsx";
import { useCall } from "../../use-call.ts";
import { EventCard } from "./event-card.tsx";

/** Why an entry is in force: its own events, read when someone asks. */
export function EntryWhy({ id }: { readonly id: string }) {
  const [isOpen, setOpen] = useState(false);
  const input = { entry: id, limit: 20 };
  const trail = useCall(isOpen ? { operation: "state log", input } : null);
  return (
    <details class="why" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Why?</summary>
      {isOpen && (
        <Answered answer={trail} what="Reading its events">
          {({ lines }) => (
            <div class="stack">
              {lines.map((line) => (
                <EventCard key={line.seq} line={line} />
              ))}
            </div>
          )}
        </Answered>
      )}
    </details>
  );
}
