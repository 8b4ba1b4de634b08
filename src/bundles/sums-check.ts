/**
 * Compares a bundle with its SHA256SUMS. Files and list are both in byte order, so that they are
 * merged in one pass.
 */

import { compareDigest } from "../base/compare-digest.ts";
import { batchesOf, type Digest, type FileSet } from "../base/file-set.ts";
import type { Findings } from "../base/findings.ts";
import { isSummed, SUMS_FILE } from "./sums.ts";
import type { SumLine, SumsList } from "./sums-join.ts";
import { openSums, type SumsOptions } from "./sums-list.ts";

/** What a check of the sums covered. */
export interface SumsResult {
  /** Lines of the list. */
  readonly listed: number;
  /** Files whose bytes were compared. */
  readonly compared: number;
}

/** Compares the files of a bundle with its sums. */
export interface SumsCheck {
  /**
   * The line of a file, or null with a finding when it is not listed. Ask in byte order, once per
   * file. Not a promise when the line is at hand: with many files, each wait is felt.
   */
  expect(path: string): SumLine | Promise<SumLine | null>;
  compare(expected: SumLine, actual: string): void;
  finish(): Promise<SumsResult>;
}

/**
 * Checks every file of a bundle against its SHA256SUMS; null when there is no readable list. Unlisted
 * files, links and devices are findings too: a list that leaves something out proves nothing.
 */
export async function checkSums(
  files: FileSet,
  findings: Findings,
  limits: SumsOptions["limits"],
): Promise<SumsResult | null> {
  const check = await openSumsCheck(files, { findings, limits });
  if (!check) return null;
  for await (const batch of batchesOf(files)) {
    for (const entry of batch) {
      if (entry.kind === "folder" || !isSummed(entry.path)) continue;
      if (entry.kind !== "file") {
        findings.error(
          "E_LINK",
          { file: entry.path },
          "A bundle with sums must not contain links or devices",
        );
      }
      const found = check.expect(entry.path);
      const expected = found instanceof Promise ? await found : found;
      if (!expected || entry.kind !== "file") continue;
      const compare = ({ sha256 }: Digest) => check.compare(expected, sha256);
      const pending = compareDigest(entry, findings, compare);
      if (pending) await pending;
    }
  }
  return check.finish();
}

/** Opens a bundle's sums for comparing, for a caller that reads the files anyway. */
export async function openSumsCheck(
  files: FileSet,
  options: SumsOptions,
): Promise<SumsCheck | null> {
  const list = await openSums(files, options);
  return list && sumsCheck(list, options.findings);
}

function sumsCheck(list: SumsList, findings: Findings): SumsCheck {
  let compared = 0;
  let seen = 0;

  async function seek(path: string): Promise<SumLine | null> {
    const expected = await list.lookUp(path);
    if (!expected) {
      const text = `Not listed in ${SUMS_FILE}`;
      findings.errorIfStrict(["E_UNLISTED", "W_UNLISTED"], { file: path }, text);
    }
    return expected;
  }

  return {
    expect: (path) => {
      seen++;
      return list.next(path) ?? seek(path);
    },
    compare: (expected, actual) => {
      compared++;
      if (actual !== expected.sha256) reportDifferent(expected, actual, findings);
    },
    finish: async () => {
      await list.finish();
      if (list.lines === 0 && seen > 0) {
        findings.error("E_SUMS", { file: SUMS_FILE }, "The list is empty");
      }
      return { listed: list.lines, compared };
    },
  };
}

function reportDifferent(sum: SumLine, actual: string, findings: Findings): void {
  const { path, line, sha256: declared } = sum;
  findings.error(
    "E_SUMS",
    { file: path },
    `The file does not match its sum in line ${line} of ${SUMS_FILE}`,
    {
      list: SUMS_FILE,
      line,
      declared,
      actual,
    },
  );
}
