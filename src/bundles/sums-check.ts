import { HoldallError } from "../base/errors.ts";
import type { FileEntry, FileSet } from "../base/file-set.ts";
import type { Findings } from "../base/findings.ts";
import { isSummed, SUMS_FILE } from "./sums.ts";
import { openSums, type SumLine, type SumsOptions } from "./sums-list.ts";

/** What a check of the sums looked at. */
export interface SumsResult {
  /** Lines of the list. */
  readonly listed: number;
  /** Files whose bytes were compared. */
  readonly compared: number;
}

/** Compares the files of a bundle with its sums. */
export interface SumsCheck {
  /** Compares one file; files come in byte order, each once. `digest` is asked only if the file is listed. */
  file(path: string, digest: () => Promise<string>): Promise<void>;
  /** Takes note of something that has no bytes to compare and was reported already. */
  pass(path: string): Promise<void>;
  finish(): Promise<SumsResult>;
}

/**
 * Checks every file of a bundle against its SHA256SUMS; null when it has none, or none that can be read.
 * Unlisted files, links and devices are findings too: a list that leaves something out proves nothing.
 */
export async function checkSums(
  files: FileSet,
  findings: Findings,
  limits: SumsOptions["limits"],
): Promise<SumsResult | null> {
  const check = await openSumsCheck(files, { findings, limits });
  if (!check) return null;
  for await (const entry of files.entries()) {
    if (entry.kind === "folder" || !isSummed(entry.path)) continue;
    if (entry.kind === "file") {
      await check.file(entry.path, () => digestOf(entry));
      continue;
    }
    findings.error("E_LINK", { file: entry.path }, "A link or device in a bundle with sums");
    await check.pass(entry.path);
  }
  return check.finish();
}

async function digestOf(entry: FileEntry): Promise<string> {
  return (await entry.digest()).sha256;
}

/** Opens a bundle's sums for comparing, for a caller that reads the files anyway. */
export async function openSumsCheck(
  files: FileSet,
  options: SumsOptions,
): Promise<SumsCheck | null> {
  const { findings } = options;
  const list = await openSums(files, options);
  if (!list) return null;
  let compared = 0;
  let seen = 0;

  async function file(path: string, digest: () => Promise<string>): Promise<void> {
    seen++;
    const sum = await list?.lookUp(path);
    if (!sum) {
      findings.strictly(["E_UNLISTED", "W_UNLISTED"], { file: path }, `Not listed in ${SUMS_FILE}`);
      return;
    }
    const actual = await readable(digest, path, findings);
    if (actual === null) return;
    compared++;
    if (actual !== sum.sha256) reportDifferent(sum, actual, findings);
  }

  async function finish(): Promise<SumsResult> {
    await list?.finish();
    const listed = list?.lines ?? 0;
    if (listed === 0 && seen > 0) {
      findings.error("E_SUMS", { file: SUMS_FILE }, "Lists nothing");
    }
    return { listed, compared };
  }

  return { file, finish, pass: async (path) => void (await list.lookUp(path)) };
}

async function readable(
  digest: () => Promise<string>,
  file: string,
  findings: Findings,
): Promise<string | null> {
  try {
    return await digest();
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    findings.error(error.code, { file }, error.message);
    return null;
  }
}

function reportDifferent(sum: SumLine, actual: string, findings: Findings): void {
  const { path, line, sha256: declared } = sum;
  findings.error("E_SUMS", { file: path }, `Differs from line ${line} of ${SUMS_FILE}`, {
    list: SUMS_FILE,
    line,
    declared,
    actual,
  });
}
