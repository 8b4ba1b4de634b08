import path from "node:path";
import * as z from "zod";
import { renderReportPage } from "../../pages/build/report-page.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { askGate } from "../../tasks/disk/report/ask-gate.ts";
import { writeInspectLogs } from "../../tasks/disk/report/inspect-logs.ts";
import { collectionInput, readCollection } from "../../tasks/disk/report/read-collection.ts";
import { readLearning } from "../../tasks/disk/report/read-learning.ts";
import { failedChecksIn, linksFrom } from "../../tasks/disk/report/report-files.ts";
import { writeReportFile } from "../../tasks/disk/report/write-report-file.ts";
import { reportCsv } from "../../tasks/report/files/csv.ts";
import { reportJunit } from "../../tasks/report/files/junit.ts";
import { reportMarkdown } from "../../tasks/report/files/markdown.ts";
import { reportSummary } from "../../tasks/report/files/summary.ts";
import { gateSchema } from "../../tasks/report/gate/gate.ts";
import { learningSchema } from "../../tasks/report/learn/learn.ts";
import { buildReport, reportSchema, taskKeyFor } from "../../tasks/report/report.ts";
import { readReportRow } from "../../tasks/report/report-row.ts";
import { reportHeadline } from "../../web/text/sharing/headlines.ts";
import { defineOperation } from "../operation/define-operation.ts";

const file = (what: string) =>
  z.string().optional().describe(what).meta({ path: "output", placeholder: "FILE" });

export default defineOperation({
  name: "task report",
  summary: "Rank the runs of folders: success rate, score, time and cost per agent, model and task",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "task.report",
    sets: ["tasks"],
    // A page is for a person alone, and shown to no model.
    only: ["root", "depth", "group-by", "learn", "html"],
  },
  positionals: ["root", "others"],
  examples: [
    "task report ./runs",
    "task report ./runs-of-may ./runs-of-june",
    "task report ./runs --out report.md --csv-out runs.csv",
    "task report ./runs --junit-out runs.xml --summary-out pull-request.md",
  ],
  input: z.object({
    ...collectionInput,
    others: z
      .array(z.string())
      .default([])
      .describe("More folders with task bundles, or task bundles, for the same report")
      .meta({ path: true }),
    "group-by": z
      .enum(["task", "title"])
      .default("task")
      .describe("What makes two runs one task: the text of the task, or its title"),
    out: file("Also write the report as Markdown"),
    "csv-out": file("Also write the ranking as CSV"),
    "html-out": file("Also write the report as one HTML page with charts, diffs and aligned steps"),
    html: z
      .boolean()
      .default(false)
      .describe("Return the same page in the result")
      .meta({ by: "person" }),
    "summary-out": file("Also write a short Markdown summary for a pull request"),
    "junit-out": file("Also write every run as a test case of a JUnit XML file"),
    learn: z
      .boolean()
      .default(false)
      .describe("Also show what successful runs of a task did and failed ones did not"),
    "inspect-out": z
      .string()
      .optional()
      .describe(
        "Also write one log for each agent into this new folder, as Inspect (inspect_ai) reads it",
      )
      .meta({ path: "output", placeholder: "FOLDER" }),
    "fail-under": z
      .array(z.string())
      .default([])
      .describe("Exit with 1 when an agent is below this: rate=0.8, score=0.5, codex:rate=0.9")
      .meta({ placeholder: "[AGENT[:MODEL]:]rate|score=NUMBER" }),
    against: z
      .string()
      .optional()
      .describe(
        "Exit with 1 when an agent is worse than in these earlier runs by more than chance: a folder, or a JSON report",
      )
      .meta({ path: true, placeholder: "BASELINE" }),
    force: z.boolean().default(false).describe("Replace a file that exists").meta({ by: "person" }),
  }),
  output: () =>
    z.object({
      ...reportSchema().shape,
      /** What the runs show about why some fail; null when it was not asked for. */
      learning: learningSchema().nullable(),
      /** What the gate answers; null when nothing was asked. */
      gate: gateSchema().nullable(),
      /** The report as one HTML page; null when it was not asked for. */
      html: z.string().nullable(),
      written: z.array(z.string()).readonly(),
      strict: z.boolean(),
    }),
  async run(context, input) {
    const collection = await readCollection(context, input, readReportRow);
    const { rows, errors, rootDir, folder } = collection;
    const generatedAt = context.now().toISOString();
    const groupBy = input["group-by"];
    const report = buildReport(rows, { generatedAt, rootDir, groupBy, errors });
    const { gate, unanswered } = await askGate(context, input, report);
    const redactor = redactorFor(context);
    const taskKey = taskKeyFor(groupBy);
    const learning = input.learn ? await readLearning(report, folder, taskKey) : null;
    const written: string[] = [];
    const write = async (
      out: string | undefined,
      render: (out: string) => string | Promise<string>,
    ): Promise<void> => {
      if (out === undefined) return;
      written.push(await writeReportFile(context, out, await render(out), input.force));
    };
    await write(input.out, () => reportMarkdown(report, learning, reportHeadline(report)));
    await write(input["csv-out"], () => reportCsv(report));
    const named = [input.root, ...input.others];
    const page = { report, learning, folder, named, depth: input.depth, groupBy, redactor };
    const renderHtml = () => renderReportPage(context, page);
    await write(input["html-out"], renderHtml);
    const html = input.html ? await renderHtml() : null;
    await write(input["summary-out"], (out) => {
      const from = path.dirname(path.resolve(context.cwd, out));
      return reportSummary(report, { gate, linkTo: linksFrom(from, folder) });
    });
    await write(input["junit-out"], () => {
      const failedChecks = failedChecksIn(folder, redactor);
      return reportJunit(report, { taskKey, failedChecks });
    });
    const logs = input["inspect-out"];
    if (logs !== undefined) {
      const request = { report, folder, redactor, taskKey };
      written.push(await writeInspectLogs(context, logs, request));
    }
    // Thrown after the files are there: they show what was found.
    if (unanswered !== null) throw unanswered;
    return { ...report, learning, gate, html, written, strict: input.strict };
  },
  exitCode: ({ strict, errors, gate }) =>
    (strict && errors.length > 0) || gate?.passed === false ? 1 : 0,
});
