import { useState } from "preact/hooks";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Answered } from "../../answered.tsx";
import type { Action } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";

const EMPTY = { subject: "", summary: "", from: "", to: "", priority: 100 };

/** A new request of one responsibility to another. */
export function NewRequest({ action }: { readonly action: Action }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="new-request" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>New request</summary>
      {isOpen && <Form action={action} />}
    </details>
  );
}

function Form({ action }: { readonly action: Action }) {
  const known = useCall({ operation: "responsibility list", input: {} });
  const [typed, setTyped] = useState(EMPTY);
  const { subject, summary, from, to, priority } = typed;
  const isComplete = subject.trim() !== "" && from !== "" && to !== "";
  const file = () =>
    action.run(
      "request create",
      { subject, from, to, priority, actor: from, ...(summary === "" ? {} : { summary }) },
      ({ request }) => {
        setTyped(EMPTY);
        return `Filed for ${request.target_responsibility_id}: ${request.subject}`;
      },
    );
  return (
    <Answered answer={known} what="Reading the responsibilities">
      {({ responsibilities }) => (
        <form
          class="decide"
          onSubmit={(event) => {
            event.preventDefault();
            void file();
          }}
        >
          <label class="field">
            What is asked for, in one line
            <input
              type="text"
              required
              maxLength={200}
              value={subject}
              onInput={(event) => setTyped({ ...typed, subject: event.currentTarget.value })}
            />
          </label>
          <label class="field">
            More about it (optional)
            <textarea
              rows={2}
              maxLength={2000}
              value={summary}
              onInput={(event) => setTyped({ ...typed, summary: event.currentTarget.value })}
            />
          </label>
          <div class="options">
            {(["from", "to"] as const).map((side) => (
              <label key={side} class="field">
                {side === "from" ? "From" : "For"}
                <select
                  required
                  value={typed[side]}
                  onChange={(event) => setTyped({ ...typed, [side]: event.currentTarget.value })}
                >
                  <option value="">choose</option>
                  {responsibilities.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name ?? id}
                    </option>
                  ))}
                </select>
              </label>
            ))}
            <label class="field">
              Priority (lower is sooner)
              <input
                type="number"
                min={0}
                value={priority}
                onInput={(event) =>
                  setTyped({ ...typed, priority: event.currentTarget.valueAsNumber || 0 })
                }
              />
            </label>
          </div>
          <div class="buttons">
            <button type="submit" class="primary" disabled={action.isRunning || !isComplete}>
              File the request
            </button>
            {isComplete && (
              <CommandLine
                command={`holdall request create ${quoteForShell(subject)} --from ${from} --to ${to} --as ${from}`}
              />
            )}
          </div>
        </form>
      )}
    </Answered>
  );
}
