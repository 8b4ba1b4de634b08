import { useState } from "preact/hooks";
import { LongWait } from "../../../web/components/long-wait.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { Table } from "../../../web/components/table.tsx";
import { ActionResult } from "../../action-result.tsx";
import { useHead } from "../../head.ts";
import type { ScreenProps } from "../../screens.ts";
import { useAction } from "../../use-action.ts";
import {
  endText,
  type RunChoice,
  runCommand,
  runInput,
  STANDARD_MINUTES,
  type StartedRun,
} from "./run-data.ts";
import { RunFields } from "./run-fields.tsx";
import { RunPlan } from "./run-plan.tsx";
import { useRunsUnderWay } from "./runs-under-way.ts";
import { startedColumns } from "./started-runs.tsx";
import { StateTask } from "./state-task.tsx";

/** Starts runs of a task: what would run and what that takes first, then the runs. */
export default function Start({ search }: ScreenProps) {
  const [choice, setChoice] = useState<RunChoice>({
    bundle: search.get("bundle") ?? "",
    agents: [],
    models: {},
    repeat: 1,
    minutes: STANDARD_MINUTES,
    out: "runs",
    checks: "",
    budget: null,
  });
  const [asked, setAsked] = useState<RunChoice | null>(null);
  const [runs, setRuns] = useState<readonly StartedRun[]>([]);
  const action = useAction(() => setAsked(null));
  const ended = useRunsUnderWay(action.isRunning, choice.out);
  useHead({ command: runCommand(choice) });
  const change = (changes: Partial<RunChoice>) => {
    setChoice({ ...choice, ...changes });
    setAsked(null);
  };
  const start = () =>
    action.run(
      "task run",
      runInput(choice),
      (output) => {
        setRuns(output.runs);
        return endText(output.runs, choice.out);
      },
      { isLong: true },
    );
  return (
    <>
      {ended !== null && runs.length === 0 && !action.isRunning && (
        <p role="status">
          <Mark look="warn">
            This page was left while runs were under way: what ran then was ended and left out.
          </Mark>{" "}
          <a href={`/runs?root=${encodeURIComponent(ended)}`}>Runs that have finished</a> are there;
          to start again goes on with the others.
        </p>
      )}
      {!action.isRunning && (
        <StateTask isOpen={!search.has("bundle")} onPacked={(bundle) => change({ bundle })} />
      )}
      <RunFields
        choice={choice}
        isRunning={action.isRunning}
        onChange={change}
        onAsk={() => setAsked(choice)}
      />
      {asked !== null && !action.isRunning && (
        <RunPlan choice={asked} onStart={() => void start()} />
      )}
      {action.isRunning && (
        <section class="part first">
          <LongWait what="Running" onCancel={action.cancel} />
          <pre class="run-progress">{action.progress}</pre>
          <p class="quiet">
            Leave this tab open: whatever runs is ended with it. Runs that have finished stay, and
            the next start goes on with the others.
          </p>
        </section>
      )}
      <ActionResult action={action} />
      {runs.length > 0 && !action.isRunning && (
        <>
          <Table label="Runs" columns={startedColumns} rows={runs} />
          <p class="links">
            <a href={`/runs?root=${encodeURIComponent(choice.out)}`}>All runs</a>
            <a href={`/runs/report?root=${encodeURIComponent(choice.out)}`}>Report: who wins</a>
          </p>
        </>
      )}
    </>
  );
}
