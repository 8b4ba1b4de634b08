import * as z from "zod";
import { createFindings } from "../../base/findings.ts";
import { openPath } from "../../bundles/disk/open-path.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import verify, { verifyInput } from "../bundle/verify.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { countRecords } from "./okf-export.ts";

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

/** Checks a folder that is no bundle as one of records; null when it has none. */
async function verifyRecords(context: OperationContext, path: string) {
  const { files, container } = await openPath(context, path, await chosenLimits(context, {}));
  if (container === "file") return null;
  const findings = createFindings("strict");
  const records = await countRecords(files, findings);
  if (records === 0 && findings.errorCount() === 0) return null;
  const ok = findings.errorCount() === 0;
  return { ok, format: "records", records, findings: [...findings.list()] };
}
