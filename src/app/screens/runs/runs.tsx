import { useState } from "preact/hooks";
import { formatCount } from "../../../base/text/format-count.ts";
import { type Column, Table } from "../../../web/components/table.tsx";
import { resultColumns } from "../../../web/pages/comparison-view.tsx";
import { Answered } from "../../answered.tsx";
import { useHead } from "../../head.ts";
import { go } from "../../router.ts";
import type { ScreenProps } from "../../screens.ts";
import { useCall } from "../../use-call.ts";
import { NoRuns } from "./no-runs.tsx";
import { RootField, rootOf } from "./root-field.tsx";
import { below, DEPTH, type Report } from "./run-data.ts";

type Run = Report["ranking"][number];

/** What each agent made of the same task. */
export default function Runs({ search }: ScreenProps) {
  const root = rootOf(search);
  const report = useCall({ operation: "task report", input: { root, depth: DEPTH } });
  useHead({ command: `holdall task scan ${root} --depth ${DEPTH}` });
  return (
    <>
      <RootField root={root} path="/runs" />
      <Answered answer={report} what="Looking for runs">
        {({ ranking, tasks }) =>
          ranking.length === 0 ? (
            <NoRuns />
          ) : (
            <>
              <p class="links">
                <span>
                  {formatCount(ranking.length, "run")} of {formatCount(tasks.length, "task")}
                </span>
                <a href={`/runs/report?root=${encodeURIComponent(root)}`}>Report: who wins</a>
                <a href="/runs/start">Start runs</a>
                <a href="/runs/pack">Pack a session as a task</a>
              </p>
              <RunTable runs={ranking} root={root} />
            </>
          )
        }
      </Answered>
    </>
  );
}

/** What is said for each number of runs that are chosen. */
const CHOSEN = ["Choose two runs to compare.", "Choose one more.", "Two runs are chosen."];

function RunTable({ runs, root }: { readonly runs: readonly Run[]; readonly root: string }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (path: string) =>
    setChosen((now) =>
      now.includes(path) ? now.filter((each) => each !== path) : [...now, path].slice(-2),
    );
  const [left, right] = chosen.map((path) => encodeURIComponent(below(root, path)));
  // The runs of a task belong together.
  const sorted = [...runs].sort((a, b) => a.title.localeCompare(b.title) || a.rank - b.rank);
  return (
    <>
      <Table label="Runs" columns={columnsFor(root, chosen, toggle)} rows={sorted} />
      <div class="buttons compare-bar">
        <button
          type="button"
          class="primary"
          disabled={chosen.length !== 2}
          onClick={() => go(`/runs/compare?left=${left}&right=${right}`)}
        >
          Compare
        </button>
        <span class="quiet" role="status">
          {CHOSEN[chosen.length]}
        </span>
      </div>
    </>
  );
}

function columnsFor(
  root: string,
  chosen: readonly string[],
  toggle: (path: string) => void,
): readonly Column<Run>[] {
  return [
    {
      heading: "Compare",
      cell: ({ bundleDir }) => (
        <input
          type="checkbox"
          aria-label={`Compare ${bundleDir}`}
          checked={chosen.includes(bundleDir)}
          onChange={() => toggle(bundleDir)}
        />
      ),
    },
    {
      heading: "Task",
      cell: ({ title, bundleDir }) => (
        <a href={`/runs/show?bundle=${encodeURIComponent(below(root, bundleDir))}`}>
          <bdi>{title}</bdi>
        </a>
      ),
    },
    ...resultColumns,
  ];
}
