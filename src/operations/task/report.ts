import path from "node:path";
import * as z from "zod";
import { renderReportPage } from "../../pages/build/report-page.ts";
import { redactorFor } from "../../runtime/redactor-for.ts";
import { collectionInput, readCollection } from "../../tasks/disk/report/read-collection.ts";
import { writeReportFile } from "../../tasks/disk/report/write-report-file.ts";
import { reportCsv } from "../../tasks/report/csv.ts";
import { reportMarkdown } from "../../tasks/report/markdown.ts";
import { buildReport, reportSchema } from "../../tasks/report/report.ts";
import { readReportRow } from "../../tasks/report/report-row.ts";
import { defineOperation } from "../operation/define-operation.ts";

const file = (what: string) =>
  z.string().optional().describe(what).meta({ path: "output", placeholder: "FILE" });

export default defineOperation({
  name: "task report",
  summary: "Rank the runs of a folder: success rate, score, time and cost per tool, model and task",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "task.report",
    sets: ["tasks"],
    only: ["root", "depth", "group-by"],
  },
  positionals: ["root"],
  examples: ["task report ./runs", "task report ./runs --out report.md --csv-out runs.csv"],
  input: z.object({
    ...collectionInput,
    "group-by": z
      .enum(["task", "title"])
      .default("task")
      .describe("What makes two runs one task: the text of the task, or its title"),
    out: file("Also write the report as Markdown"),
    "csv-out": file("Also write the ranking as CSV"),
    "html-out": file("Also write the report as one HTML page with charts, diffs and aligned steps"),
    force: z.boolean().default(false).describe("Replace a file that exists").meta({ by: "person" }),
  }),
  output: () =>
    z.object({
      ...reportSchema().shape,
      written: z.array(z.string()).readonly(),
      strict: z.boolean(),
    }),
  async run(context, input) {
    const { rows, errors, rootDir } = await readCollection(context, input, readReportRow);
    const generatedAt = context.now().toISOString();
    const options = { generatedAt, rootDir, groupBy: input["group-by"], errors };
    const report = buildReport(rows, options);
    const written: string[] = [];
    const write = async (
      out: string | undefined,
      render: () => string | Promise<string>,
    ): Promise<void> => {
      if (out === undefined) return;
      written.push(await writeReportFile(context, out, await render(), input.force));
    };
    await write(input.out, () => reportMarkdown(report));
    await write(input["csv-out"], () => reportCsv(report));
    await write(input["html-out"], () => {
      const folder = path.resolve(context.cwd, input.root);
      return renderReportPage(context, { report, folder, redactor: redactorFor(context) });
    });
    return { ...report, written, strict: input.strict };
  },
  exitCode: ({ strict, errors }) => (strict && errors.length > 0 ? 1 : 0),
});
