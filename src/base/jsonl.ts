import { HoldallError } from "./errors.ts";
import { JSON_LIMITS } from "./json/parse.ts";
import { formatCount, formatNumber } from "./text/format-count.ts";
import { decodeUtf8, utf8FaultAt } from "./text/text.ts";

/** One physical line of a file. */
export interface Line {
  /** Counted from 1, blank lines included. */
  readonly number: number;
  /** Without its newline; empty for a line that is not UTF-8. */
  readonly text: string;
  /** Whether a newline ended it; the last line may be incomplete. */
  readonly ended: boolean;
  /** Byte offset of the first byte that is not UTF-8, counted from the start of the file. */
  readonly badUtf8At?: number;
}

/** Limits for reading lines. */
export interface LineLimits {
  readonly maxLineBytes: number;
  readonly maxBytes: number;
}

const NEWLINE = 10;
/**
 * What is decoded at once. Texts and lines of a whole chunk would survive the collection of garbage that
 * happens meanwhile, which lets the heap grow by tens of megabytes.
 */
const PART_BYTES = 32 * 1024;

/**
 * Splits a stream into lines, in batches for speed. Memory is bounded by one line and one chunk; a line
 * or a file that exceeds its limit throws `E_LIMIT`. What is left of a chunk is copied, so that each may be
 * overwritten by the next.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  limits: LineLimits,
): AsyncGenerator<readonly Line[]> {
  let rest: Uint8Array[] = [];
  let restSize = 0;
  let number = 0;
  let offset = 0;
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > limits.maxBytes) throw overLimit("file", limits.maxBytes, total);
    const lastBreak = chunk.lastIndexOf(NEWLINE);
    if (lastBreak === -1) {
      rest.push(Buffer.from(chunk));
      restSize += chunk.length;
      if (restSize > limits.maxLineBytes) {
        throw overLimit(`line ${number + 1}`, limits.maxLineBytes, restSize);
      }
      continue;
    }
    const head = chunk.subarray(0, lastBreak + 1);
    const block = restSize === 0 ? head : Buffer.concat([...rest, head], restSize + head.length);
    for (const part of partsOf(block)) {
      const lines = splitBlock(part, number, offset, limits.maxLineBytes);
      number += lines.length;
      offset += part.length;
      yield lines;
    }
    const tail = chunk.subarray(lastBreak + 1);
    rest = tail.length === 0 ? [] : [Buffer.from(tail)];
    restSize = tail.length;
  }
  if (restSize === 0) return;
  const last = Buffer.concat(rest, restSize);
  if (restSize > limits.maxLineBytes) {
    throw overLimit(`line ${number + 1}`, limits.maxLineBytes, restSize);
  }
  yield [toLine(last, number + 1, offset, false)];
}

/** Parts of a block that ends with a newline; so does each part, and each is short unless a line is long. */
function* partsOf(block: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < block.length; ) {
    const last = block.lastIndexOf(NEWLINE, start + PART_BYTES - 1);
    const end = 1 + (last >= start ? last : block.indexOf(NEWLINE, start));
    yield block.subarray(start, end);
    start = end;
  }
}

function splitBlock(block: Uint8Array, before: number, offset: number, maxLine: number): Line[] {
  const text = decodeUtf8(block);
  const lines: Line[] = [];
  if (text !== null) {
    let start = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
      // A UTF-16 unit takes at most three bytes, so that short lines need no counting.
      if ((end - start) * 3 > maxLine && Buffer.byteLength(text.slice(start, end)) > maxLine) {
        throw overLimit(`line ${before + lines.length + 1}`, maxLine, end - start);
      }
      lines.push({
        number: before + lines.length + 1,
        text: text.slice(start, end),
        ended: true,
      });
      start = end + 1;
    }
    return lines;
  }
  // Some byte is invalid: decode line by line, so that only that line is affected.
  let start = 0;
  for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, start)) {
    if (end - start > maxLine) throw overLimit(`line ${before + lines.length + 1}`, maxLine, end);
    lines.push(toLine(block.subarray(start, end), before + lines.length + 1, offset + start, true));
    start = end + 1;
  }
  return lines;
}

function toLine(bytes: Uint8Array, number: number, offset: number, ended: boolean): Line {
  const text = decodeUtf8(bytes);
  if (text !== null) return { number, text, ended };
  return { number, text: "", ended, badUtf8At: offset + utf8FaultAt(bytes) };
}

function overLimit(what: string, limit: number, actual: number): HoldallError {
  return new HoldallError(
    "E_LIMIT",
    `Cannot read ${what}: it has ${formatCount(actual, "byte")}, limit ${formatNumber(limit)}`,
  );
}

/** The value of a line, or why it has none. */
export type ParsedLine =
  | { readonly value: unknown; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: string };

/** Parses one line; duplicate keys and too deep nesting are faults, as in JSON documents. */
export function parseLine(text: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { fault: `not valid JSON: ${(error as Error).message.replace(/ in JSON at.*/s, "")}` };
  }
  const keys = countKeys(value, 0);
  if (keys === TOO_DEEP) return { fault: `nested more than ${JSON_LIMITS.maxDepth} levels deep` };
  if (keys === TOO_LARGE) return { fault: "not valid: a number is too large" };
  // `JSON.parse` keeps one value per key, so that a duplicate shows as a missing key. Colons are counted
  // first: there are never fewer of them than keys, and counting them is three times as fast.
  if (keys !== countColonsAfterQuotes(text) && keys !== countKeyTokens(text)) {
    return { fault: "not valid: an object has the same key twice" };
  }
  if (SURROGATE.test(text) && hasLoneSurrogate(value)) {
    return { fault: "not valid: a string contains an unpaired surrogate" };
  }
  return { value };
}

// Valid UTF-8 has no unpaired surrogates, so that only an escape can introduce one.
const SURROGATE = /\\u[dD][89a-fA-F]/;

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, member]) => !key.isWellFormed() || hasLoneSurrogate(member),
  );
}

const TOO_DEEP = -1;
const TOO_LARGE = -2;

/** The number of keys of all objects in a value, or one of the two faults above. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) {
    // `JSON.parse` turns a number that is too large into infinity, which cannot be written back.
    return value === Infinity || value === -Infinity ? TOO_LARGE : 0;
  }
  if (depth >= JSON_LIMITS.maxDepth) return TOO_DEEP;
  let count = 0;
  if (Array.isArray(value)) {
    for (const member of value) {
      const inner = countKeys(member, depth + 1);
      if (inner < 0) return inner;
      count += inner;
    }
    return count;
  }
  // Objects from `JSON.parse` inherit nothing enumerable, so this visits exactly the keys of the text.
  for (const key in value) {
    const inner = countKeys((value as Record<string, unknown>)[key], depth + 1);
    if (inner < 0) return inner;
    count += 1 + inner;
  }
  return count;
}

/** Colons after a quote: every key has one, and so may the content of a string. */
function countColonsAfterQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) <= 32) before--;
    if (text.charCodeAt(before) === 34) count++;
  }
  return count;
}

/** Strings that are followed by a colon, in a text that is valid JSON. */
function countKeyTokens(text: string): number {
  let count = 0;
  let open = text.indexOf('"');
  while (open !== -1) {
    let close = text.indexOf('"', open + 1);
    while (text.charCodeAt(close - 1) === 92 && isEscapedQuote(text, close)) {
      close = text.indexOf('"', close + 1);
    }
    let next = close + 1;
    while (text.charCodeAt(next) <= 32) next++;
    if (text.charCodeAt(next) === 58) count++;
    open = text.indexOf('"', next);
  }
  return count;
}

function isEscapedQuote(text: string, quote: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === 92) slashes++;
  return slashes % 2 === 1;
}
