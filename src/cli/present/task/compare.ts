import { fitColumns, padColumns } from "../../../base/text/fit-columns.ts";
import { formatCount, formatNumber } from "../../../base/text/format-count.ts";
import { formatCost, formatDuration } from "../../../base/text/format-measures.ts";
import { printable, printableLine } from "../../../base/text/text.ts";
import { differenceText } from "../../../web/text/difference-text.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { formatTokens } from "./measures.ts";

const MAX_SHOWN = 12;
const MAX_ROWS_SHOWN = 40;

type Output = Shown<"task compare">;
type Pair = Output["others"][number];
type Row = Pair["steps"]["rows"][number];
type Step = NonNullable<Row["left"]>;

const present: Presenter<"task compare"> = (output, terminal) => {
  const lines = pairLines(output, terminal);
  for (const each of output.others) lines.push("", ...pairLines(each, terminal));
  return lines;
};

export default present;

function pairLines(pair: Pair, terminal: Terminal): string[] {
  return [
    ...factLines(pair, terminal),
    ...fileLines(pair, terminal),
    ...patchLines(pair, terminal),
    ...stepLines(pair, terminal),
    terminal.style(pair.different ? "yellow" : "green", differenceText(pair)),
  ];
}

function factLines({ left, right, ...pair }: Pair, terminal: Terminal): string[] {
  const width = Math.max(12, Math.floor((terminal.width - 12) / 2) - 2);
  // Two runs are distinguished by the ends of their paths.
  const endOf = (path: string) => (path.length > width ? `…${path.slice(1 - width)}` : path);
  const rows: [label: string, a: string, b: string][] = [
    ["", "left", "right"],
    ["run", endOf(terminal.path(left.bundleDir)), endOf(terminal.path(right.bundleDir))],
    ["title", left.title, right.title],
    ["agent", left.tool ?? "unknown", right.tool ?? "unknown"],
    ["model", left.model ?? "unknown", right.model ?? "unknown"],
    ["status", left.outcome?.status ?? "unknown", right.outcome?.status ?? "unknown"],
    ["score", score(left.outcome?.score), score(right.outcome?.score)],
    ["tokens", formatTokens(left.measures), formatTokens(right.measures)],
    ["time", formatDuration(left.measures.durationMs), formatDuration(right.measures.durationMs)],
    ["cost", formatCost(left.measures.costUsd), formatCost(right.measures.costUsd)],
    ["steps", formatNumber(pair.steps.left), formatNumber(pair.steps.right)],
  ];
  const cell = (text: string) => padColumns(cut(text, width), width);
  const table = rows.map(([label, a, b]) => `${label.padEnd(8)}  ${cell(a)}  ${cell(b)}`.trimEnd());
  const known = (value: boolean | null) => (value === null ? "unknown" : value ? "yes" : "no");
  const same = `Same task: ${known(pair.sameTask)}, repo: ${known(pair.sameRepo)}, commit: ${known(pair.sameCommit)}`;
  const wrong = [...left.falseHashes, ...right.falseHashes].slice(0, MAX_SHOWN);
  return [
    ...table,
    same,
    ...wrong.map(({ path }) =>
      terminal.style("red", `False recorded hash: ${printableLine(path)}`),
    ),
    ...doubtLines("left", left, terminal),
    ...doubtLines("right", right, terminal),
  ];
}

function doubtLines(side: string, { doubts }: Pair["left"], terminal: Terminal): string[] {
  return doubts.map((doubt) =>
    terminal.style("red", `Do not rely on the ${side} run: ${printableLine(doubt)}`),
  );
}

function score(value: number | null | undefined): string {
  return value === null || value === undefined
    ? "none"
    : String(Math.round(value * 10_000) / 10_000);
}

function fileLines({ files }: Pair, terminal: Terminal): string[] {
  if (files === null) return [];
  const marks = [
    ["+", "green", files.added],
    ["-", "red", files.removed],
    ["~", "yellow", files.changed],
    ["x", "cyan", files.modeChanged],
  ] as const;
  const listed = marks.flatMap(([mark, style, paths]) => [
    ...paths
      .slice(0, MAX_SHOWN)
      .map((path) => `  ${terminal.style(style, mark)} ${printableLine(path)}`),
    ...(paths.length > MAX_SHOWN ? [`  … ${formatNumber(paths.length - MAX_SHOWN)} more`] : []),
  ]);
  const counts = `${files.added.length} added, ${files.removed.length} removed, ${files.changed.length} changed, ${files.modeChanged.length} with another mode, ${files.same} equal`;
  return ["", `${terminal.style("bold", "Captured files")}  ${counts}`, ...listed];
}

function patchLines({ patches: { left, right, lines } }: Pair, terminal: Terminal): string[] {
  if (left === null && right === null) return [];
  const stat = (side: typeof left) =>
    side === null
      ? "none"
      : `${formatCount(side.files.length, "file")} +${side.added} -${side.removed}`;
  const head = `${terminal.style("bold", "Patch")}  left ${stat(left)}, right ${stat(right)}`;
  const marks = { both: "  ", left: "- ", right: "+ " } as const;
  const styles = { both: "dim", left: "red", right: "green" } as const;
  const shown = (lines ?? []).map(({ side, text }) =>
    terminal.style(styles[side], `  ${marks[side]}${printable(text)}`),
  );
  return ["", head, ...shown];
}

function stepLines({ steps }: Pair, terminal: Terminal): string[] {
  if (steps.left + steps.right === 0) return [""];
  if (steps.left === 0 || steps.right === 0) {
    return ["", `${terminal.style("bold", "Steps")}  ${unrecordedText(steps)}`, ""];
  }
  const head = `${steps.aligned} aligned, ${steps.sameResult} of them with the same result`;
  const more = steps.omitted + Math.max(0, steps.rows.length - MAX_ROWS_SHOWN);
  return [
    "",
    `${terminal.style("bold", "Steps")}  ${head}${steps.isApproximate ? " (approximate)" : ""}`,
    ...steps.rows.slice(0, MAX_ROWS_SHOWN).map((row) => rowLine(row, terminal)),
    ...(more > 0 ? [`  … ${formatNumber(more)} more (--steps, --json)`] : []),
    ...partingLines(steps.parting, terminal),
    ...ownLines("Only left tried", steps.onlyLeft, terminal),
    ...ownLines("Only right tried", steps.onlyRight, terminal),
    ...errorLines(steps.errors, terminal),
    "",
  ];
}

/** A program without a session of its own leaves no steps: then nothing can be said about where two runs part. */
function unrecordedText({ left, right }: Pair["steps"]): string {
  const [empty, other, count] = left === 0 ? ["left", "right", right] : ["right", "left", left];
  return `none are recorded for the ${empty} run (${count} for the ${other}), so that they cannot be compared`;
}

function rowLine(
  { side, left, right, leftNumber, rightNumber, sameResult }: Row,
  terminal: Terminal,
) {
  const mark = side === "both" ? (sameResult ? "=" : "≠") : side === "left" ? "<" : ">";
  const style =
    side === "both" ? (sameResult ? "dim" : "yellow") : side === "left" ? "red" : "green";
  const numbers = `${String(leftNumber ?? "").padStart(5)} ${String(rightNumber ?? "").padStart(5)}`;
  const step = left ?? right;
  const text = step === null ? "" : describe(step);
  return terminal.style(style, cut(`${numbers} ${mark} ${text}`, terminal.width));
}

function describe({ kind, subject, exitCode, ok }: Step): string {
  const end = exitCode !== null ? ` (exit ${exitCode})` : ok === false ? " (failed)" : "";
  return `${kind} ${subject}${end}`;
}

function partingLines(row: Pair["steps"]["parting"], terminal: Terminal): string[] {
  if (row === null) return ["The runs took the same steps."];
  const show = (side: "left" | "right", step: Step | null, number: number | null) =>
    step === null ? [] : [cut(`  ${side} step ${number}: ${describe(step)}`, terminal.width)];
  return [
    "The runs part at:",
    ...show("left", row.left, row.leftNumber),
    ...show("right", row.right, row.rightNumber),
  ];
}

function ownLines(heading: string, steps: Pair["steps"]["onlyLeft"], terminal: Terminal): string[] {
  if (steps.length === 0) return [];
  const lines = steps.slice(0, MAX_SHOWN).map(({ step, number, times }) => {
    const often = times > 1 ? ` (${times} times)` : "";
    return cut(`  ${number}: ${describe(step)}${often}`, terminal.width);
  });
  const more = steps.length > MAX_SHOWN ? [`  … ${steps.length - MAX_SHOWN} more`] : [];
  return [`${heading}:`, ...lines, ...more];
}

function errorLines({ both, onlyLeft, onlyRight }: Pair["steps"]["errors"], terminal: Terminal) {
  const list = (heading: string, errors: readonly string[]) =>
    errors.length === 0
      ? []
      : [
          `${heading}:`,
          ...errors.slice(0, MAX_SHOWN).map((each) => cut(`  ${each}`, terminal.width)),
        ];
  return [
    ...list("Same errors", both),
    ...list("Errors only left", onlyLeft),
    ...list("Errors only right", onlyRight),
  ];
}

function cut(text: string, width: number): string {
  return fitColumns(printable(text), width);
}
