import { useState } from "preact/hooks";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { shortId } from "../../../web/text/format-time.ts";
import { Answered } from "../../answered.tsx";
import type { Action } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { GateAnswer } from "./gate-answer.tsx";
import { SlotField } from "./slot-field.tsx";
import { type Committed, reportCommit } from "./state-data.ts";

/** The slots of the state, and where the change is made. */
interface AddEntryProps {
  readonly slots: readonly string[];
  readonly action: Action;
  /** Whether there is nothing else on the screen yet. */
  readonly isOpen: boolean;
}

/** A new entry: the gate is asked first, and only then the text is committed. */
export function AddEntry({ slots, action, isOpen }: AddEntryProps) {
  const [text, setText] = useState("");
  const [slot, setSlot] = useState("");
  const [asked, setAsked] = useState<string | null>(null);
  const trial = useCall(asked === null ? null : { operation: "qualify", input: { text: asked } });
  const isTried = asked === text && !trial.isLoading && trial.value !== null;
  const chosen = slot === "" ? {} : { slot };
  const done = (output: Committed) => {
    const report = reportCommit(output);
    setText("");
    setAsked(null);
    return report;
  };
  const commit = () => action.run("state commit", { text, ...chosen }, done);
  const replace = (id: string, namespace: string) =>
    action.run("state supersede", { id, namespace, text, ...chosen }, (output) => {
      return `${done(output)}; it replaces ${shortId(id)}, which is archived`;
    });
  return (
    <details class="add-entry" open={isOpen}>
      <summary>Add an entry</summary>
      <form
        class="decide"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTried && trial.value?.admitted) void commit();
          else setAsked(text);
        }}
      >
        <label class="field">
          A decision, a constraint or a fact that every agent has to know
          <textarea rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <SlotField value={slot} slots={slots} none="chosen from the text" onChange={setSlot} />
        {asked === text && (
          <Answered answer={trial} what="Asking the gate">
            {(verdict) => (
              <GateAnswer
                verdict={verdict}
                slot={slot}
                isRunning={action.isRunning}
                onReplace={(id, namespace) => void replace(id, namespace)}
              />
            )}
          </Answered>
        )}
        <div class="buttons">
          {isTried && trial.value?.admitted ? (
            <button type="submit" class="primary" disabled={action.isRunning}>
              Add it
            </button>
          ) : (
            <button type="submit" class="primary" disabled={text.trim() === "" || isTried}>
              Ask the gate
            </button>
          )}
          {text.trim() !== "" && <CommandLine command={commandFor(text, slot)} />}
        </div>
      </form>
    </details>
  );
}

function commandFor(text: string, slot: string): string {
  const option = slot === "" ? "" : ` --slot ${quoteForShell(slot)}`;
  return `holdall state commit ${quoteForShell(text)}${option}`;
}
