/** A run as far as its progress counts. */
export interface ProgressRun {
  readonly id: string;
  readonly tool: string;
  readonly task: string;
  readonly attempt: number;
}

/** How far the runs of a command are. */
export interface RunProgress {
  readonly planned: readonly ProgressRun[];
  /** Runs that ended, by id; the status is null for one that was not judged. */
  readonly ended: ReadonlyMap<string, { readonly status: string | null }>;
  /** Runs under way, with the time they have taken. */
  readonly running: ReadonlyMap<string, { readonly ms: number }>;
}

const HEADINGS = ["agent", "done", "success", "failure", "running now"];

/** One line that says how far the runs are, then a table with a line for each agent. */
export function progressTable(progress: RunProgress): string {
  const { planned, ended, running } = progress;
  const failed = [...ended.values()].filter(({ status }) => status === "failure").length;
  const now = planned.filter(({ id }) => running.has(id));
  const first = `${ended.size} of ${planned.length} done, ${failed} failed`;
  const names = now.map((run) => `${run.tool} ${underWay(run, progress)}`);
  const head = names.length === 0 ? first : `${first}; running: ${names.join(", ")}`;
  const tools = [...new Set(planned.map(({ tool }) => tool))];
  const rows = [HEADINGS, ...tools.map((tool) => rowOf(tool, progress))];
  return [head, ...layOut(rows)].join("\n");
}

function rowOf(tool: string, progress: RunProgress): readonly string[] {
  const runs = progress.planned.filter((run) => run.tool === tool);
  const ended = runs.flatMap(({ id }) => progress.ended.get(id) ?? []);
  const count = (wanted: string) => String(ended.filter(({ status }) => status === wanted).length);
  const now = runs.filter(({ id }) => progress.running.has(id));
  return [
    tool,
    `${ended.length} of ${runs.length}`,
    count("success"),
    count("failure"),
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
