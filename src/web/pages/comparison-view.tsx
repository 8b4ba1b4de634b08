import { formatCost, formatDuration } from "../../base/text/format-measures.ts";
import { Bar } from "../components/pictures/bar.tsx";
import { RunPair } from "../components/run-pair.tsx";
import { StatusMark } from "../components/status-mark.tsx";
import { type Column, Table } from "../components/table.tsx";
import type { ComparisonPage, ReportData, RunData } from "../page.ts";
import { formatAgent, formatKnown, formatScore } from "../text/format-scores.ts";
import { runNames } from "../text/runs/run-names.ts";

/** What a run took, as far as it was recorded. */
const measureColumns: readonly Column<Pick<RunData, "tokens" | "durationMs" | "costUsd">>[] = [
  {
    heading: "Tokens",
    isNumber: true,
    isKnown: ({ tokens }) => tokens !== null,
    cell: ({ tokens }) => formatKnown(tokens),
  },
  {
    heading: "Time",
    isNumber: true,
    isKnown: ({ durationMs }) => durationMs !== null,
    cell: ({ durationMs }) => formatDuration(durationMs),
  },
  {
    heading: "Cost",
    isNumber: true,
    isKnown: ({ costUsd }) => costUsd !== null,
    cell: ({ costUsd }) => formatCost(costUsd),
  },
];

/** What came of a run and what it took, for a ranking of runs. */
export const resultColumns: readonly Column<ReportData["ranking"][number]>[] = [
  { heading: "Agent", cell: ({ tool, model }) => <bdi>{formatAgent(tool, model)}</bdi> },
  {
    heading: "Outcome",
    cell: ({ status, error }) => (error === null ? <StatusMark status={status} /> : "not counted"),
  },
  {
    heading: "Score",
    isNumber: true,
    cell: ({ score }) => <Bar value={score} largest={1} text={formatScore(score)} />,
  },
  ...measureColumns,
];

/** The measures of a run, for a table of runs. */
export const runColumns: readonly Column<RunData>[] = [
  { heading: "Agent", cell: ({ tool, model }) => <bdi>{formatAgent(tool, model)}</bdi> },
  { heading: "Run", cell: ({ place }) => <bdi class="path">{place}</bdi> },
  { heading: "Outcome", cell: ({ status }) => <StatusMark status={status} /> },
  { heading: "Score", isNumber: true, cell: ({ score }) => formatScore(score) },
  { heading: "Steps", isNumber: true, cell: ({ steps }) => formatKnown(steps) },
  { heading: "Lines", isNumber: true, cell: linesOf },
  ...measureColumns,
];

/** Runs of the same task: their measures, then the first beside each other one. */
export function ComparisonView({ page }: { readonly page: ComparisonPage }) {
  return (
    <>
      <section class="part">
        <h2>Runs</h2>
        <Table label="Runs" columns={runColumns} rows={page.runs} />
      </section>
      {page.pairs.map((pair, at) => (
        <section key={at} class="part">
          <h2>
            <bdi>{runNames([pair.left, pair.right]).join(" and ")}</bdi>
          </h2>
          <RunPair pair={pair} />
        </section>
      ))}
    </>
  );
}

function linesOf({ added, removed }: RunData) {
  if (added === null || removed === null) return "none";
  return (
    <span class="count">
      <span class="good">+{added}</span> <span class="bad">−{removed}</span>
    </span>
  );
}
