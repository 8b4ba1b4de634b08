import * as z from "zod";
import { collectionInput, readCollection } from "../../tasks/disk/report/read-collection.ts";
import { writeReportFile } from "../../tasks/disk/report/write-report-file.ts";
import { badgeMetrics, badgeOf, badgeSvg } from "../../tasks/report/badge.ts";
import { buildReport } from "../../tasks/report/report.ts";
import { readReportRow, reportErrorSchema } from "../../tasks/report/report-row.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task badge",
  summary: "Draw a badge (SVG) from the runs of a folder",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli"],
  withheld: { mcp: "a badge is for a page that a person publishes", http: "as for MCP" },
  positionals: ["root"],
  examples: ["task badge ./runs --out badge.svg", "task badge ./runs --metric runs --out runs.svg"],
  input: z.object({
    ...collectionInput,
    out: z
      .string()
      .describe("Where to write the SVG")
      .meta({ path: "output", placeholder: "FILE" }),
    metric: z.enum(badgeMetrics).default("avg-score").describe("What the badge shows"),
    force: z.boolean().default(false).describe("Replace a file that exists"),
  }),
  output: () =>
    z.object({
      badge: z.string(),
      metric: z.enum(badgeMetrics),
      label: z.string(),
      value: z.string(),
      colour: z.string(),
      errors: z.array(reportErrorSchema()).readonly(),
      strict: z.boolean(),
    }),
  async run(context, input) {
    const { rows, errors, rootDir } = await readCollection(context, input, readReportRow);
    const generatedAt = context.now().toISOString();
    const report = buildReport(rows, { generatedAt, rootDir, groupBy: "task", errors });
    const drawn = badgeOf(report, input.metric);
    const badge = await writeReportFile(context, input.out, badgeSvg(drawn), input.force);
    return { badge, metric: input.metric, ...drawn, errors, strict: input.strict };
  },
  exitCode: ({ strict, errors }) => (strict && errors.length > 0 ? 1 : 0),
});
