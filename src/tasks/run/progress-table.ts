import type { EndedRun, ProgressRun, RunProgress } from "./run-progress.ts";
import { formatTimeLeft, timeLeft } from "./time-left.ts";

const HEADINGS = ["agent", "done", "success", "failure", "error", "running now"];
/** Runs under way that the first line names. */
const NAMED = 3;

/** One line that says how far the runs are, then a table with a line for each agent. */
export function progressTable(progress: RunProgress): string {
  const { planned } = progress;
  const tools = [...new Set(planned.map(({ tool }) => tool))];
  const rows = [HEADINGS, ...tools.map((tool) => rowOf(tool, progress))];
  return [headOf(progress), ...layOut(rows)].join("\n");
}

function headOf(progress: RunProgress): string {
  const { planned, ended, running } = progress;
  const all = [...ended.values()];
  const errors = all.filter(({ hasError }) => hasError).length;
  const left = timeLeft(progress);
  const counts = [
    `${ended.size} of ${planned.length} done`,
    `${countOf(all, "success")} passed`,
    `${countOf(all, "failure")} failed`,
    ...(errors === 0 ? [] : [`${errors} with an error`]),
    ...(left === null ? [] : [formatTimeLeft(left)]),
  ];
  const now = planned.filter(({ id }) => running.has(id));
  const names = now.slice(0, NAMED).map((run) => `${run.tool} ${underWay(run, progress)}`);
  if (now.length > NAMED) names.push(`${now.length - NAMED} more`);
  const first = counts.join(", ");
  return names.length === 0 ? first : `${first}; running: ${names.join(", ")}`;
}

function countOf(runs: readonly EndedRun[], wanted: string): number {
  return runs.filter(({ status }) => status === wanted).length;
}

function rowOf(tool: string, progress: RunProgress): readonly string[] {
  const runs = progress.planned.filter((run) => run.tool === tool);
  const ended = runs.flatMap(({ id }) => progress.ended.get(id) ?? []);
  const now = runs.filter(({ id }) => progress.running.has(id));
  return [
    tool,
    `${ended.length} of ${runs.length}`,
    String(countOf(ended, "success")),
    String(countOf(ended, "failure")),
    String(ended.filter(({ hasError }) => hasError).length),
    now.map((run) => underWay(run, progress)).join(", "),
  ];
}

function underWay({ id, task, attempt }: ProgressRun, { running }: RunProgress): string {
  const seconds = Math.round((running.get(id)?.ms ?? 0) / 1000);
  return `${task}${attempt > 1 ? ` (${attempt})` : ""} ${seconds} s`;
}

function layOut(rows: readonly (readonly string[])[]): string[] {
  const widths = HEADINGS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")}`.trimEnd(),
  );
}
