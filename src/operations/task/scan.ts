import fs from "node:fs";
import * as z from "zod";
import { compareBytes } from "../../base/file-set.ts";
import { collectionInput, readCollection } from "../../tasks/disk/report/read-collection.ts";
import { readScanRow, reportErrorSchema, scanRowSchema } from "../../tasks/report/report-row.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task scan",
  summary: "List the task bundles of a folder",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "task.scan", sets: ["tasks"] },
  positionals: ["root"],
  examples: ["task scan ./runs", "task scan ./runs --depth 3"],
  input: z.object(collectionInput),
  output: () =>
    z.object({
      rootDir: z.string(),
      /** Each with the names at its top, sorted. */
      bundles: z
        .array(z.object({ ...scanRowSchema().shape, artifacts: z.array(z.string()) }))
        .readonly(),
      errors: z.array(reportErrorSchema()).readonly(),
      strict: z.boolean(),
    }),
  async run(context, input) {
    const { rootDir, rows, errors } = await readCollection(
      context,
      input,
      async (files, shown, folder) => ({
        ...(await readScanRow(files, shown)),
        artifacts: fs.readdirSync(folder).sort(compareBytes),
      }),
    );
    const bundles = [...rows].sort(
      (a, b) => compareBytes(a.title, b.title) || compareBytes(a.bundleDir, b.bundleDir),
    );
    return { rootDir, bundles, errors, strict: input.strict };
  },
  exitCode: ({ strict, errors }) => (strict && errors.length > 0 ? 1 : 0),
});
