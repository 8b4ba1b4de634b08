import { formatCount } from "../../../base/text/format-count.ts";
import { printableLine } from "../../../base/text/text.ts";
import { verdictOnTasksLikeThese, verdictOnTheseTasks } from "../../../model/difference-verdict.ts";
import { haveRanks, runsHaveRanks } from "../../../model/has-ranks.ts";
import { lessonLines, tooFewRunsLine } from "../../../model/lesson-lines.ts";
import {
  extraColumns,
  formatError,
  formatPoints,
  formatRate,
  formatScore,
  formatSeconds,
  formatStatus,
  formatUsd,
  formatWho,
} from "../../../tasks/report/format-values.ts";
import { unpricedLine } from "../../../web/text/runs/unpriced-line.ts";
import { reportHeadline } from "../../../web/text/sharing/headlines.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { tableLines } from "./table.ts";

const MAX_SHOWN = 20;
const MAX_PAIRS_SHOWN = 10;

type Output = Shown<"task report">;

const present: Presenter<"task report"> = (output, terminal) => {
  const bold = (text: string) => terminal.style("bold", text);
  if (output.bundleCount === 0) {
    return [...unreadLines(output.errors, terminal), ...writtenLines(output, terminal), NO_RUNS];
  }
  const headline = reportHeadline(output);
  return [
    ...(headline === null ? [] : [bold(printableLine(headline)), ""]),
    ...output.notes.flatMap((note) => [terminal.style("yellow", printableLine(note)), ""]),
    bold("Leaderboard"),
    ...standingLines(output, terminal.rowWidth),
    "",
    bold(runsHaveRanks(output.ranking) ? "Ranking" : "Runs"),
    ...rankingLines(output, terminal.rowWidth),
    ...failedCheckLines(output, bold("Failed checks")),
    ...differenceLines(output, bold("Differences")),
    ...learningLines(output, bold),
    ...missingLines(output),
    ...unpricedLines(output),
    ...doubtLines(output, terminal),
    ...unreadLines(output.errors, terminal),
    "",
    ...writtenLines(output, terminal),
    ...gateLines(output, terminal),
    `${formatCount(output.bundleCount, "run")}, success rate ${formatRate(output.successRate)}, cost ${formatUsd(output.totalCostUsd)}`,
  ];
};

export default present;

const NO_RUNS =
  "Found no task bundles to report on; `holdall task run` and `holdall task pack` write them";

function writtenLines({ written }: Output, terminal: Terminal): string[] {
  return written.map((file) => `Wrote ${terminal.path(file)}`);
}

/** What the gate asked, the failed questions last: they are what one looks for at the end of a log. */
function gateLines({ gate }: Output, terminal: Terminal): string[] {
  if (gate === null) return [];
  const checks = [...gate.checks].sort((a, b) => Number(b.passed) - Number(a.passed));
  const lines = checks.flatMap(({ agent, detail, passed, undecided, worse }) => {
    const who = agent === null ? "" : `${printableLine(agent)}: `;
    const text = `${undecided ? "Open" : passed ? "Passed" : "Failed"}: ${who}${printableLine(detail)}`;
    return [
      passed ? text : terminal.style("red", text),
      ...worse
        .slice(0, MAX_SHOWN)
        .map(
          ({ title, before, after, bundleDir }) =>
            `  ${printableLine(title)}: ${before.successes} of ${before.runs} → ${after.successes} of ${after.runs} (${printableLine(bundleDir)})`,
        ),
    ];
  });
  return [terminal.style("bold", `Gate ${gate.passed ? "passed" : "failed"}`), ...lines, ""];
}

function standingLines(
  { leaderboard: rows, tasks: { length: taskCount } }: Output,
  width: number | null,
): string[] {
  const extra = extraColumns(rows);
  const heading = [
    "",
    "agent / model",
    "runs",
    "success rate (95 %)",
    "cost per success",
    "score",
    "time",
    ...extra.map(({ heading }) => heading.toLowerCase()),
  ];
  const hasRanks = haveRanks(rows);
  const cells = rows.map((row) => [
    hasRanks ? String(row.rank) : "",
    formatWho(row),
    row.tasks < taskCount ? `${row.runs}, ${row.tasks} of ${taskCount} tasks` : String(row.runs),
    formatRate(row.successRate),
    formatUsd(row.costPerSuccessUsd),
    formatScore(row.score),
    formatSeconds(row.averageDurationMs),
    ...extra.map(({ cell }) => cell(row)),
  ]);
  return tableLines([heading, ...cells], { width, shrink: [1] });
}

function rankingLines({ ranking }: Output, width: number | null): string[] {
  const heading = ["", "run", "title", "agent / model", "status", "score", "time", "cost"];
  const hasRanks = runsHaveRanks(ranking);
  const cells = ranking
    .slice(0, MAX_SHOWN)
    .map((row) => [
      hasRanks ? String(row.rank) : "",
      row.bundleDir,
      row.title,
      formatWho(row),
      formatStatus(row),
      formatScore(row.score),
      formatSeconds(row.durationMs),
      formatUsd(row.costUsd),
    ]);
  const more =
    ranking.length > MAX_SHOWN ? [`… ${ranking.length - MAX_SHOWN} more (--out, --json)`] : [];
  return [...tableLines([heading, ...cells], { width, shrink: [2, 3, 1] }), ...more];
}

/** Why runs failed: the checks that each did not pass. */
function failedCheckLines({ ranking }: Output, heading: string): string[] {
  const lines = ranking.flatMap(({ bundleDir, failedChecks }) => {
    return failedChecks.map(
      ({ name, reason }) => `  ${printableLine(`${bundleDir}: ${name}: ${reason}`)}`,
    );
  });
  if (lines.length === 0) return [];
  const more =
    lines.length > MAX_SHOWN ? [`  … ${lines.length - MAX_SHOWN} more (--out, --json)`] : [];
  return ["", heading, ...lines.slice(0, MAX_SHOWN), ...more];
}

function differenceLines({ differences, leaderboard }: Output, heading: string): string[] {
  if (differences.length === 0) return [];
  const names = new Map(leaderboard.map((row) => [row.key, formatWho(row)]));
  const lines = differences.slice(0, MAX_PAIRS_SHOWN).flatMap((difference) => {
    const pair = printableLine(
      `${names.get(difference.left)} against ${names.get(difference.right)}`,
    );
    return [
      difference.delta === null ? pair : `${pair}: ${formatPoints(difference.delta)}`,
      `  on these tasks: ${verdictOnTheseTasks(difference)}`,
      `  tasks like these: ${verdictOnTasksLikeThese(difference)}`,
    ];
  });
  const more = differences.length - MAX_PAIRS_SHOWN;
  if (more > 0) lines.push(`… ${more} more pairs (--out, --json)`);
  return ["", heading, ...lines];
}

/** What successful runs of a task did and failed ones did not. */
function learningLines({ learning }: Output, bold: (text: string) => string): string[] {
  if (learning === null) return [];
  const found = learning.lessons.flatMap((lesson) => [
    `${printableLine(lesson.title)} (${lesson.succeeded} successful, ${lesson.failed} failed runs)`,
    ...lessonLines(lesson).map((line) => `  ${printableLine(line)}`),
  ]);
  const few = learning.tooFewRuns === 0 ? [] : [tooFewRunsLine(learning.tooFewRuns)];
  return ["", bold("What failed runs did differently"), ...found, ...few];
}

/** Runs that ended outside the agent's work. They count for nobody, and are not hidden. */
function missingLines({ ranking }: Output): string[] {
  const lines = ranking.flatMap(({ bundleDir, error }) =>
    error === null ? [] : [`  ${printableLine(bundleDir)}: ${printableLine(formatError(error))}`],
  );
  if (lines.length === 0) return [];
  const more =
    lines.length > MAX_SHOWN ? [`  … ${lines.length - MAX_SHOWN} more (--out, --json)`] : [];
  const heading = `Failed outside the agent, not counted: ${formatCount(lines.length, "run")}`;
  return ["", heading, ...lines.slice(0, MAX_SHOWN), ...more];
}

function unpricedLines({ ranking }: Output): string[] {
  const line = unpricedLine(ranking);
  return line === null ? [] : ["", printableLine(line)];
}

/** What the report does not rely on: outcomes that cannot be right, and runs that nothing protects. */
function doubtLines({ ranking }: Output, terminal: Terminal): string[] {
  const wrong = ranking.filter(({ contradiction }) => contradiction !== null);
  const lines = wrong.slice(0, MAX_SHOWN).map(({ bundleDir, contradiction }) => {
    const text = `Counted as failed: ${printableLine(bundleDir)}: ${printableLine(contradiction ?? "")}`;
    return terminal.style("red", text);
  });
  const open = ranking.filter(({ verified }) => !verified).length;
  if (open > 0) {
    lines.push(
      `Without SHA256SUMS, so that a change would not be seen: ${formatCount(open, "run")}`,
    );
  }
  return lines.length === 0 ? [] : ["", ...lines];
}

/** Bundles that could not be read, with the reasons. */
export function unreadLines(errors: Output["errors"], terminal: Terminal): string[] {
  return errors
    .slice(0, MAX_SHOWN)
    .map(({ path, reason }) =>
      terminal.style("red", `Cannot read ${printableLine(path)}: ${printableLine(reason)}`),
    );
}
