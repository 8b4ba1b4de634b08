import { pointerTo } from "./pointer.ts";
import {
  addProblem,
  createReader,
  expectedError,
  type JsonLimits,
  type JsonProblem,
  type JsonReader,
  JsonSyntaxError,
  overLimitError,
  readLiteral,
  readNumber,
  readString,
  skipIf,
  skipSpace,
} from "./reader.ts";
import { type Json, rememberSpelling, setKey } from "./value.ts";

export { type JsonProblem, JsonSyntaxError } from "./reader.ts";

/** More than every known record needs, and small enough to bound recursion and memory. */
export const JSON_LIMITS: JsonLimits = {
  maxDepth: 100,
  maxValues: 1_500_000,
  maxSpellings: 250_000,
};

/** A parsed document, with what was wrong in it. */
export interface ParsedJson {
  readonly value: Json;
  /** Only the first ones when there are very many. */
  readonly problems: readonly JsonProblem[];
}

/** Called with the pointer and offset of every value while parsing. */
export type JsonVisitor = (pointer: string, offset: number) => void;

/**
 * Parses JSON as `JSON.parse` does, and also finds duplicate keys, unpaired surrogates and unusual
 * spellings of numbers, within limits. For the positions of values see `locatePointers`.
 */
export function parseJson(text: string, limits = JSON_LIMITS, visit?: JsonVisitor): ParsedJson {
  const parser: Parser = { reader: createReader(text, limits), visit };
  const { reader } = parser;
  const value = parseValue(parser, "");
  skipSpace(reader);
  if (reader.at < text.length) {
    throw new JsonSyntaxError("there is text after the end of the document", reader.at);
  }
  // Pointers are expensive: only a document with problems is parsed again to build them.
  if (reader.problems.length === 0 || visit) return { value, problems: reader.problems };
  return { value, problems: parseJson(text, limits, () => {}).problems };
}

interface Parser {
  readonly reader: JsonReader;
  readonly visit: JsonVisitor | undefined;
}

function parseValue(parser: Parser, pointer: string): Json {
  const { reader } = parser;
  skipSpace(reader);
  if (++reader.values > reader.limits.maxValues)
    throw overLimitError(reader, "maxValues", "values");
  parser.visit?.(pointer, reader.at);
  switch (reader.text[reader.at]) {
    case "{":
      return parseObject(parser, pointer);
    case "[":
      return parseArray(parser, pointer);
    case '"':
      return readString(reader, pointer);
    case "t":
      return readLiteral(reader, "true", true);
    case "f":
      return readLiteral(reader, "false", false);
    case "n":
      return readLiteral(reader, "null", null);
    default:
      return readNumber(reader);
  }
}

function parseObject(parser: Parser, pointer: string): Json {
  const { reader } = parser;
  const object: Record<string, Json> = {};
  enter(reader);
  if (skipIf(reader, "}")) return leave(reader, object);
  for (;;) {
    parseMember(parser, pointer, object);
    if (skipIf(reader, ",")) continue;
    if (skipIf(reader, "}")) return leave(reader, object);
    throw expectedError(reader, "a comma or a closing brace");
  }
}

function parseMember(parser: Parser, pointer: string, object: Record<string, Json>): void {
  const { reader } = parser;
  skipSpace(reader);
  const keyAt = reader.at;
  if (reader.text[keyAt] !== '"') throw expectedError(reader, "a key in double quotes");
  const key = readString(reader, pointer);
  const isDouble = Object.hasOwn(object, key);
  const child = parser.visit ? pointerTo(pointer, key) : "";
  if (isDouble) addProblem(reader, "duplicate-key", child, keyAt);
  skipSpace(reader);
  if (!skipIf(reader, ":")) throw expectedError(reader, "a colon");
  setKey(object, key, parseValue(parser, child));
  spell(parser, object, key);
  skipSpace(reader);
}

function parseArray(parser: Parser, pointer: string): Json {
  const { reader } = parser;
  const array: Json[] = [];
  enter(reader);
  if (skipIf(reader, "]")) return leave(reader, array);
  for (;;) {
    const child = parser.visit ? pointerTo(pointer, array.length) : "";
    array.push(parseValue(parser, child));
    spell(parser, array, array.length - 1);
    skipSpace(reader);
    if (skipIf(reader, ",")) continue;
    if (skipIf(reader, "]")) return leave(reader, array);
    throw expectedError(reader, "a comma or a closing bracket");
  }
}

function enter(reader: JsonReader): void {
  if (++reader.depth > reader.limits.maxDepth) {
    throw overLimitError(reader, "maxDepth", "levels of nesting");
  }
  reader.at++;
  skipSpace(reader);
}

function leave<T extends Json>(reader: JsonReader, value: T): T {
  reader.depth--;
  return value;
}

/** Remembers the spelling of a number with its owner; not in a second pass, whose values are discarded. */
function spell({ reader, visit }: Parser, owner: object, key: string | number): void {
  if (reader.spelling === null) return;
  if (!visit) rememberSpelling(owner, String(key), reader.spelling);
  reader.spelling = null;
}
