import * as z from "zod";
import { verifyRecords } from "../../memory/disk/copy-records.ts";
import { verifyInput } from "../../verify/verify-input.ts";
import verify from "../bundle/verify.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "okf verify",
  summary: "Check a bundle, a folder of Markdown records, or the workspace when no path is given",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "http"],
  withheld: { mcp: "models use verify" },
  positionals: verify.positionals,
  aliases: verify.aliases,
  examples: ["okf verify ./wc", "okf verify records", "okf verify"],
  input: verifyInput,
  output: () =>
    z.intersection(
      verify.output(),
      /** Number of valid records of a folder of records. */
      z.object({ records: z.number().optional() }),
    ),
  async run(context, input) {
    const verified = await verify.run(context, input);
    const { path } = input;
    const isUnknown = path !== undefined && verified.format === null;
    const records = isUnknown ? await verifyRecords(context, path) : null;
    return records === null ? verified : { ...verified, ...records };
  },
  exitCode: (output) => verify.exitCode(output),
});
