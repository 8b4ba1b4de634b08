import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { printable } from "../../base/text/text.ts";
import { type Terminal, wrap } from "../terminal.ts";
import { documentOf } from "./document.ts";
import presentSetup, { diffLines, planLines, WHY_LEFT } from "./host/setup.ts";
import type { PiecePresenters, Presenter, Presenters, Shown } from "./presenter.ts";

type HostEdit = "mcp install" | "mcp uninstall" | "hooks install" | "hooks uninstall";

/** Changes of configuration files of other programs, one line each; before they are made with every line of them. */
const presentConfigChanges: Presenter<HostEdit> = (report, terminal) => {
  if (report.dry_run) return [...changeLines(report, terminal), "Preview; nothing was changed."];
  return changeLines(report, terminal);
};

/** The same with the command that takes them back. */
const presentInstalled =
  (undo: HostEdit): Presenter<"mcp install" | "hooks install"> =>
  (report, terminal) => {
    const { dry_run, scope, changes } = report;
    const lines = presentConfigChanges(report, terminal);
    const flags = changes.filter(isChange).map(({ host }) => ` --${host}`);
    if (dry_run || flags.length === 0) return lines;
    const user = scope === "user" ? " --scope user" : "";
    return [...lines, `To undo: holdall ${undo}${[...new Set(flags)].join("")}${user}`];
  };

function changeLines({ dry_run, changes }: Shown<HostEdit>, terminal: Terminal): string[] {
  const diffs = changes.flatMap(({ file, diff }) => {
    if (!dry_run || diff === "") return [];
    return [terminal.style("bold", terminal.path(file)), ...diffLines(diff, terminal), ""];
  });
  const lines = changes.map((change) => {
    const { host, file, action } = change;
    const done = isChange(change) && dry_run ? `would be ${action}` : action;
    const padded = done.padEnd(dry_run ? 18 : 9);
    const why = action === "left" ? ` (${WHY_LEFT})` : "";
    const style = isChange(change) ? "green" : "dim";
    return `${terminal.style(style, padded)}  ${host.padEnd(6)}  ${file}${why}`;
  });
  return [...diffs, ...lines];
}

function isChange({ action }: Shown<HostEdit>["changes"][number]): boolean {
  return action !== "unchanged" && action !== "left";
}

type Check = Shown<"doctor">["checks"][number];

const MARKS = { ok: ["green", "✓"], note: ["yellow", "!"], problem: ["red", "✗"] } as const;

const presentDoctor: Presenter<"doctor"> = ({ checks }, terminal) => {
  const areas = [...new Set(checks.map(({ area }) => area))];
  const countOf = (wanted: Check["status"]) =>
    checks.filter(({ status }) => status === wanted).length;
  const problems = countOf("problem");
  const notes = countOf("note");
  const warnings = notes === 0 ? "" : `, ${formatCount(notes, "warning")} (marked !)`;
  return [
    ...areas.flatMap((area) => [
      terminal.style("bold", area),
      ...checks.filter((each) => each.area === area).flatMap((each) => checkLines(each, terminal)),
      "",
    ]),
    problems === 0
      ? `${terminal.style("green", "No problems")}${warnings}`
      : `${terminal.style("red", formatCount(problems, "problem"))}${warnings}`,
  ];
};

function checkLines({ subject, status, detail, cure }: Check, terminal: Terminal): string[] {
  const [style, mark] = MARKS[status];
  const text = printable(`${subject}: ${detail}`);
  const [first = "", ...rest] = wrap(text, terminal.width - 4);
  return [
    `  ${terminal.style(style, mark)} ${first}`,
    ...rest.map((line) => `    ${line}`),
    ...(cure === null
      ? []
      : wrap(`→ ${printable(cure)}`, terminal.width - 4, "  ").map((line) => `    ${line}`)),
  ];
}

/** Each hook with whether it runs, and the last errors. */
const presentHooksStatus: Presenter<"hooks status"> = ({ hooks, faults }, terminal) => {
  const lines = hooks.flatMap(({ host, scope, file, event, runs, cure }) => {
    const status = terminal.style(runs ? "green" : "yellow", runs ? "runs   " : "waiting");
    const line = `${status}  ${host.padEnd(6)}  ${event.padEnd(13)}  ${scope.padEnd(7)}  ${file}`;
    return cure === null ? [line] : [line, `         ${cure}`];
  });
  const none = ["No hooks are installed; see `holdall hooks install --help`"];
  const last = faults.length === 0 ? [] : ["", "Last errors", ...faults.map((line) => `  ${line}`)];
  return [...(lines.length === 0 ? none : lines), ...last];
};

/** The text itself, which is what a model reads, and what it costs. */
const presentHooksPreview: Presenter<"hooks preview"> = (
  { text, tokens, max_tokens },
  terminal,
) => {
  if (text === null) {
    return ["Nothing is in force, so that hooks give nothing; see `holdall state commit --help`"];
  }
  const amount = `${formatCount(tokens, "token")}; the state has at most ${formatNumber(max_tokens)}`;
  return [documentOf(text), terminal.style("dim", amount)];
};

const presentToolsFind: Presenter<"tools find"> = ({ tools }, terminal) => {
  if (tools.length === 0) return ["No tool matches; see `holdall mcp --help` for the sets"];
  return tools.map(({ name, sets, summary }) => {
    return `${terminal.style("bold", name)}  ${summary}  ${terminal.style("dim", sets.join(", "))}`;
  });
};

/** How the results of these operations are shown. */
export default {
  setup: presentSetup,
  "tools find": presentToolsFind,
  "mcp install": presentInstalled("mcp uninstall"),
  "mcp uninstall": presentConfigChanges,
  doctor: presentDoctor,
  "hooks install": presentInstalled("hooks uninstall"),
  "hooks uninstall": presentConfigChanges,
  "hooks status": presentHooksStatus,
  "hooks preview": presentHooksPreview,
} satisfies Presenters<"host">;

/** What a person sees before the question whether it is meant. */
export const pieces = {
  setup: planLines,
  "mcp install": changeLines,
  "mcp uninstall": changeLines,
  "hooks install": changeLines,
  "hooks uninstall": changeLines,
} satisfies PiecePresenters<"host">;
