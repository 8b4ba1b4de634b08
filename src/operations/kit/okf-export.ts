import * as z from "zod";
import type { FileEntry, FileSet } from "../../base/file-set.ts";
import { createFindings, type Findings } from "../../base/findings.ts";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { openPath } from "../../bundles/disk/open-path.ts";
import { writeAtomically, writeTree } from "../../disk/write-atomically.ts";
import { readRecords } from "../../memory/layers/records.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { keptSchema, SECRETS_KEPT } from "../operation/secrets-kept.ts";

const MAX_FILES = 1_000_000;

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
    const tree = await treeOf(files, findings);
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

/** Counts the valid records of a folder; invalid ones are findings. */
export async function countRecords(files: FileSet, findings: Findings): Promise<number> {
  let count = 0;
  for await (const _record of readRecords(files, { namespace: "shared", findings })) count++;
  return count;
}

async function treeOf(files: FileSet, findings: Findings): Promise<Map<string, FileEntry>> {
  const tree = new Map<string, FileEntry>();
  for await (const entry of files.entries()) {
    if (entry.kind === "folder") continue;
    if (entry.kind !== "file") findings.error("E_LINK", { file: entry.path }, "Not a regular file");
    if (tree.size === MAX_FILES) {
      findings.error("E_LIMIT", {}, `The folder has more than ${MAX_FILES} files`);
      break;
    }
    tree.set(entry.path, entry);
  }
  return tree;
}
