/**
 * The two ways to look up a line: merging with a sorted list, or a map for an unsorted one. Both
 * report each line for which no file was found.
 */

import { compareBytes } from "../base/file-set.ts";
import type { Findings } from "../base/findings.ts";
import { excerpt } from "../base/text/text.ts";
import { isSummed, SUMS_FILE, type Sum } from "./sums.ts";

/** A sum and its line. */
export interface SumLine extends Sum {
  readonly line: number;
  /** Why the path cannot be used; null when it can. Already reported. */
  readonly fault: string | null;
}

/** A bundle's own sums, to be looked up in the byte order of the files. */
export interface SumsList {
  readonly lines: number;
  /** The line of a file if it is the next one in memory; null when `lookUp` has to be asked. */
  next(path: string): SumLine | null;
  /** The line of a file, or null when it has none. Lines that were skipped become findings. */
  lookUp(path: string): Promise<SumLine | null>;
  /** Reports the lines that no file was found for. */
  finish(): Promise<void>;
}

/** The lines of a list, as they are read. */
export type SumBatches = AsyncGenerator<readonly SumLine[]>;

/** A list in byte order, joined with the files like two sorted streams: only one batch is in memory. */
export function sortedList(batches: SumBatches, lines: number, findings: Findings): SumsList {
  const cursor = createCursor(batches, findings);

  async function lookUp(path: string): Promise<SumLine | null> {
    for (let sum = await cursor.peek(); sum; sum = await cursor.peek()) {
      const order = compareBytes(sum.path, path);
      if (order > 0) return null;
      cursor.advance();
      if (order === 0) return sum;
      reportMissing(sum, findings);
    }
    return null;
  }

  async function finish(): Promise<void> {
    for (let sum = await cursor.peek(); sum; sum = await cursor.peek()) {
      reportMissing(sum, findings);
      cursor.advance();
    }
  }

  return { lines, next: cursor.next, lookUp, finish };
}

/** A position in a sorted list; lines that name the same file again are reported and skipped. */
function createCursor(batches: SumBatches, findings: Findings) {
  let batch: readonly SumLine[] = [];
  let at = 0;
  let last: string | undefined;

  function advance(): void {
    last = batch[at]?.path;
    at++;
  }

  return {
    next: (path: string): SumLine | null => {
      const sum = batch[at];
      if (sum?.path !== path || path === last) return null;
      advance();
      return sum;
    },
    peek: async (): Promise<SumLine | null> => {
      for (;;) {
        const sum = batch[at];
        if (sum && sum.path !== last) return sum;
        if (sum) {
          reportDouble(sum, findings);
          at++;
          continue;
        }
        const next = await batches.next();
        if (next.done) return null;
        batch = next.value;
        at = 0;
      }
    },
    advance,
  };
}

/** A list in any order, which has to be kept in memory. */
export async function unsortedList(
  batches: SumBatches,
  lines: number,
  findings: Findings,
): Promise<SumsList> {
  const sums = new Map<string, SumLine>();
  for await (const batch of batches) {
    for (const sum of batch) {
      if (sums.has(sum.path)) reportDouble(sum, findings);
      else sums.set(sum.path, sum);
    }
  }

  function next(path: string): SumLine | null {
    const found = sums.get(path);
    sums.delete(path);
    return found ?? null;
  }

  return {
    lines,
    next,
    lookUp: async (path) => next(path),
    finish: async () => {
      for (const sum of sums.values()) reportMissing(sum, findings);
    },
  };
}

function reportDouble({ path, line }: SumLine, findings: Findings): void {
  findings.error("E_SUMS", { file: SUMS_FILE, line }, `Lists "${excerpt(path)}" twice`);
}

function reportMissing({ path, line, fault }: SumLine, findings: Findings): void {
  if (fault !== null || !isSummed(path)) return;
  findings.error("E_SUMS", { file: path }, `Listed in line ${line} of ${SUMS_FILE}, but missing`, {
    list: SUMS_FILE,
    line,
  });
}
