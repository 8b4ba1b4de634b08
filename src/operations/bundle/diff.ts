import * as z from "zod";
import { loadTokenCounter, type TokenCounter } from "../../base/tokens.ts";
import { changeSchema } from "../../bundles/diff/change.ts";
import { diffBundles } from "../../bundles/diff/diff-bundles.ts";
import { readingInput, readPath } from "../../bundles/disk/open-path.ts";
import type { BundleReading } from "../../bundles/read-bundle.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { defineOperation } from "../operation/define-operation.ts";

const side = () =>
  z.object({
    format: z.string().nullable(),
    ok: z.boolean(),
    findings: z.array(findingSchema()),
  });

export default defineOperation({
  name: "diff",
  summary: "Compare two bundles: files, records, entries and trail lines",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "bundle.diff", sets: ["verify"] },
  positionals: ["left", "right"],
  aliases: { format: "as" },
  examples: ["diff ./before ./after.tar.gz"],
  input: z.object({
    left: z
      .string()
      .describe("Folder, .tar.gz, JSON file or address (see push)")
      .meta({ path: true, address: true }),
    right: z
      .string()
      .describe("Folder, .tar.gz, JSON file or address (see push)")
      .meta({ path: true, address: true }),
    ...readingInput,
  }),
  output: () =>
    z.object({
      same: z.boolean(),
      left: side(),
      right: side(),
      /** All differences; the list has the first 1,000. */
      count: z.number(),
      changes: z.array(changeSchema()),
    }),
  async run(context, input) {
    const defaults = { profile: "lenient", level: "full" } as const;
    const left = await readPath(context, input.left, input, defaults);
    const right = await readPath(context, input.right, input, defaults);
    const exact = left.format?.name !== right.format?.name;
    const counter: TokenCounter = await loadTokenCounter(
      exact ? "o200k_base" : "utf8_bytes_div4_v1",
    );
    const changes = await diffBundles(left, right, (text) => counter.count(text));
    return {
      same: changes.count() === 0,
      left: sideOf(left),
      right: sideOf(right),
      count: changes.count(),
      changes: [...changes.list()],
    };
  },
  exitCode: (output) => (output.same ? 0 : 1),
});

function sideOf(reading: BundleReading): z.infer<ReturnType<typeof side>> {
  return {
    format: reading.format?.name ?? null,
    ok: reading.findings.errorCount() === 0,
    findings: [...reading.findings.list()],
  };
}
