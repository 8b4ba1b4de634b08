import { pointerTo } from "./pointer.ts";
import { type Json, keepSpelling, setKey } from "./value.ts";

/** How much JSON one document may hold. */
export interface JsonLimits {
  readonly maxDepth: number;
  readonly maxValues: number;
  /** Numbers that JavaScript would write differently; each costs as much as a short text. */
  readonly maxSpellings: number;
}

/** Generous for every record we know, small enough to bound recursion and memory. */
export const JSON_LIMITS: JsonLimits = {
  maxDepth: 100,
  maxValues: 1_500_000,
  maxSpellings: 250_000,
};

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

/** A parsed document, with what was wrong in it and where its values stand. */
export interface ParsedJson {
  readonly value: Json;
  readonly problems: readonly JsonProblem[];
}

/** Sees every value's pointer and offset while parsing. */
export type JsonVisitor = (pointer: string, offset: number) => void;

const WHITESPACE = /[\t\n\r ]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these in strings.
const CONTROL = /[\u0000-\u001f]/;

/**
 * Parses JSON as `JSON.parse` does, and besides finds duplicate keys, lone surrogates and unusual
 * number spellings, within limits. Positions are for messages: see `locate`.
 */
export function parseJson(text: string, limits = JSON_LIMITS, visit?: JsonVisitor): ParsedJson {
  const problems: JsonProblem[] = [];
  let at = 0;
  let values = 0;
  let spellings = 0;

  function fail(message: string, offset = at, limit?: keyof JsonLimits): never {
    throw new JsonSyntaxError(message, offset, limit);
  }

  function skipSpace(): void {
    WHITESPACE.lastIndex = at;
    WHITESPACE.test(text);
    at = WHITESPACE.lastIndex;
  }

  function parseString(pointer: string): string {
    const start = at;
    let end = text.indexOf('"', at + 1);
    let escaped = false;
    while (end !== -1 && isEscaped(text, end)) {
      escaped = true;
      end = text.indexOf('"', end + 1);
    }
    if (end === -1) fail("a string is not closed", start);
    const inner = text.slice(start + 1, end);
    at = end + 1;
    if (!escaped && !inner.includes("\\")) {
      if (CONTROL.test(inner)) fail("a control character in a string", start);
      return inner;
    }
    let value: string;
    try {
      value = JSON.parse(text.slice(start, at)) as string;
    } catch {
      fail("a bad escape in a string", start);
    }
    if (!value.isWellFormed()) problems.push({ kind: "lone-surrogate", pointer, offset: start });
    return value;
  }

  function parseNumber(owner: object, key: string): number {
    NUMBER.lastIndex = at;
    const match = NUMBER.exec(text);
    if (!match) fail(at >= text.length ? "the text ends too early" : unexpected(text, at));
    at = NUMBER.lastIndex;
    const value = Number(match[0]);
    if (!Number.isFinite(value)) fail(`the number ${match[0].slice(0, 20)} is too large`);
    // A pass that looks for places gives nobody its values.
    if (visit || String(value) === match[0]) return value;
    if (++spellings > limits.maxSpellings) {
      fail(`more than ${limits.maxSpellings} unusual numbers`, at, "maxSpellings");
    }
    keepSpelling(owner, key, match[0]);
    return value;
  }

  function parseObject(pointer: string, depth: number): Json {
    const object: Record<string, Json> = {};
    at++;
    skipSpace();
    if (text[at] === "}") {
      at++;
      return object;
    }
    for (;;) {
      skipSpace();
      const keyAt = at;
      if (text[at] !== '"') fail(expected(text, at, "a key in double quotes"));
      const key = parseString(pointer);
      const child = visit || Object.hasOwn(object, key) ? pointerTo(pointer, key) : "";
      if (Object.hasOwn(object, key)) {
        problems.push({ kind: "duplicate-key", pointer: child, offset: keyAt });
      }
      skipSpace();
      if (text[at] !== ":") fail(expected(text, at, "a colon"));
      at++;
      setKey(object, key, parseValue(child, depth, object, key));
      skipSpace();
      if (text[at] === ",") {
        at++;
        continue;
      }
      if (text[at] !== "}") fail(expected(text, at, "a comma or a closing brace"));
      at++;
      return object;
    }
  }

  function parseArray(pointer: string, depth: number): Json {
    const array: Json[] = [];
    at++;
    skipSpace();
    if (text[at] === "]") {
      at++;
      return array;
    }
    for (;;) {
      const child = visit ? pointerTo(pointer, array.length) : "";
      array.push(parseValue(child, depth, array, String(array.length)));
      skipSpace();
      if (text[at] === ",") {
        at++;
        continue;
      }
      if (text[at] !== "]") fail(expected(text, at, "a comma or a closing bracket"));
      at++;
      return array;
    }
  }

  function parseValue(pointer: string, depth: number, owner: object, key: string): Json {
    skipSpace();
    if (depth > limits.maxDepth) fail(`nested deeper than ${limits.maxDepth}`, at, "maxDepth");
    if (++values > limits.maxValues) {
      fail(`more than ${limits.maxValues} values`, at, "maxValues");
    }
    visit?.(pointer, at);
    switch (text[at]) {
      case "{":
        return parseObject(pointer, depth + 1);
      case "[":
        return parseArray(pointer, depth + 1);
      case '"':
        return parseString(pointer);
      case "t":
        return parseWord("true", true);
      case "f":
        return parseWord("false", false);
      case "n":
        return parseWord("null", null);
      default:
        return parseNumber(owner, key);
    }
  }

  function parseWord<T extends Json>(word: string, value: T): T {
    if (!text.startsWith(word, at)) fail(unexpected(text, at));
    at += word.length;
    return value;
  }

  const holder = {};
  const value = parseValue("", 0, holder, "");
  skipSpace();
  if (at < text.length) fail("text after the end of the document");
  // Pointers are built only when asked for; a document with problems is worth a second pass.
  if (problems.length === 0 || visit) return { value, problems };
  return { value, problems: parseJson(text, limits, () => {}).problems };
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text[quote - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

function unexpected(text: string, at: number): string {
  return at >= text.length ? "the text ends too early" : `unexpected ${JSON.stringify(text[at])}`;
}

function expected(text: string, at: number, what: string): string {
  return `expected ${what}, found ${at >= text.length ? "the end of the text" : JSON.stringify(text[at])}`;
}

/** Offsets of the values that some pointers name; a pointer to a missing key gives its parent's. */
export function locate(text: string, pointers: ReadonlySet<string>): ReadonlyMap<string, number> {
  const wanted = new Set(pointers);
  for (const pointer of pointers) {
    for (let up = pointer; up !== ""; up = up.slice(0, up.lastIndexOf("/"))) wanted.add(up);
  }
  wanted.add("");
  const found = new Map<string, number>();
  try {
    parseJson(text, JSON_LIMITS, (pointer, offset) => {
      if (wanted.has(pointer) && !found.has(pointer)) found.set(pointer, offset);
    });
  } catch {
    // A damaged document still has places up to the damage.
  }
  const result = new Map<string, number>();
  for (const pointer of pointers) {
    let up = pointer;
    while (up !== "" && !found.has(up)) up = up.slice(0, up.lastIndexOf("/"));
    result.set(pointer, found.get(up) ?? 0);
  }
  return result;
}
