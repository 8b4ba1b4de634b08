import { formatNumber } from "../text/format-count.ts";

/** How much JSON one document may contain. */
export interface JsonLimits {
  /** Arrays and objects inside each other. */
  readonly maxDepth: number;
  readonly maxValues: number;
  /** Numbers that JavaScript would write differently; each one takes as much memory as a short text. */
  readonly maxSpellings: number;
}

/** Something wrong in a document that can still be read. */
export interface JsonProblem {
  readonly kind: "duplicate-key" | "lone-surrogate";
  readonly pointer: string;
  readonly offset: number;
}

/** A document that cannot be read any further. */
export class JsonSyntaxError extends Error {
  readonly offset: number;
  /** Set when a limit was exceeded and the text may be fine otherwise. */
  readonly limit: keyof JsonLimits | undefined;

  constructor(message: string, offset: number, limit?: keyof JsonLimits) {
    super(message);
    this.offset = offset;
    this.limit = limit;
  }
}

/** A position in a text that is being parsed, and what was counted so far. */
export interface JsonReader {
  readonly text: string;
  readonly limits: JsonLimits;
  readonly problems: JsonProblem[];
  at: number;
  depth: number;
  values: number;
  spellings: number;
  /** The source text of the last number, if JavaScript would write it differently. */
  spelling: string | null;
}

/** Creates a reader at the start of a text. */
export function createReader(text: string, limits: JsonLimits): JsonReader {
  const counts = { at: 0, depth: 0, values: 0, spellings: 0 };
  return { text, limits, problems: [], ...counts, spelling: null };
}

const WHITESPACE = /[\t\n\r ]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these in strings.
const CONTROL = /[\u0000-\u001f]/;

/** Further problems of a document are not recorded. */
const MAX_PROBLEMS = 1_000;

/** Skips white space. */
export function skipSpace(reader: JsonReader): void {
  WHITESPACE.lastIndex = reader.at;
  WHITESPACE.test(reader.text);
  reader.at = WHITESPACE.lastIndex;
}

/** Skips a character if it is the next one. */
export function skipIf(reader: JsonReader, character: string): boolean {
  if (reader.text[reader.at] !== character) return false;
  reader.at++;
  return true;
}

/** Reads the string at the current position. */
export function readString(reader: JsonReader, pointer: string): string {
  const { text, at: start } = reader;
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  if (end === -1) throw new JsonSyntaxError("a string is not closed", start);
  const inner = text.slice(start + 1, end);
  reader.at = end + 1;
  if (!inner.includes("\\")) {
    if (CONTROL.test(inner))
      throw new JsonSyntaxError("a string contains a control character", start);
    return inner;
  }
  const value = unescaped(text.slice(start, end + 1), start);
  if (!value.isWellFormed()) addProblem(reader, "lone-surrogate", pointer, start);
  return value;
}

/** Records a problem, unless there are too many already. */
export function addProblem(
  { problems }: JsonReader,
  kind: JsonProblem["kind"],
  pointer: string,
  offset: number,
): void {
  if (problems.length < MAX_PROBLEMS) problems.push({ kind, pointer, offset });
}

/** Reads the number at the current position. */
export function readNumber(reader: JsonReader): number {
  NUMBER.lastIndex = reader.at;
  const text = NUMBER.exec(reader.text)?.[0];
  if (text === undefined) throw unexpectedError(reader);
  reader.at = NUMBER.lastIndex;
  const value = Number(text);
  if (!Number.isFinite(value)) {
    throw new JsonSyntaxError(`the number ${text.slice(0, 20)} is too large`, reader.at);
  }
  if (String(value) !== text) {
    if (++reader.spellings > reader.limits.maxSpellings) {
      throw overLimitError(reader, "maxSpellings", "unusual numbers");
    }
    reader.spelling = text;
  }
  return value;
}

/** Reads a literal such as `true`. */
export function readLiteral<T>(reader: JsonReader, literal: string, value: T): T {
  if (!reader.text.startsWith(literal, reader.at)) throw unexpectedError(reader);
  reader.at += literal.length;
  return value;
}

/** The error for a document that exceeds a limit. */
export function overLimitError(
  { at, limits }: JsonReader,
  limit: keyof JsonLimits,
  what: string,
): JsonSyntaxError {
  return new JsonSyntaxError(`it has more than ${formatNumber(limits[limit])} ${what}`, at, limit);
}

/** The error for a text that continues with something else than required. */
export function expectedError({ text, at }: JsonReader, what: string): JsonSyntaxError {
  const found = at >= text.length ? "the end of the text" : JSON.stringify(text[at]);
  return new JsonSyntaxError(`expected ${what}, found ${found}`, at);
}

function unexpectedError({ text, at }: JsonReader): JsonSyntaxError {
  const ended = at >= text.length;
  return new JsonSyntaxError(
    ended ? "the text is incomplete" : `unexpected ${JSON.stringify(text[at])}`,
    at,
  );
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text[quote - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

function unescaped(quoted: string, start: number): string {
  try {
    return JSON.parse(quoted);
  } catch {
    throw new JsonSyntaxError("a string contains an invalid escape", start);
  }
}
