import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { nearestName } from "../../base/registry.ts";
import type { Schema } from "../../base/schema.ts";
import { resolveFormatName } from "../../bundles/detect.ts";
import { type PublishedSchema, publishedSchemas } from "../../formats/published-schemas.ts";
import { formatNames, loadFormat } from "../../formats/registry.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "schema",
  summary: "Print the JSON Schema of a format's records",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "schema", sets: ["verify"] },
  positionals: ["format", "record"],
  examples: ["schema", "schema ocf snapshot"],
  input: z.object({
    format: z
      .string()
      .optional()
      .describe("Format; without it, all schemas are listed")
      .meta({ completes: "format" }),
    record: z.string().optional().describe("Record type of the format"),
  }),
  output: () =>
    z.object({
      schemas: z.array(
        z.object({
          format: z.string(),
          record: z.string(),
          file: z.string(),
          schema: z.unknown(),
        }) satisfies Schema<PublishedSchema>,
      ),
    }),
  async run(_context, input) {
    const names = input.format === undefined ? formatNames : [resolveFormatName(input.format)];
    const all = await Promise.all(
      names.map(async (name) => publishedSchemas(await loadFormat(name))),
    );
    const schemas = all
      .flat()
      .filter((each) => input.record === undefined || each.record === input.record);
    if (schemas.length > 0) return { schemas };
    const records = all.flat().map((each) => each.record);
    const near = nearestName(input.record ?? "", records);
    throw new HoldallError(
      "E_USAGE",
      `Cannot print schema "${input.record}": no such record type`,
      {
        cure: near ? `did you mean "${near}"?` : `choose one of ${records.join(", ")}`,
      },
    );
  },
});
