import * as z from "zod";
import { createFindings } from "../../base/findings.ts";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { openPath } from "../../bundles/disk/open-path.ts";
import { writeAtomically, writeTree } from "../../disk/write-atomically.ts";
import { countRecords, recordTree } from "../../memory/disk/copy-records.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { keptSchema, SECRETS_KEPT } from "../operation/secrets-kept.ts";

export default defineOperation({
  name: "okf export",
  summary: "Check a folder of Markdown records and copy it, if every record is valid",
  effect: "write",
  secrets: "kept",
  surfaces: ["cli", "http"],
  withheld: { mcp: "models use memory.kit.export" },
  positionals: ["source", "target"],
  aliases: { output: "target" },
  examples: ["okf export records records-copy"],
  input: z.object({
    source: z.string().min(1).describe("Folder of records, or a .tar.gz").meta({ path: true }),
    target: z.string().min(1).describe("Folder to create").meta({ path: "output" }),
  }),
  output: () =>
    z.object({
      secrets: keptSchema(),
      target: z.string(),
      copied_files: z.number(),
      verified_records: z.number(),
      ok: z.boolean(),
      findings: z.array(findingSchema()),
    }),
  async run(context, { source, target }) {
    const { files, absolute } = await openPath(context, source, await chosenLimits(context, {}));
    const output = await guardOutput(context, target, { force: false, source: absolute });
    const findings = createFindings("strict");
    const verified_records = await countRecords(files, findings);
    const tree = await recordTree(files, findings);
    if (verified_records === 0) findings.error("E_FORMAT", {}, "The folder contains no records");
    const ok = findings.errorCount() === 0;
    if (ok) await writeAtomically(output.absolute, (temporary) => writeTree(tree, temporary));
    return {
      secrets: SECRETS_KEPT,
      target: output.absolute,
      copied_files: ok ? tree.size : 0,
      verified_records,
      ok,
      findings: [...findings.list()],
    };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
