import { formatCount } from "../../base/text/format-count.ts";
import { formatCost, formatDuration } from "../../base/text/format-measures.ts";
import {
  differenceNote,
  verdictOnTasksLikeThese,
  verdictOnTheseTasks,
} from "../../model/difference-verdict.ts";
import { haveRanks, runsHaveRanks } from "../../model/has-ranks.ts";
import { lessonLines, tooFewRunsLine } from "../../model/lesson-lines.ts";
import { Mark } from "../components/mark.tsx";
import { Bar } from "../components/pictures/bar.tsx";
import { IntervalChart } from "../components/pictures/interval-chart.tsx";
import { RunPair } from "../components/run-pair.tsx";
import { type Column, Table } from "../components/table.tsx";
import type { LearningData, ReportData, ReportPage, StandingData } from "../page.ts";
import { formatAgent, formatKnown, formatPercent, formatScore } from "../text/format-scores.ts";
import { runNames } from "../text/runs/run-names.ts";
import { unpricedLine } from "../text/runs/unpriced-line.ts";
import { reportHeadline } from "../text/sharing/headlines.ts";
import { resultColumns } from "./comparison-view.tsx";

type RankedRun = ReportData["ranking"][number];

/** A report: who succeeds how often, what it takes, every run, and the best two of each task side by side. */
export function ReportView({ page }: { readonly page: ReportPage }) {
  return <ReportParts report={page.report} pairs={page.pairs} learning={page.learning} />;
}

/** Which runs have no recorded cost although their tokens are known. */
function Unpriced({ ranking }: Pick<ReportData, "ranking">) {
  const line = unpricedLine(ranking);
  if (line === null) return null;
  return (
    <p class="quiet">
      <bdi>{line}</bdi>
    </p>
  );
}

/** A report, and where a run of it is shown; a page has no such place. */
interface ReportPartsProps extends Pick<ReportPage, "report" | "pairs"> {
  readonly learning?: LearningData | null;
  readonly hrefOf?: (bundleDir: string) => string;
}

/** The parts of a report, on a page or on a screen. */
export function ReportParts({ report, pairs, learning, hrefOf }: ReportPartsProps) {
  if (report.bundleCount === 0) {
    return <p class="empty">No task bundles were found. Record some with holdall task run.</p>;
  }
  const rates = chartRows(report.leaderboard);
  return (
    <>
      <p class="headline">
        <bdi>{reportHeadline(report)}</bdi>
      </p>
      {report.notes.map((note) => (
        <p key={note}>
          <Mark look="warn">{note}</Mark>
        </p>
      ))}
      <section class="part">
        <h2>Success rate</h2>
        {rates.length === 0 ? (
          <p class="quiet">Not known: no run has been judged yet.</p>
        ) : (
          <IntervalChart rows={rates} isExplained />
        )}
        <Differences report={report} />
      </section>
      <Leaderboard heading="By agent and model" subject="Agent" standings={report.leaderboard} />
      {isCoarser(report.byTool, report) && (
        <Leaderboard heading="By agent" subject="Agent" standings={report.byTool} />
      )}
      {isCoarser(report.byModel, report) && (
        <Leaderboard heading="By model" subject="Model" standings={report.byModel} />
      )}
      <Missing ranking={report.ranking} />
      <section class="part">
        <h2>{runsHaveRanks(report.ranking) ? "Ranking" : "Runs"}</h2>
        <Table label="Ranking" columns={rankingColumns(report, hrefOf)} rows={report.ranking} />
        <Unpriced ranking={report.ranking} />
      </section>
      <FailedChecks ranking={report.ranking} />
      <section class="part">
        <h2>Tasks</h2>
        {report.tasks.map((task, at) => (
          <section key={at} class="task">
            <h3>
              <bdi>{task.title}</bdi> <span class="quiet">{formatCount(task.runs, "run")}</span>
            </h3>
            <IntervalChart rows={chartRows(task.leaderboard)} />
          </section>
        ))}
      </section>
      {learning && <Lessons learning={learning} />}
      {pairs.map((pair, at) => (
        <section key={at} class="part">
          <h2>
            <bdi>{pair.left.title}</bdi>
          </h2>
          <p class="quiet">
            The best runs of two agents:{" "}
            <bdi>{runNames([pair.left, pair.right]).join(" and ")}</bdi>
          </p>
          <RunPair pair={pair} />
        </section>
      ))}
      <Doubts ranking={report.ranking} />
      <Unread errors={report.errors} />
    </>
  );
}

/** What successful runs of a task did and failed ones did not. */
function Lessons({ learning: { lessons, tooFewRuns } }: { readonly learning: LearningData }) {
  return (
    <section class="part">
      <h2>What failed runs did differently</h2>
      {lessons.map((lesson, at) => (
        <section key={at} class="task">
          <h3>
            <bdi>{lesson.title}</bdi>{" "}
            <span class="quiet">
              {lesson.succeeded} successful, {lesson.failed} failed runs
            </span>
          </h3>
          <ul class="findings">
            {lessonLines(lesson).map((line) => (
              <li key={line}>
                <div class="finding">
                  <bdi>{line}</bdi>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {tooFewRuns > 0 && <p class="quiet">{tooFewRunsLine(tooFewRuns)}</p>}
    </section>
  );
}

/** Whether a leaderboard says more than the one of tools with their models. */
function isCoarser(standings: readonly StandingData[], { leaderboard }: ReportData): boolean {
  return standings.length > 1 && standings.length < leaderboard.length;
}

function chartRows(standings: readonly StandingData[]) {
  return standings.flatMap(({ key, tool, model, successRate }) =>
    successRate === null ? [] : [{ key, label: formatAgent(tool, model), rate: successRate }],
  );
}

/** With more pairs than this the table would hide the rest of the page. */
const OPEN_PAIRS = 3;

/** Whether what the chart shows can be chance. */
function Differences({ report: { differences, leaderboard } }: { readonly report: ReportData }) {
  if (differences.length === 0) return null;
  const names = new Map(leaderboard.map(({ key, tool, model }) => [key, formatAgent(tool, model)]));
  const columns: readonly Column<(typeof differences)[number]>[] = [
    { heading: "First", cell: ({ left }) => <bdi>{names.get(left) ?? left}</bdi> },
    { heading: "Second", cell: ({ right }) => <bdi>{names.get(right) ?? right}</bdi> },
    { heading: "Common tasks", isNumber: true, cell: ({ commonTasks }) => commonTasks },
    {
      heading: "Difference",
      isNumber: true,
      cell: ({ delta }) => (delta === null ? "–" : formatPercent(delta)),
    },
    {
      heading: "On these tasks",
      cell: (difference) => (
        <Verdict text={verdictOnTheseTasks(difference)} {...difference.onTheseTasks} />
      ),
    },
    {
      heading: "Tasks like these",
      cell: (difference) => (
        <Verdict text={verdictOnTasksLikeThese(difference)} {...difference.onTasksLikeThese} />
      ),
    },
  ];
  return (
    <details open={differences.length <= OPEN_PAIRS}>
      <summary>Could the differences be due to chance?</summary>
      <p class="quiet">{differenceNote}</p>
      <Table label="Differences" columns={columns} rows={differences} />
    </details>
  );
}

function Verdict({ text, canBeChance }: { readonly text: string; readonly canBeChance: boolean }) {
  return canBeChance ? text : <strong>{text}</strong>;
}

interface LeaderboardProps {
  readonly heading: string;
  /** What a line is about. */
  readonly subject: string;
  readonly standings: readonly StandingData[];
}

function Leaderboard({ heading, subject, standings }: LeaderboardProps) {
  const largest = (amount: (standing: StandingData) => number | null) =>
    standings.reduce((most, standing) => Math.max(most, amount(standing) ?? 0), 0);
  const slowest = largest(({ averageDurationMs }) => averageDurationMs);
  const dearest = largest(({ costPerSuccessUsd }) => costPerSuccessUsd);
  const hasRanks = haveRanks(standings);
  const columns: readonly Column<StandingData>[] = [
    { heading: "Rank", isNumber: true, isKnown: () => hasRanks, cell: ({ rank }) => rank },
    { heading: subject, cell: ({ tool, model }) => <bdi>{formatAgent(tool, model)}</bdi> },
    { heading: "Runs", isNumber: true, cell: ({ runs }) => formatKnown(runs) },
    { heading: "Tasks", isNumber: true, cell: ({ tasks }) => formatKnown(tasks) },
    {
      heading: "Successful",
      isNumber: true,
      isKnown: ({ successRate }) => successRate !== null,
      cell: ({ successRate: found }) => (
        <Bar
          value={found?.rate ?? null}
          largest={1}
          text={found === null ? "unknown" : formatPercent(found.rate)}
        />
      ),
    },
    {
      // Shown also where it is unknown: a success rate without its price is half an answer.
      heading: "Cost per success",
      isNumber: true,
      cell: ({ costPerSuccessUsd: usd }) => (
        <Bar value={usd} largest={dearest} text={formatCost(usd)} />
      ),
    },
    {
      heading: "Score",
      isNumber: true,
      isKnown: ({ score }) => score !== null,
      cell: ({ score }) => formatScore(score),
    },
    {
      heading: "Average time",
      isNumber: true,
      isKnown: ({ averageDurationMs }) => averageDurationMs !== null,
      cell: ({ averageDurationMs: ms }) => (
        <Bar value={ms} largest={slowest} text={formatDuration(ms)} />
      ),
    },
    {
      heading: "Average tokens",
      isNumber: true,
      isKnown: ({ averageTokens }) => averageTokens !== null,
      cell: ({ averageTokens }) => formatKnown(averageTokens),
    },
    {
      heading: "Interventions",
      isNumber: true,
      isKnown: ({ interventions }) => interventions !== null,
      cell: ({ interventions }) => formatKnown(interventions),
    },
    {
      heading: "Errors, not counted",
      isNumber: true,
      isKnown: ({ erroredRuns }) => erroredRuns > 0,
      cell: ({ erroredRuns }) => erroredRuns,
    },
  ];
  return (
    <section class="part">
      <h2>{heading}</h2>
      <Table label={heading} columns={columns} rows={standings} />
    </section>
  );
}

function rankingColumns(
  { tasks, ranking }: Pick<ReportData, "tasks" | "ranking">,
  hrefOf: ReportPartsProps["hrefOf"],
): readonly Column<RankedRun>[] {
  const hasRanks = runsHaveRanks(ranking);
  return [
    { heading: "Rank", isNumber: true, isKnown: () => hasRanks, cell: ({ rank }) => rank },
    // The page is named after the only task.
    { heading: "Task", isKnown: () => tasks.length > 1, cell: ({ title }) => <bdi>{title}</bdi> },
    ...resultColumns,
    {
      heading: "Bundle",
      cell: ({ bundleDir }) => {
        const name = <bdi class="path">{bundleDir}</bdi>;
        return hrefOf === undefined ? name : <a href={hrefOf(bundleDir)}>{name}</a>;
      },
    },
  ];
}

/** Why runs failed: the checks that each did not pass. */
function FailedChecks({ ranking }: Pick<ReportData, "ranking">) {
  const failed = ranking.filter(({ failedChecks }) => failedChecks.length > 0);
  if (failed.length === 0) return null;
  return (
    <section class="part">
      <h2>
        Failed checks <span class="quiet">{formatCount(failed.length, "run")}</span>
      </h2>
      <ul class="findings">
        {failed.flatMap(({ bundleDir, failedChecks }) =>
          failedChecks.map(({ name, reason }, at) => (
            <li key={`${bundleDir} ${at}`}>
              <div class="finding warning">
                <bdi class="path">{bundleDir}</bdi> <bdi>{name}</bdi>: <bdi>{reason}</bdi>
              </div>
            </li>
          )),
        )}
      </ul>
    </section>
  );
}

/** Runs that ended outside the agent's work. They count for nobody, and are not hidden. */
function Missing({ ranking }: Pick<ReportData, "ranking">) {
  const missing = ranking.filter(({ error }) => error !== null);
  if (missing.length === 0) return null;
  return (
    <section class="part">
      <h2>
        Failed outside the agent, not counted{" "}
        <span class="quiet">{formatCount(missing.length, "run")}</span>
      </h2>
      <ul class="findings">
        {missing.map(({ bundleDir, error }) => (
          <li key={bundleDir}>
            <div class="finding warning">
              <bdi class="path">{bundleDir}</bdi> <bdi>{error?.kind}</bdi>{" "}
              <bdi>{error?.detail}</bdi>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the report does not rely on: outcomes that cannot be right, and runs that nothing protects. */
function Doubts({ ranking }: Pick<ReportData, "ranking">) {
  const wrong = ranking.filter(({ contradiction }) => contradiction !== null);
  const open = ranking.filter(({ verified }) => !verified).length;
  if (wrong.length === 0 && open === 0) return null;
  return (
    <section class="part">
      <h2>Doubts</h2>
      <ul class="findings">
        {wrong.map(({ bundleDir, contradiction }) => (
          <li key={bundleDir}>
            <div class="finding error">
              Counted as failed: <bdi class="path">{bundleDir}</bdi> <bdi>{contradiction}</bdi>
            </div>
          </li>
        ))}
        {open > 0 && (
          <li>
            <div class="finding warning">
              {formatCount(open, "run")} without SHA256SUMS: a change would not be seen.
            </div>
          </li>
        )}
      </ul>
    </section>
  );
}

function Unread({ errors }: Pick<ReportData, "errors">) {
  if (errors.length === 0) return null;
  return (
    <section class="part">
      <h2>
        Not read <span class="quiet">{formatCount(errors.length, "bundle")}</span>
      </h2>
      <ul class="findings">
        {errors.map(({ path, reason }) => (
          <li key={path}>
            <div class="finding error">
              <bdi class="path">{path}</bdi> <bdi>{reason}</bdi>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
