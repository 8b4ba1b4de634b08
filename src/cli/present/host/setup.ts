import { fitColumns } from "../../../base/text/fit-columns.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import { printableLine } from "../../../base/text/text.ts";
import type { Terminal } from "../../terminal.ts";
import type { PiecePresenter, Presenter, Shown } from "../presenter.ts";

type Report = Shown<"setup">;
type Step = Report["agents"][number]["steps"][number];

/** Lines of changes that are shown before a question, shared by the files; who asks for them sees all. */
const MAX_DIFF_LINES = 48;
const MIN_DIFF_LINES = 6;

/** Agents with what is done for each, the files with their changes while nothing is done, and what follows. */
const presentSetup: Presenter<"setup"> = (report, terminal) => {
  if (report.kind === "undo") return undoLines(report, terminal);
  const { dry_run, files, agents } = report;
  if (agents.length === 0) return [...otherLines(report), ...NOBODY];
  if (files.length === 0) return [...agentLines(report, terminal), ...unchangedLines(report)];
  if (dry_run) {
    return [
      ...planLines({ ...report, is_complete: true }, terminal),
      "Preview; nothing was changed. To set up: holdall setup (asks), or add --yes",
    ];
  }
  return [...agentLines(report, terminal), ...doneLines(report)];
};
export default presentSetup;

/** Everything that would change: the files, and last, where a question follows, what each agent has by it. */
export const planLines: PiecePresenter<"setup"> = (report, terminal) => [
  ...report.files.flatMap((file) => [
    ...(report.is_complete
      ? completeFileLines(file, terminal)
      : fileLines(file, most(report), terminal)),
    "",
  ]),
  ...agentLines(report, terminal),
  ...keepLines(report),
];

const NOBODY = [
  "No agent was found whose settings Holdall can change: no known program is on the PATH, and no",
  "sessions are here. To set one up anyway, name it, for example: holdall setup --claude",
];

function agentLines(report: Report, terminal: Terminal): string[] {
  const lines = report.agents.flatMap(({ name, steps, todo }) => [
    terminal.style("bold", name),
    ...steps.map((step) => stepLine(step, report.dry_run, terminal)),
    ...todo.map((each) => `  ${terminal.style("yellow", "!")} ${printableLine(each)}`),
  ]);
  return [...lines, ...otherLines(report), ""];
}

function stepLine(
  { title, action, file, reason }: Step,
  isDry: boolean,
  terminal: Terminal,
): string {
  const isChange = action === "added" || action === "updated";
  const done = isChange && isDry ? `would be ${action}` : action;
  const style = isChange ? "green" : action === "refused" ? "red" : "dim";
  const shown = action === "missing" ? "not possible" : done;
  const detail = printableLine(reason ?? terminal.path(file ?? ""));
  return `  ${terminal.style(style, shown.padEnd(16))}  ${title.padEnd(10)}  ${detail}`;
}

function otherLines({ others }: Report): string[] {
  if (others.length === 0) return [];
  return [
    `Not set up: ${others.join(", ")}. Their sessions are read and handed over, but Holdall does not know their settings; add the command \`holdall mcp\` to their MCP servers by hand.`,
  ];
}

/** Lines that each file may have. */
function most({ files }: Report): number {
  return Math.max(MIN_DIFF_LINES, Math.floor(MAX_DIFF_LINES / files.length));
}

type PlannedFile = Report["files"][number];

function fileLines(file: PlannedFile, max: number, terminal: Terminal): string[] {
  const lines = file.diff.trimEnd().split("\n");
  const more = lines.length - max;
  const shown = lines.slice(0, max).map((line) => {
    return styledLine(fitColumns(printableLine(line), terminal.width - 4), terminal);
  });
  return [
    titleOf(file, terminal),
    ...shown,
    ...(more > 0 ? [`  and ${formatCount(more, "line")} more; the question offers them`] : []),
  ];
}

/** Every line of the changes to its end, with secrets replaced. */
function completeFileLines(file: PlannedFile, terminal: Terminal): string[] {
  return [titleOf(file, terminal), ...diffLines(file.diff, terminal)];
}

/** Every line of a unified diff. */
export function diffLines(diff: string, terminal: Terminal): string[] {
  const lines = diff.trimEnd().split("\n");
  return lines.map((line) => styledLine(printableLine(line), terminal));
}

function titleOf({ file, is_new }: PlannedFile, terminal: Terminal): string {
  const title = terminal.style("bold", terminal.path(file));
  return is_new ? `${title} (new file)` : title;
}

const STYLES = { "+": "green", "-": "red", "@": "cyan" } as const;

function styledLine(line: string, terminal: Terminal): string {
  const style = STYLES[line[0] as keyof typeof STYLES];
  return style === undefined ? `  ${line}` : terminal.style(style, `  ${line}`);
}

/** The step that setting agents up leaves to a command of its own: it is no setting of theirs. */
function keepLines({ keeps_sessions }: Report): string[] {
  if (keeps_sessions) return [];
  return [
    "To lose no session that an agent deletes: holdall keep on (--dry-run shows what it does)",
  ];
}

function unchangedLines(report: Report): string[] {
  const isRefused = report.agents.some(({ steps }) =>
    steps.some(({ action }) => action === "refused"),
  );
  if (isRefused) return ["Nothing was changed."];
  return [
    "Nothing to change: what your agents can have is set up. To check: holdall doctor",
    ...keepLines(report),
  ];
}

function doneLines(report: Report): string[] {
  const { has_workspace } = report;
  const where = has_workspace ? "" : ", in every folder in which you ran `holdall init`";
  return [
    `From their next session on, your agents begin with what is in force${where}, and can search your earlier sessions.`,
    "To check: holdall doctor",
    "To undo: holdall setup --undo",
    ...keepLines(report),
  ];
}

/** Why what an agent noted of our entries stays: it does nothing without them. */
export const WHY_LEFT = "what it noted of hooks is in a notation that Holdall does not edit";

function undoLines({ dry_run, undone, undoable }: Report, terminal: Terminal): string[] {
  const results = {
    restored: "restored",
    removed: "removed",
    cleaned: "without our entries (it was changed since)",
    unchanged: "unchanged",
    left: `left (${WHY_LEFT})`,
  };
  const rest = dry_run ? 0 : undoable;
  return [
    ...undone.map(({ name, file, action }) => {
      const isChange = action !== "unchanged" && action !== "left";
      const result = isChange && dry_run ? `would be ${results[action]}` : results[action];
      return `${terminal.style(isChange ? "green" : "dim", result)}  ${name}  ${terminal.path(file)}`;
    }),
    dry_run ? "Preview; nothing was changed." : "The setup was undone.",
    ...(rest > 0
      ? [`${formatCount(rest, "earlier setup")} can be undone: holdall setup --undo`]
      : []),
  ];
}
