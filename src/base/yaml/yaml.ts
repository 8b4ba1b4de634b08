import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Pair,
  parseDocument,
  type YAMLMap,
} from "yaml";
import type { ErrorCode } from "../codes.ts";
import type { Findings, Place } from "../findings.ts";
import { pointerTo } from "../json/pointer.ts";
import { type Json, setKey } from "../json/value.ts";
import { formatNumber } from "../text/format-count.ts";
import { yamlMessage } from "./yaml-messages.ts";

/** A fault in a YAML text. */
export interface YamlFault {
  readonly code: Extract<ErrorCode, "E_YAML" | "E_DUP_KEY" | "E_LIMIT">;
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** A parsed text with its faults and the positions of its values. */
export interface ParsedYaml {
  /** Undefined when the text cannot be used. */
  readonly value: Json | undefined;
  readonly faults: readonly YamlFault[];
  /** The line of the value at a JSON pointer, or of its nearest existing parent. */
  lineOf(pointer: string): number;
}

/** A text that exceeds these limits is refused before anything is built from it. */
const MAX_DEPTH = 64;
const MAX_TOKENS = 60_000;
const MAX_FAULTS = 20;
/** Patterns of file names, as rules for editors have them, are the usual reason. */
const ALIAS = 'Aliases are not allowed; put a text that begins with "*" in quotes';
const TOO_DEEP = `Nested more than ${MAX_DEPTH} levels deep`;

/**
 * Parses one document of plain YAML 1.2: maps, lists and core scalars. Tags, anchors, aliases, directives
 * and duplicate keys are faults, because readers interpret them differently, and because a few aliases
 * can expand to gigabytes.
 */
export function parseYaml(text: string, firstLine = 1): ParsedYaml {
  const excess = findExcess(text, firstLine);
  if (excess) return { value: undefined, faults: [excess], lineOf: () => excess.line };
  const counter = new LineCounter();
  // The library's own check for unique keys compares every pair of keys; `plainMap` does it in linear time.
  const document = parseDocument(text, {
    schema: "core",
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
    lineCounter: counter,
  });
  const lineAt = (offset: number) => counter.linePos(offset).line + firstLine - 1;
  const faults: YamlFault[] = document.errors.slice(0, MAX_FAULTS).map((error) => ({
    code: error.code === "RESOURCE_EXHAUSTION" ? "E_LIMIT" : "E_YAML",
    line: lineAt(error.pos[0]),
    message: beginsWithStar(text, error.pos[0]) ? ALIAS : yamlMessage(error.code),
  }));
  const lines = new Map([["", firstLine]]);
  if (faults.length > 0) return { value: undefined, faults, lineOf: (at) => nearest(lines, at) };
  if (document.directives?.yaml.explicit) {
    faults.push({ code: "E_YAML", line: firstLine, message: "Directives are not allowed" });
  }
  const value = plainValue(document.contents, "", { faults, lines, lineAt });
  return { value, faults: faults.slice(0, MAX_FAULTS), lineOf: (at) => nearest(lines, at) };
}

/** Whether the line of an offset has a value that begins with `*`. */
function beginsWithStar(text: string, offset: number): boolean {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  return /(?:^|[:-])[ \t]+\*/.test(text.slice(start, end === -1 ? undefined : end));
}

/** Findings that add line numbers: a place with a pointer into the YAML text gets its line. */
export function withYamlLines(
  findings: Findings,
  { lineOf }: Pick<ParsedYaml, "lineOf">,
): Findings {
  const at = (place: Place): Place =>
    place.line === undefined ? { ...place, line: lineOf(place.pointer ?? "") } : place;
  return {
    ...findings,
    error: (code, place, message, details) => findings.error(code, at(place), message, details),
    warn: (code, place, message, details) => findings.warn(code, at(place), message, details),
    errorIfStrict: (codes, place, message) => findings.errorIfStrict(codes, at(place), message),
  };
}

/** Counts tokens and nesting with the lexer alone, so that a small text cannot cost much memory. */
function findExcess(text: string, firstLine: number): YamlFault | null {
  let line = firstLine;
  let tokens = 0;
  let flow = 0;
  let inLine = 0;
  for (const token of new Lexer().lex(text)) {
    tokens++;
    if (token === "[" || token === "{") flow++;
    else if (token === "]" || token === "}") flow--;
    else if (token === "-" || token === "?") inLine++;
    else if (token.includes("\n")) {
      inLine = 0;
      line += token.split("\n").length - 1;
    }
    if (flow + inLine > MAX_DEPTH) {
      return { code: "E_LIMIT", line, message: TOO_DEEP };
    }
    if (tokens > MAX_TOKENS) {
      return {
        code: "E_LIMIT",
        line,
        message: `More than ${formatNumber(MAX_TOKENS)} tokens of YAML`,
      };
    }
  }
  return null;
}

interface Walk {
  readonly faults: YamlFault[];
  readonly lines: Map<string, number>;
  lineAt(offset: number): number;
}

function plainValue(node: unknown, pointer: string, walk: Walk, depth = 0): Json {
  if (node === null || node === undefined) return null;
  const fail = (message: string, code: YamlFault["code"] = "E_YAML"): null => {
    walk.faults.push({ code, line: nearest(walk.lines, pointer), message });
    return null;
  };
  if (depth > MAX_DEPTH) return fail(TOO_DEEP, "E_LIMIT");
  if (isAlias(node)) return fail(ALIAS);
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return fail("Not plain YAML");
  if (node.anchor) return fail("Anchors are not allowed");
  if (node.tag) return fail("Tags are not allowed");
  if (isMap(node)) return plainMap(node, pointer, walk, depth);
  if (isSeq(node)) {
    return node.items.map((item, index) => {
      const child = pointerTo(pointer, index);
      keepLine(item, child, walk);
      return plainValue(item, child, walk, depth + 1);
    });
  }
  const { value } = node;
  if (typeof value === "string")
    return value.isWellFormed() ? value : fail("The text contains an unpaired surrogate");
  if (typeof value === "number")
    return Number.isFinite(value) ? value : fail("The number is not finite");
  return typeof value === "boolean" || value === null ? value : fail("Not plain YAML");
}

function plainMap(node: YAMLMap, pointer: string, walk: Walk, depth: number): Json {
  const map: Record<string, Json> = {};
  for (const pair of node.items as readonly Pair[]) {
    const line = walk.lineAt(startOf(pair.key) ?? startOf(node) ?? 0);
    const key = keyOf(pair.key);
    if (key === null) {
      walk.faults.push({ code: "E_YAML", line, message: "A key is not plain text" });
      continue;
    }
    const child = pointerTo(pointer, key);
    if (Object.hasOwn(map, key)) {
      walk.faults.push({ code: "E_DUP_KEY", line, message: "The map has the same key twice" });
      continue;
    }
    walk.lines.set(child, line);
    setKey(map, key, plainValue(pair.value, child, walk, depth + 1));
  }
  return map;
}

function keyOf(node: unknown): string | null {
  if (!isScalar(node) || node.anchor || node.tag || node.value === null) return null;
  return typeof node.value === "string" ? node.value : (node.source ?? String(node.value));
}

function keepLine(node: unknown, pointer: string, walk: Walk): void {
  const start = startOf(node);
  if (start !== null) walk.lines.set(pointer, walk.lineAt(start));
}

function startOf(node: unknown): number | null {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return null;
  return node.range?.[0] ?? null;
}

function nearest(lines: ReadonlyMap<string, number>, pointer: string): number {
  let at = pointer;
  while (at !== "" && !lines.has(at)) at = at.slice(0, at.lastIndexOf("/"));
  return lines.get(at) ?? 1;
}
