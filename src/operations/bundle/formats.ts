import * as z from "zod";
import { conversionFault } from "../../bundles/convert/convert.ts";
import type { Format } from "../../formats/format.ts";
import { limitsOf } from "../../formats/limits.ts";
import { formatNames, loadFormat } from "../../formats/registry.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "formats",
  summary: "List the formats, their limits and what converts to what",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "formats", sets: ["verify"] },
  positionals: [],
  examples: ["formats", "formats --json"],
  input: z.object({}),
  output: () =>
    z.object({
      formats: z.array(
        z.object({
          name: z.string(),
          description: z.string(),
          holds: z.string(),
          versions: z.array(z.string()),
          files: z.array(z.string()),
          limits: z.record(z.string(), z.number()),
          converts: z.array(z.object({ to: z.string(), fault: z.string().nullable() })),
        }),
      ),
    }),
  async run() {
    const all = await Promise.all(formatNames.map(loadFormat));
    return { formats: all.map((format) => describe(format, all)) };
  },
});

function describe(format: Format, all: readonly Format[]) {
  return {
    name: format.name,
    description: format.description,
    holds: format.holds,
    versions: [...format.versions],
    files: [...format.files],
    limits: { ...limitsOf(format) },
    converts: all
      .filter((other) => other.name !== format.name)
      .map((other) => ({ to: other.name, fault: conversionFault(format, other) })),
  };
}
