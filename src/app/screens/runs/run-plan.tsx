import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatCost, formatDuration } from "../../../base/text/format-measures.ts";
import { CommandLine } from "../../../web/components/command-line.tsx";
import { Mark } from "../../../web/components/mark.tsx";
import { type Column, Table } from "../../../web/components/table.tsx";
import { Answered } from "../../answered.tsx";
import { agentName } from "../../known-adapters.ts";
import { useCall } from "../../use-call.ts";
import { type PlannedAgent, type RunChoice, runCommand, runInput, totalOf } from "./run-data.ts";

/** Which runs are planned, and what starts them. */
interface RunPlanProps {
  readonly choice: RunChoice;
  readonly onStart: () => void;
}

/** A dry run: which runs would start, and what they would take as far as earlier ones show it. */
export function RunPlan({ choice, onStart }: RunPlanProps) {
  const input = { ...runInput(choice), "dry-run": true };
  const dryRun = useCall({ operation: "task run", input, isLong: true });
  return (
    <Answered answer={dryRun} what="Looking at the task">
      {({ plan, refused, checked }) => {
        const planned = plan ?? [];
        const runs = planned.reduce((sum, each) => sum + (each.isInstalled ? each.runs : 0), 0);
        return (
          <section class="part first" aria-live="polite">
            <h2>What would run</h2>
            <Table label="Planned runs" columns={columns} rows={planned} />
            <Together plan={planned} choice={choice} />
            {!checked && (
              <p>
                <Mark look="warn">No checks are named: judge each run yourself afterwards</Mark>{" "}
                <span class="quiet">
                  A command such as your tests would run what an agent wrote, with your rights: a
                  page must not start that. In a terminal it can judge all of them:{" "}
                </span>
                <CommandLine command={`${runCommand(choice)} --check 'npm test'`} />
              </p>
            )}
            {refused.map(({ task, reason }) => (
              <p key={task}>
                <Mark look="bad">
                  left out: <bdi>{task}</bdi>
                </Mark>{" "}
                <bdi>{reason}</bdi>
              </p>
            ))}
            <p class="quiet">
              Leave this tab open until they have ended: whatever runs is ended with it.
            </p>
            <p class="buttons">
              <button
                type="button"
                class="primary"
                disabled={runs === 0 || dryRun.isLoading}
                onClick={onStart}
              >
                Start {formatCount(runs, "run")}
              </button>
            </p>
          </section>
        );
      }}
    </Answered>
  );
}

const columns: readonly Column<PlannedAgent>[] = [
  {
    heading: "Agent",
    cell: ({ tool, isInstalled }) => (
      <>
        {agentName(tool)} {!isInstalled && <Mark look="bad">not installed</Mark>}
      </>
    ),
  },
  { heading: "Would start", isNumber: true, cell: ({ runs }) => formatNumber(runs) },
  { heading: "Finished", isNumber: true, cell: ({ finished }) => formatNumber(finished) },
  {
    heading: "Time of one",
    isNumber: true,
    cell: ({ durationMs }) => (durationMs === null ? "unknown" : formatDuration(durationMs)),
  },
  {
    heading: "Tokens of one",
    isNumber: true,
    cell: ({ tokens }) => (tokens === null ? "unknown" : formatNumber(Math.round(tokens))),
  },
  {
    heading: "Cost of one",
    isNumber: true,
    cell: ({ costUsd }) => (costUsd === null ? "unknown" : formatCost(costUsd)),
  },
];

/** What all runs take together; what is not known is said to be unknown, with the limits of the runs. */
function Together({
  plan,
  choice,
}: { readonly plan: readonly PlannedAgent[] } & Pick<RunPlanProps, "choice">) {
  const time = totalOf(plan, "durationMs");
  const cost = totalOf(plan, "costUsd");
  const runs = plan.reduce((sum, each) => sum + each.runs, 0);
  const longest = runs * choice.minutes * 60_000;
  const limit =
    choice.budget === null ? "there is no limit" : `at most about ${formatCost(choice.budget)}`;
  return (
    <p>
      {time === null
        ? `How long they take is unknown; at most ${formatDuration(longest)}. `
        : `They take about ${formatDuration(time)}, at most ${formatDuration(longest)}. `}
      {cost === null
        ? `What they cost is unknown; ${limit}.`
        : `They cost about ${formatCost(cost)}; ${limit}.`}{" "}
      <span class="quiet">
        The figures are medians of earlier runs of the same agent in the same folder.
      </span>
    </p>
  );
}
