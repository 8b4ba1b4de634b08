/**
 * Shows a bundle, or what a session file is. Reads at the record level and leniently: looking must
 * work for a bundle that `verify` would refuse.
 */

import * as z from "zod";
import { checkExitCode, isOk } from "../../base/findings.ts";
import { describeCarried } from "../../bundles/convert/carried-facts.ts";
import { readingInput, readPath } from "../../bundles/disk/open-path.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { sessionFileSchema, sessionInPlace } from "../../sessions/session-in-place.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "inspect",
  summary: "Show what a bundle or a session file is and what it contains",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "bundle.inspect", sets: ["verify"] },
  positionals: ["path"],
  aliases: { format: "as" },
  examples: ["inspect notes.wc.tar.gz", "inspect ./bundle --markdown", "inspect session.jsonl"],
  input: z.object({
    path: z
      .string()
      .describe("Folder, .tar.gz, JSON file or address (see push)")
      .meta({ path: true, address: true }),
    ...readingInput,
    markdown: z.boolean().optional().describe("Print the bundle as Markdown"),
  }),
  output: () =>
    z.object({
      ok: z.boolean(),
      format: z.string().nullable(),
      version: z.string().nullable(),
      container: z.enum(["folder", "archive", "file"]),
      title: z.string().nullable(),
      facts: z.array(
        z.object({ label: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) }),
      ),
      outline: z.array(z.object({ heading: z.string(), lines: z.array(z.string()) })),
      markdown: z.string().nullable(),
      /** Present for a session, which is no bundle. */
      session: sessionFileSchema().optional(),
      findings: z.array(findingSchema()),
    }),
  async run(context, input) {
    const defaults = { profile: "lenient", level: "records" } as const;
    const reading = await readPath(context, input.path, input, defaults);
    const { format, model, container, carried } = reading;
    const found = await sessionInPlace(context, input, format);
    const summary = format && model !== null ? format.summarise(model) : null;
    const findings = found?.findings ?? reading.findings.list();
    return {
      ok: isOk(findings),
      format: format?.name ?? null,
      version: summary?.version ?? null,
      container,
      title: summary?.title ?? found?.session?.title ?? null,
      facts: [
        ...(summary?.facts ?? []).map(([label, value]) => ({ label, value })),
        ...(carried ? [{ label: "carried", value: describeCarried(carried) }] : []),
      ],
      outline: (summary?.outline ?? []).map(({ heading, lines }) => ({
        heading,
        lines: [...lines],
      })),
      markdown: input.markdown && format && model !== null ? format.render(model) : null,
      ...(found?.session === undefined ? {} : { session: found.session }),
      findings: [...findings],
    };
  },
  exitCode: (output) => checkExitCode(output.findings),
});
