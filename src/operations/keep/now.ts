import * as z from "zod";
import { KEY_HELP } from "../../bundles/disk/sums-signer.ts";
import { keepNow, keptSchema } from "../../keep/keep-now.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { withheldKeep } from "./input.ts";

export default defineOperation({
  name: "keep now",
  summary: "Copy what is new of every session of every agent into your backup",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: withheldKeep,
  positionals: [],
  examples: ["keep now", "keep now --to kept"],
  input: z.object({
    to: z
      .string()
      .optional()
      .describe("Folder of the backup (default: your own)")
      .meta({ path: "output" }),
    key: z.string().optional().describe(`Sign the run: ${KEY_HELP}`).meta({ path: true }),
  }),
  output: keptSchema,
  run: keepNow,
  exitCode: ({ failed }) => (failed.length === 0 ? 0 : 1),
});
