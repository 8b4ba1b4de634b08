import { useState } from "preact/hooks";
import { formatCount } from "../../../base/text/format-count.ts";
import { LongWait } from "../../../web/components/long-wait.tsx";
import { Problem } from "../../../web/components/problem.tsx";
import { ActionResult } from "../../action-result.tsx";
import { useAction } from "../../use-action.ts";
import { useCall } from "../../use-call.ts";
import { PackContents } from "./pack-contents.tsx";

/** A task in words, and the files that it starts from. */
interface StatedTask {
  readonly prompt: string;
  readonly workspace: string;
  readonly out: string;
}

interface StateTaskProps {
  /** Whether the form is shown at first. */
  readonly isOpen: boolean;
  /** Gets the folder of a task that was packed. */
  readonly onPacked: (bundle: string) => void;
}

/** States a task in words, for the files of a folder as they are: what would be packed first, then the bundle. */
export function StateTask({ isOpen, onPacked }: StateTaskProps) {
  const [task, setTask] = useState<StatedTask>({ prompt: "", workspace: ".", out: "../job" });
  const [asked, setAsked] = useState<StatedTask | null>(null);
  const isComplete = Object.values(task).every((text) => text.trim() !== "");
  const change = (changes: Partial<StatedTask>) => {
    setTask({ ...task, ...changes });
    setAsked(null);
  };
  return (
    <details class="part first" open={isOpen}>
      <summary>State a new task</summary>
      <form
        class="options"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(task);
        }}
      >
        <label class="field wide">
          What should they do
          <textarea
            rows={3}
            placeholder="Make npm test pass"
            value={task.prompt}
            onInput={(event) => change({ prompt: event.currentTarget.value })}
          />
        </label>
        <label class="field wide">
          Folder with the files
          <input
            type="text"
            spellcheck={false}
            value={task.workspace}
            onInput={(event) => change({ workspace: event.currentTarget.value })}
          />
        </label>
        <label class="field wide">
          New folder for the task, outside of that folder
          <input
            type="text"
            spellcheck={false}
            value={task.out}
            onInput={(event) => change({ out: event.currentTarget.value })}
          />
        </label>
        <p class="buttons">
          <button type="submit" disabled={!isComplete}>
            What would be packed?
          </button>
        </p>
      </form>
      {asked !== null && <PackStated key={asked.out} task={asked} onPacked={onPacked} />}
    </details>
  );
}

function PackStated({
  task,
  onPacked,
}: Pick<StateTaskProps, "onPacked"> & { readonly task: StatedTask }) {
  const [isPacked, setIsPacked] = useState(false);
  const trial = useCall(
    isPacked ? null : { operation: "task pack", input: { ...task, "dry-run": true }, isLong: true },
  );
  const action = useAction(() => {
    setIsPacked(true);
    onPacked(task.out);
  });
  const pack = () =>
    action.run("task pack", { ...task }, ({ files }) => {
      return `Packed ${task.out} (${formatCount(files, "file")}); choose agents for it below`;
    });
  return (
    <>
      {trial.isLoading && (
        <LongWait what={trial.progress || "Reading the files"} onCancel={trial.cancel} />
      )}
      {trial.error !== null && <Problem error={trial.error} onRetry={trial.reload} />}
      {trial.value !== null && !isPacked && (
        <>
          <PackContents task={trial.value} />
          <p class="buttons">
            <button
              type="button"
              class="primary"
              disabled={action.isRunning}
              onClick={() => void pack()}
            >
              Pack the task
            </button>
          </p>
        </>
      )}
      <ActionResult action={action} />
    </>
  );
}
