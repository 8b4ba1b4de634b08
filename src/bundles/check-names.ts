import { batchesOf, type FileEntry, type FileSet, flattenBatches } from "../base/file-set.ts";
import type { Findings } from "../base/findings.ts";
import { pathFault } from "../base/paths.ts";

/** Names that are kept so that none is reported twice: about as many as findings are kept. */
const MAX_KEPT = 10_000;

/** A set whose names are checked. */
export interface CheckedNames {
  /** The same files; whoever passes over them has their names checked on the way. */
  readonly files: FileSet;
  /** Checks the names that nobody has passed over yet. */
  finish(): Promise<void>;
}

/**
 * Reports each file and folder of a bundle whose name cannot be used everywhere, or looks like another one. Nearly
 * every format passes over all files, so that a pass of its own is seldom needed.
 */
export function checkNames(files: FileSet, findings: Findings): CheckedNames {
  const reported = new Set<string>();
  let isComplete = false;

  async function* batches(): AsyncGenerator<readonly FileEntry[]> {
    for await (const batch of batchesOf(files)) {
      if (!isComplete) for (const entry of batch) check(entry);
      yield batch;
    }
    isComplete = true;
  }

  function check({ path, kind }: FileEntry): void {
    const fault = kind === "other" && path.includes("\ufffd") ? "is not UTF-8" : pathFault(path);
    if (fault === null || reported.has(path) || isBelow(path, reported)) return;
    if (reported.size < MAX_KEPT) reported.add(path);
    findings.error("E_PATH", { file: path }, `The name ${fault}`);
  }

  return {
    files: { entries: () => flattenBatches(batches()), batches, get: (path) => files.get(path) },
    finish: async () => {
      if (!isComplete) for await (const _ of batches());
    },
  };
}

/** Whether a folder above a path was reported: what is below it has the same fault. */
function isBelow(path: string, reported: ReadonlySet<string>): boolean {
  if (reported.size === 0) return false;
  for (let at = path.indexOf("/"); at !== -1; at = path.indexOf("/", at + 1)) {
    if (reported.has(path.slice(0, at))) return true;
  }
  return false;
}
