import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { guardHtml } from "../../pages/build/guard-html.ts";
import { pairData, runData } from "../../pages/build/run-data.ts";
import type { PageContent } from "../../pages/build/session-page.ts";
import { taskPage } from "../../pages/build/task-page.ts";
import { pageInput, writePage, writtenPageSchema } from "../../pages/build/write-page.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { keepSecretsInput } from "../../runtime/redaction.ts";
import { redactorUnless } from "../../runtime/redactor-for.ts";
import type { ComparableRun } from "../../tasks/compare/comparable-run.ts";
import { readTask } from "../../tasks/disk/read-task.ts";
import { openRun } from "../../tasks/disk/report/open-run.ts";
import type { ComparisonPage, TaskPage } from "../../web/page.ts";
import { defineOperation } from "../operation/define-operation.ts";

/** More runs than this are a report, not a comparison. */
const MAX_RUNS = 52;
/** Rows of aligned steps on a page. */
const MAX_ROWS = 20_000;

export default defineOperation({
  name: "task view",
  summary: "Write a task bundle, or a comparison of several runs, as one HTML page",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli"],
  withheld: { mcp: "a model gets the same from task.inspect and task.compare", http: "as for MCP" },
  positionals: ["bundle", "others"],
  examples: ["task view ./run-a --out run.html", "task view ./run-a ./run-b --out comparison.html"],
  input: z.object({
    bundle: z
      .string()
      .describe("Task bundle (folder or .tar.gz); in a comparison also a session")
      .meta({ path: true, completes: ["path", "session"] }),
    others: z
      .array(z.string())
      .default([])
      .describe("More runs, each compared with the first")
      .meta({ path: true, completes: ["path", "session"] }),
    ...pageInput,
    ...keepSecretsInput,
  }),
  output: writtenPageSchema,
  async run(context, input) {
    const { bundle, others, out, force } = input;
    if (others.length >= MAX_RUNS) {
      throw new HoldallError("E_USAGE", `Cannot compare more than ${MAX_RUNS} runs on one page`, {
        cure: "see `holdall task report` for many runs",
      });
    }
    const target = guardHtml(context, out, force);
    const redactor = redactorUnless(context, input["keep-secrets"]);
    const first = await openRun(context, bundle, { rehash: false });
    const content =
      others.length === 0
        ? await oneTask(context, bundle, first)
        : await comparison(context, first, others);
    redactor?.learn(content);
    const verb = others.length === 0 ? "inspect" : "compare";
    const named = [bundle, ...others].map((each) => quoteForShell(nameOnPage(each)));
    const command = `holdall task ${verb} ${named.join(" ")}`;
    const page = redactor?.value(content, "page") ?? content;
    return writePage(context, { ...page, command }, { target, redactor });
  },
});

/** A page is passed on: where a bundle lies on this machine is nobody else's business. */
function nameOnPage(location: string): string {
  return path.isAbsolute(location) ? path.basename(location) : location;
}

async function oneTask(
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

async function comparison(
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
