import { useState } from "preact/hooks";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { shortId } from "../../../web/text/format-time.ts";
import { Answered } from "../../answered.tsx";
import type { Action } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { GateAnswer } from "./gate-answer.tsx";
import { SlotField } from "./slot-field.tsx";
import { type EntryShown, reportCommit } from "./state-data.ts";

/** An entry in force, and where it is changed. */
interface EntryActionsProps {
  readonly entry: EntryShown;
  readonly slots: readonly string[];
  readonly action: Action;
}

/** Edits an entry, once the gate was asked about its new text, or archives it, which `state restore` takes back. */
export function EntryActions({ entry, slots, action }: EntryActionsProps) {
  const { id, namespace } = entry;
  const [isEdited, setEdited] = useState(false);
  if (isEdited) {
    const leave = () => setEdited(false);
    return <EditEntry entry={entry} slots={slots} action={action} onLeave={leave} />;
  }
  const archive = () =>
    action.run(
      "state archive",
      { id, namespace },
      () => `Archived ${shortId(id)}; to bring it back: holdall state restore ${quoteForShell(id)}`,
    );
  return (
    <div class="buttons entry-actions">
      <button type="button" disabled={action.isRunning} onClick={() => setEdited(true)}>
        Edit
      </button>
      <button type="button" disabled={action.isRunning} onClick={() => void archive()}>
        Archive
      </button>
    </div>
  );
}

function EditEntry({
  entry,
  slots,
  action,
  onLeave,
}: EntryActionsProps & { readonly onLeave: () => void }) {
  const { id, namespace, content, version = 1 } = entry;
  const [text, setText] = useState(content);
  const [slot, setSlot] = useState(entry.slot);
  const [asked, setAsked] = useState<string | null>(null);
  const question = { operation: "qualify", input: { text: asked, id, namespace } } as const;
  const trial = useCall(asked === null ? null : question);
  const isReworded = text !== content;
  const isTried = asked === text && !trial.isLoading && trial.value !== null;
  const canSave = isReworded ? isTried && trial.value?.admitted === true : slot !== entry.slot;
  const save = () =>
    action.run(
      "state update",
      { id, namespace, text, slot, "expect-version": version },
      (output) => {
        const report = reportCommit(output);
        onLeave();
        return report;
      },
    );
  const command = `holdall state update ${quoteForShell(id)} ${quoteForShell(text)} --expect-version ${version}`;
  return (
    <form
      class="decide"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) void save();
        else setAsked(text);
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onLeave();
      }}
    >
      <label class="field">
        Text of the entry
        <textarea
          rows={3}
          value={text}
          ref={(element) => element?.focus()}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <SlotField value={slot} slots={slots} none={null} onChange={setSlot} />
      {isReworded && asked === text && (
        <Answered answer={trial} what="Asking the gate">
          {(verdict) => <GateAnswer verdict={verdict} slot={slot} isRunning={action.isRunning} />}
        </Answered>
      )}
      <div class="buttons">
        {canSave || !isReworded ? (
          <button type="submit" class="primary" disabled={action.isRunning || !canSave}>
            Save
          </button>
        ) : (
          <button type="submit" class="primary" disabled={text.trim() === "" || isTried}>
            Ask the gate
          </button>
        )}
        <button type="button" onClick={onLeave}>
          Cancel
        </button>
        <CommandLine
          command={slot === entry.slot ? command : `${command} --slot ${quoteForShell(slot)}`}
        />
      </div>
    </form>
  );
}
