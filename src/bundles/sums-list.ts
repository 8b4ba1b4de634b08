import { HoldallError } from "../base/errors.ts";
import { compareBytes, type FileEntry, type FileSet } from "../base/file-set.ts";
import type { Findings } from "../base/findings.ts";
import { readLines } from "../base/jsonl.ts";
import { pathFault } from "../base/paths.ts";
import { findFile } from "../base/read-document.ts";
import { excerpt } from "../base/text.ts";
import type { Limits } from "../formats/limits.ts";
import { isSummed, parseSum, SUMS_FILE, type Sum } from "./sums.ts";

/** An unsorted list has to be held in memory; a longer one is refused. */
const MAX_UNSORTED = 250_000;

/** A sum, and where it stands. */
export interface SumLine extends Sum {
  readonly line: number;
  /** Whether the path was already reported as one that cannot be used. */
  readonly isFaulty: boolean;
}

/** A bundle's own sums, to be asked for its files in byte order. */
export interface SumsList {
  readonly lines: number;
  /** The line of a file, or null when it has none. Lines that were passed over become findings. */
  lookUp(path: string): Promise<SumLine | null>;
  /** Reports the lines that no file was found for. */
  finish(): Promise<void>;
}

/** How a list is read. */
export interface SumsOptions {
  readonly findings: Findings;
  readonly limits: Pick<Limits, "lineBytes" | "jsonlBytes">;
}

/**
 * Opens the sums of a bundle and reports every line that is malformed; null when there is no list or it cannot be read.
 * A list in byte order is joined with the files as both go by, so that memory does not grow with it.
 */
export async function openSums(files: FileSet, options: SumsOptions): Promise<SumsList | null> {
  const entry = await findFile(files, SUMS_FILE, { findings: options.findings, optional: true });
  if (!entry) return null;
  try {
    const { lines, isSorted } = await survey(entry, options);
    if (isSorted) return sortedList(entry, lines, options);
    if (lines > MAX_UNSORTED) {
      throw new HoldallError(
        "E_LIMIT",
        `Cannot check ${lines} sums: unsorted, limit ${MAX_UNSORTED} unless sorted by bytes`,
      );
    }
    return await unsortedList(entry, lines, options);
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    options.findings.error(error.code, { file: SUMS_FILE }, error.message);
    return null;
  }
}

/** Reads the list once to see whether it is sorted, and says what is wrong with its lines. */
async function survey(
  entry: FileEntry,
  { findings, limits }: SumsOptions,
): Promise<{ lines: number; isSorted: boolean }> {
  let lines = 0;
  let isSorted = true;
  let previous = "";
  const report = (line: number) =>
    findings.error("E_SUMS", { file: SUMS_FILE, line }, "Not a line of sha256sum");
  for await (const sum of readSums(entry, limits, report)) {
    lines++;
    const place = { file: SUMS_FILE, line: sum.line };
    if (sum.isFaulty) {
      const fault = pathFault(sum.path);
      findings.error("E_PATH", place, `The path "${excerpt(sum.path)}" ${fault}`);
    }
    if (!isSummed(sum.path)) findings.error("E_SUMS", place, "Lists itself or its signature");
    isSorted &&= compareBytes(previous, sum.path) <= 0;
    previous = sum.path;
  }
  return { lines, isSorted };
}

async function* readSums(
  entry: FileEntry,
  limits: SumsOptions["limits"],
  onMalformed?: (line: number) => void,
): AsyncGenerator<SumLine> {
  const bounds = { maxLineBytes: limits.lineBytes, maxBytes: limits.jsonlBytes };
  for await (const batch of readLines(entry.read(), bounds)) {
    for (const { number, text, badUtf8At } of batch) {
      const sum = badUtf8At === undefined ? parseSum(text) : null;
      if (sum === null) onMalformed?.(number);
      if (sum === null || sum === "empty") continue;
      yield { ...sum, line: number, isFaulty: pathFault(sum.path) !== null };
    }
  }
}

function sortedList(entry: FileEntry, lines: number, { findings, limits }: SumsOptions): SumsList {
  const sums = readSums(entry, limits);
  let next: SumLine | null | undefined;

  async function pull(): Promise<SumLine | null> {
    const before = next?.path;
    for (;;) {
      const { value, done } = await sums.next();
      if (done) return null;
      if (value.path !== before) return value;
      reportDouble(value, findings);
    }
  }

  async function lookUp(path: string): Promise<SumLine | null> {
    if (next === undefined) next = await pull();
    while (next && compareBytes(next.path, path) < 0) {
      reportMissing(next, findings);
      next = await pull();
    }
    if (next?.path !== path) return null;
    const found = next;
    next = await pull();
    return found;
  }

  async function finish(): Promise<void> {
    if (next === undefined) next = await pull();
    for (; next; next = await pull()) reportMissing(next, findings);
  }

  return { lines, lookUp, finish };
}

async function unsortedList(
  entry: FileEntry,
  lines: number,
  { findings, limits }: SumsOptions,
): Promise<SumsList> {
  const sums = new Map<string, SumLine>();
  for await (const sum of readSums(entry, limits)) {
    if (sums.has(sum.path)) reportDouble(sum, findings);
    else sums.set(sum.path, sum);
  }
  return {
    lines,
    lookUp: async (path) => {
      const found = sums.get(path);
      sums.delete(path);
      return found ?? null;
    },
    finish: async () => {
      for (const sum of sums.values()) reportMissing(sum, findings);
    },
  };
}

function reportDouble({ path, line }: SumLine, findings: Findings): void {
  findings.error("E_SUMS", { file: SUMS_FILE, line }, `Lists "${excerpt(path)}" twice`);
}

function reportMissing({ path, line, isFaulty }: SumLine, findings: Findings): void {
  if (isFaulty || !isSummed(path)) return;
  findings.error("E_SUMS", { file: path }, `Listed in line ${line} of ${SUMS_FILE}, but absent`, {
    list: SUMS_FILE,
    line,
  });
}
