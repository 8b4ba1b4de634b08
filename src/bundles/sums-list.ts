import { HoldallError } from "../base/errors.ts";
import { areInByteOrder, type FileEntry, type FileSet, piecesOf } from "../base/file-set.ts";
import type { Findings } from "../base/findings.ts";
import { readLines } from "../base/jsonl.ts";
import { pathFault } from "../base/paths.ts";
import { findFile } from "../base/read-document.ts";
import { formatCount, formatNumber } from "../base/text/format-count.ts";
import { excerpt } from "../base/text/text.ts";
import type { Limits } from "../formats/limits.ts";
import { isSummed, parseSum, SUMS_FILE } from "./sums.ts";
import {
  type SumBatches,
  type SumLine,
  type SumsList,
  sortedList,
  unsortedList,
} from "./sums-join.ts";

/** An unsorted list has to be kept in memory; a longer one is refused. */
const MAX_UNSORTED = 250_000;
/** A list of up to this many lines is kept in memory instead of being read twice. */
const MAX_IN_MEMORY = 50_000;

/** How a list is read. */
export interface SumsOptions {
  readonly findings: Findings;
  readonly limits: Pick<Limits, "lineBytes" | "jsonlBytes">;
}

/**
 * Opens the sums of a bundle and reports every malformed line; null when there is no readable list. A
 * sorted list is read a second time, side by side with the files, so that memory does not grow with it.
 */
export async function openSums(files: FileSet, options: SumsOptions): Promise<SumsList | null> {
  const entry = await findFile(files, SUMS_FILE, { findings: options.findings, optional: true });
  if (!entry) return null;
  try {
    const { lines, isSorted, kept } = await survey(entry, options);
    const batches = kept ? replay(kept) : readSums(entry, options.limits);
    if (isSorted) return sortedList(batches, lines, options.findings);
    if (lines <= MAX_UNSORTED) return await unsortedList(batches, lines, options.findings);
    throw new HoldallError(
      "E_LIMIT",
      `Cannot check the sums: ${formatCount(lines, "unsorted line")}, limit ${formatNumber(MAX_UNSORTED)}`,
      { cure: "sort the list by path (LC_ALL=C sort -k2)" },
    );
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    options.findings.error(error.code, { file: SUMS_FILE }, error.message);
    return null;
  }
}

interface Survey {
  readonly lines: number;
  readonly isSorted: boolean;
  /** Everything that was read, when it is small enough to keep. */
  readonly kept: readonly SumLine[] | null;
}

/** Reads the list once to see whether it is sorted, and reports malformed lines. */
async function survey(entry: FileEntry, { findings, limits }: SumsOptions): Promise<Survey> {
  let lines = 0;
  let isSorted = true;
  let previous = "";
  let kept: SumLine[] | null = [];
  for await (const batch of readSums(entry, limits, findings)) {
    for (const sum of batch) {
      isSorted &&= areInByteOrder(previous, sum.path);
      previous = sum.path;
    }
    lines += batch.length;
    if (lines > MAX_IN_MEMORY) kept = null;
    else kept?.push(...batch);
  }
  return { lines, isSorted, kept };
}

async function* replay(kept: readonly SumLine[]): SumBatches {
  yield kept;
}

/** The lines of the list; malformed ones are reported when findings are given. */
async function* readSums(
  entry: FileEntry,
  limits: SumsOptions["limits"],
  findings?: Findings,
): SumBatches {
  const bounds = { maxLineBytes: limits.lineBytes, maxBytes: limits.jsonlBytes };
  for await (const batch of readLines(piecesOf(entry), bounds)) {
    const sums: SumLine[] = [];
    for (const { number: line, text, badUtf8At } of batch) {
      const sum = badUtf8At === undefined ? parseSum(text) : null;
      if (sum === null && findings) reportMalformed(line, findings);
      if (sum === null || sum === "empty") continue;
      const { path, sha256 } = sum;
      const fault = pathFault(path);
      if (findings && (fault !== null || !isSummed(path))) reportPath(path, line, findings);
      sums.push({ path, sha256, line, fault });
    }
    yield sums;
  }
}

function reportMalformed(line: number, findings: Findings): void {
  findings.error("E_SUMS", { file: SUMS_FILE, line }, "The line is not in the form of sha256sum");
}

function reportPath(path: string, line: number, findings: Findings): void {
  const place = { file: SUMS_FILE, line };
  const fault = pathFault(path);
  if (fault === null)
    findings.error("E_SUMS", place, "The list must not contain itself or its signature");
  else findings.error("E_PATH", place, `The path "${excerpt(path)}" ${fault}`);
}
