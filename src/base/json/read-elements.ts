import type { ErrorCode } from "../codes.ts";
import { parseLine } from "../jsonl.ts";
import { formatBytes, formatNumber } from "../text/format-count.ts";
import { type JsonProblem, JsonSyntaxError, parseJson } from "./parse.ts";
import { positionAt } from "./pointer.ts";
import { splitElements } from "./scan.ts";

/** Something wrong in an element that can still be read. */
export interface ElementProblem {
  readonly kind: JsonProblem["kind"];
  /** Pointer from the element. */
  readonly pointer: string;
  readonly index: number;
  readonly line: number;
}

/** Consecutive elements of a large array. */
export interface ArrayBatch {
  /** Index of the first value in the array. */
  readonly first: number;
  readonly values: readonly unknown[];
  readonly problems: readonly ElementProblem[];
  /** The physical line on which the n-th value of this batch begins. */
  lineOf(n: number): number;
}

/** A document that is too damaged or too large to be read any further. */
export class JsonStreamError extends Error {
  readonly code: ErrorCode;
  readonly line: number;

  constructor(code: ErrorCode, message: string, line: number) {
    super(message);
    this.code = code;
    this.line = line;
  }
}

/** Splits the content of an array, which comes in pieces, into batches of parsed elements. */
export interface ElementReader {
  /** Adds a piece and returns the elements that it completes. */
  push(piece: string): ArrayBatch;
  /** The text from the closing bracket on; null until that was seen. */
  rest(): string | null;
  /** The current physical line. */
  line(): number;
}

/** Limits of an element reader. */
export interface ElementLimits {
  readonly maxElements: number;
  readonly maxElementBytes: number;
}

/** Creates a reader for an array whose content begins on the given line. */
export function createElementReader(firstLine: number, limits: ElementLimits): ElementReader {
  let pending = "";
  let line = firstLine;
  let count = 0;
  let rest: string | null = null;

  function push(piece: string): ArrayBatch {
    pending += piece;
    const { commas, close } = splitElements(pending);
    const ends = close === -1 ? commas : [...commas, close];
    const stop = ends.at(-1) ?? 0;
    const text = pending.slice(0, stop);
    const isEmpty = close !== -1 && count + commas.length === 0 && text.trim() === "";
    const batch = parseBatch(text, isEmpty ? [] : ends, { first: count, line });
    count += batch.values.length;
    line = batch.lineOf(batch.values.length);
    if (close !== -1) rest = pending.slice(close);
    else if (ends.length > 0) pending = pending.slice(stop + 1);
    checkLimits(close === -1 ? pending.length : 0);
    return batch;
  }

  function checkLimits(unfinished: number): void {
    const { maxElements, maxElementBytes } = limits;
    if (count > maxElements) {
      throw new JsonStreamError(
        "E_LIMIT",
        `it has more than ${formatNumber(maxElements)} elements`,
        line,
      );
    }
    if (unfinished > maxElementBytes) {
      throw new JsonStreamError(
        "E_LIMIT",
        `an element is larger than ${formatBytes(maxElementBytes)}`,
        line,
      );
    }
  }

  return { push, rest: () => rest, line: () => line };
}

interface BatchStart {
  readonly first: number;
  readonly line: number;
}

function parseBatch(text: string, ends: readonly number[], at: BatchStart): ArrayBatch {
  const lineOf = lineFinder(text, ends, at.line);
  const parsed = ends.length === 0 ? { value: [] } : parseLine(`[${text}]`);
  if (Array.isArray(parsed.value) && parsed.value.length === ends.length) {
    return { first: at.first, values: parsed.value, problems: [], lineOf };
  }
  // Something is wrong in one of them: parse them one by one to find out where.
  const values: unknown[] = [];
  const problems: ElementProblem[] = [];
  let start = 0;
  for (const end of ends) {
    const line = lineOf(values.length);
    const element = parseElement(text.slice(start, end), line);
    for (const { kind, pointer } of element.problems) {
      problems.push({ kind, pointer, index: at.first + values.length, line });
    }
    values.push(element.value);
    start = end + 1;
  }
  return { first: at.first, values, problems, lineOf };
}

function parseElement(text: string, line: number): ReturnType<typeof parseJson> {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const inside = text.trimStart();
    const offset = Math.max(0, error.offset - (text.length - inside.length));
    const at = line + positionAt(inside, offset).line - 1;
    throw new JsonStreamError(error.limit ? "E_LIMIT" : "E_JSON", error.message, at);
  }
}

/** Counts lines on demand: they are needed in ascending order, and only when something is wrong. */
function lineFinder(
  text: string,
  ends: readonly number[],
  firstLine: number,
): (n: number) => number {
  let offset = 0;
  let line = firstLine;
  return (n) => {
    let start = n === 0 ? 0 : (ends[n - 1] ?? text.length) + 1;
    while (n < ends.length && text.charCodeAt(start) <= 32) start++;
    if (start < offset) {
      offset = 0;
      line = firstLine;
    }
    for (
      let at = text.indexOf("\n", offset);
      at !== -1 && at < start;
      at = text.indexOf("\n", offset)
    ) {
      line++;
      offset = at + 1;
    }
    return line;
  };
}
