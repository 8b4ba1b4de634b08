import type { FileEntry, FileSet } from "../../base/file-set.ts";
import { createFindings, type Findings } from "../../base/findings.ts";
import { openPath } from "../../bundles/disk/open-path.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { readRecords } from "../layers/records.ts";

const MAX_FILES = 1_000_000;

/** Counts the valid records of a folder; invalid ones are findings. */
export async function countRecords(files: FileSet, findings: Findings): Promise<number> {
  let count = 0;
  for await (const _record of readRecords(files, { namespace: "shared", findings })) count++;
  return count;
}

/** The files of a folder of records, as they are copied. */
export async function recordTree(
  files: FileSet,
  findings: Findings,
): Promise<Map<string, FileEntry>> {
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

/** Checks a folder that is no bundle as one of records; null when it has none. */
export async function verifyRecords(context: OperationContext, path: string) {
  const { files, container } = await openPath(context, path, await chosenLimits(context, {}));
  if (container === "file") return null;
  const findings = createFindings("strict");
  const records = await countRecords(files, findings);
  if (records === 0 && findings.errorCount() === 0) return null;
  const ok = findings.errorCount() === 0;
  return { ok, format: "records", records, findings: [...findings.list()] };
}
