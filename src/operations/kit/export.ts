import * as z from "zod";
import { keepSecretsInput } from "../../runtime/redaction.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { exportedSchema, exportKit } from "../../state/disk/kit/export-kit.ts";
import { addressInput } from "../../state/disk/settings/state-input.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "kit export",
  summary: "Export the state as a bundle, with the history from which it can be replayed",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.kit.export", sets: ["memory"] },
  positionals: [],
  aliases: { output: "out", to: "format" },
  examples: [
    "kit export --out ./kit",
    "kit export --format ocf --out kit-ocf.tar.gz --json",
    "kit export --format markdown",
  ],
  input: z.object({
    format: z
      .string()
      .default("working-context")
      .describe("working-context, ocf-kit or ocf; markdown for a single page to read")
      .meta({ placeholder: "FORMAT", completes: "format" }),
    out: z
      .string()
      .optional()
      .describe("Folder or FILE.tar.gz to create, FILE.md for a page (default: in the result)")
      .meta({ path: "output" }),
    "as-of": z
      .string()
      .optional()
      .describe("Export the state as it was after an event or at a time")
      .meta({ placeholder: "SEQ|TIME" }),
    agent: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe("Id of the agent that hands the state over"),
    ...keepSecretsInput,
    force: z
      .boolean()
      .default(false)
      .describe("Replace an existing bundle at --out")
      .meta({ by: "person" }),
    ...addressInput,
    ...storeInput,
  }),
  output: exportedSchema,
  run: exportKit,
});
