import path from "node:path";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { openRun } from "../../tasks/disk/report/open-run.ts";
import { collectionInput } from "../../tasks/disk/report/read-collection.ts";
import type { Learning } from "../../tasks/report/learn/learn.ts";
import type { ReportOptions, TaskReport } from "../../tasks/report/report.ts";
import type { PairData, ReportPage } from "../../web/page.ts";
import { escapePage } from "../conversation/escape-page.ts";
import { pairData } from "./run-data.ts";
import { presentFacts } from "./session-page.ts";
import { shortenPaths } from "./shorten-paths.ts";

/** Tasks whose best runs are shown side by side, and rows of aligned steps of each. */
const MAX_PAIRS = 20;
const MAX_ROWS = 200;

/** A report and the folder that it is about. */
interface ReportRequest {
  readonly report: TaskReport;
  /** What the runs show about why some fail; null when it was not asked for. */
  readonly learning: Learning | null;
  /** Where the paths of the report begin. */
  readonly folder: string;
  /** The folders that were named. */
  readonly named: readonly string[];
  /** How many folders deep the runs were looked for. */
  readonly depth: number;
  /** What made two runs one task. */
  readonly groupBy: ReportOptions["groupBy"];
  readonly redactor: Redactor;
}

/** A report as one HTML document without scripts; secrets in titles, steps and patches are replaced. */
export async function renderReportPage(
  context: OperationContext,
  { report, learning, folder, named, depth, groupBy, redactor }: ReportRequest,
): Promise<string> {
  const { renderPage } = await import("#pages");
  const { successRate, bundleCount, scoredBundleCount, statusCounts } = report;
  const notCounted = statusCounts.error;
  const content = {
    page: "report",
    kind: "Task report",
    title: report.tasks.length === 1 ? (report.tasks[0]?.title ?? "") : "Runs of coding tasks",
    facts: presentFacts([
      ["Runs", String(bundleCount)],
      ["Tasks", String(report.tasks.length)],
      ["Successful", successRate && `${successRate.successes} of ${successRate.runs}`],
      ["Scored", String(scoredBundleCount)],
      ["Not counted", notCounted === 0 ? null : String(notCounted)],
    ]),
    command: commandFor(
      named.map((each) => path.relative(context.cwd, path.resolve(context.cwd, each)) || "."),
      { depth, groupBy, learns: learning !== null },
    ),
    written_at: report.generatedAt,
    report,
    learning,
    pairs: await bestPairs(context, report, folder),
  } as const;
  redactor.learn(content);
  const { page } = escapePage(shortenPaths(redactor.value(content, "report")));
  const replaced = redactor.report().length;
  const notes = replaced === 0 ? [] : [`${replaced} secrets on this page were replaced.`];
  return renderPage({ ...page, notes } satisfies ReportPage);
}

function commandFor(
  roots: readonly string[],
  {
    depth,
    groupBy,
    learns,
  }: Pick<ReportRequest, "depth" | "groupBy"> & { readonly learns: boolean },
): string {
  const options = [
    ...(depth === collectionInput.depth.parse(undefined) ? [] : [`--depth ${depth}`]),
    ...(groupBy === "title" ? ["--group-by title"] : []),
    ...(learns ? ["--learn"] : []),
  ];
  return ["holdall task report", ...roots.map(quoteForShell), ...options].join(" ");
}

async function bestPairs(
  context: OperationContext,
  report: TaskReport,
  folder: string,
): Promise<readonly PairData[]> {
  const pairs: PairData[] = [];
  for (const task of report.tasks.slice(0, MAX_PAIRS)) {
    const [best, second] = bestRuns(report, task);
    if (best === undefined || second === undefined) continue;
    const [left, right] = await Promise.all(
      [best, second].map((place) =>
        openRun(context, path.resolve(folder, place), { rehash: false }),
      ),
    );
    if (left && right) pairs.push(pairData(left, right, MAX_ROWS));
  }
  return pairs;
}

/** The best run of a task, and the best one of another agent. */
function bestRuns(
  { ranking }: TaskReport,
  { title, taskHash }: TaskReport["tasks"][number],
): readonly string[] {
  const isSame = (row: TaskReport["ranking"][number]) =>
    taskHash === null ? row.title === title : row.taskHash === taskHash;
  const rows = ranking.filter(isSame);
  const [best] = rows;
  const second = rows.find(({ tool, model }) => tool !== best?.tool || model !== best?.model);
  return best === undefined || second === undefined ? [] : [best.bundleDir, second.bundleDir];
}
