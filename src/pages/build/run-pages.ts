import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import type { ComparableRun } from "../../tasks/compare/comparable-run.ts";
import { readTask } from "../../tasks/disk/read-task.ts";
import { openRun } from "../../tasks/disk/report/open-run.ts";
import type { ComparisonPage, TaskPage } from "../../web/page.ts";
import { pairData, runData } from "./run-data.ts";
import type { PageContent } from "./session-page.ts";
import { taskPage } from "./task-page.ts";

/** Rows of aligned steps on a page. */
const MAX_ROWS = 20_000;

/** A page is passed on: where a bundle lies on this machine is nobody else's business. */
export function nameOnPage(location: string): string {
  return path.isAbsolute(location) ? path.basename(location) : location;
}

/** The page of one run. */
export async function runPage(
  context: OperationContext,
  bundle: string,
  run: ComparableRun,
): Promise<PageContent<TaskPage>> {
  if (run.kind === "session") {
    throw new HoldallError("E_USAGE", `Cannot show "${bundle}" as a task: it is a session`, {
      cure: "use `holdall view` for a session, or name a second run to compare it with",
    });
  }
  const reading = await readTask(context, bundle, { level: "full", profile: "lenient" });
  return taskPage({ run, files: reading.files, findings: reading.findings.list() });
}

/** The page of several runs, each compared with the first. */
export async function comparisonPage(
  context: OperationContext,
  first: ComparableRun,
  others: readonly string[],
): Promise<PageContent<ComparisonPage>> {
  const pairs = [];
  // Rows are shared among the pairs, so that the page of many runs opens as well.
  const maxRows = Math.ceil(MAX_ROWS / others.length);
  const runs = [first];
  for (const other of others) {
    const run = await openRun(context, other, { rehash: false });
    runs.push(run);
    pairs.push(pairData(first, run, maxRows));
  }
  return {
    page: "comparison",
    kind: "Comparison",
    title: first.facts.title,
    facts: runs.flatMap(({ doubts }, at) =>
      doubts.map((value) => ({ label: `Do not rely on run ${at + 1}`, value })),
    ),
    runs: [runData(first), ...pairs.map(({ right }) => right)],
    pairs,
  };
}
