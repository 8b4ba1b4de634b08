import { type FileEntry, piecesOf } from "../../base/file-set.ts";
import { parseLine, readLines } from "../../base/jsonl.ts";
import { MAX_ARTIFACT_BYTES } from "../texts.ts";

/** One line of a log that is not blank. */
export interface LogLine {
  /** Counted from 1. */
  readonly number: number;
  /** Of its first byte. */
  readonly offset: number;
  readonly text: string;
  readonly value: unknown;
  /** Why it has no value. */
  readonly fault: string | null;
  /** Whether nothing follows: a fault here is a line cut off while it was written. */
  readonly last: boolean;
}

const LIMITS = { maxLineBytes: MAX_ARTIFACT_BYTES, maxBytes: Number.MAX_SAFE_INTEGER };
const NEWLINE = 1;

/**
 * The lines of a log with their byte offsets, in order. Memory is bounded by two lines: one is
 * delayed, to know whether it is the last.
 */
export async function* readLog(entry: FileEntry): AsyncGenerator<LogLine> {
  let previous: Omit<LogLine, "last"> | null = null;
  let offset = 0;
  for await (const lines of readLines(piecesOf(entry), LIMITS)) {
    for (const { number, text, badUtf8At } of lines) {
      const from = offset;
      offset += Buffer.byteLength(text) + NEWLINE;
      if (badUtf8At === undefined && text.trim() === "") continue;
      if (previous) yield { ...previous, last: false };
      const { value, fault } =
        badUtf8At === undefined
          ? parseLine(text)
          : { value: null, fault: `not UTF-8 at byte ${badUtf8At}` };
      previous = { number, offset: from, text, value, fault: fault ?? null };
    }
  }
  if (previous) yield { ...previous, last: true };
}
