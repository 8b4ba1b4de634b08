import { useState } from "preact/hooks";
import { ActionResult } from "../../action-result.tsx";
import { useAction } from "../../use-action.ts";
import { JudgeByCommand } from "./judge-by-command.tsx";

type Status = "success" | "partial" | "failure";

const ANSWERS: readonly (readonly [Status, string])[] = [
  ["success", "Yes"],
  ["partial", "In part"],
  ["failure", "No"],
];

interface VerdictFormProps {
  readonly bundle: string;
  /** Whether somebody has decided already. */
  readonly isDecided: boolean;
  readonly onJudged: () => void;
}

/** Asks a person whether a run did its task, where no checks have answered that. */
export function VerdictForm({ bundle, isDecided, onJudged }: VerdictFormProps) {
  const [note, setNote] = useState("");
  const action = useAction(onJudged);
  const record = (status: Status) =>
    void action.run(
      "task verdict",
      { bundle, status, ...(note.trim() === "" ? {} : { note }) },
      (output) => `Recorded: ${output.status}`,
    );
  return (
    <div class="verdict-form" role="group" aria-labelledby="verdict-question">
      <p id="verdict-question">
        <strong>{isDecided ? "Did you change your mind?" : "Did it do its task?"}</strong>{" "}
        <span class="quiet">No checks have judged it. Look at what it changed, and decide.</span>
      </p>
      <label class="field wide">
        Why (optional)
        <input
          type="text"
          maxLength={10_000}
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <p class="buttons">
        {ANSWERS.map(([status, label]) => (
          <button
            key={status}
            type="button"
            disabled={action.isRunning}
            onClick={() => record(status)}
          >
            {label}
          </button>
        ))}
      </p>
      <JudgeByCommand bundle={bundle} />
      <ActionResult action={action} />
      {action.done !== null && (
        <p class="links">
          <a href={`/runs/report?root=${encodeURIComponent(folderOf(bundle))}`}>Report: who wins</a>
        </p>
      )}
    </div>
  );
}

/** The folder that a run is in. */
function folderOf(bundle: string): string {
  return bundle.split("/").slice(0, -1).join("/") || ".";
}
