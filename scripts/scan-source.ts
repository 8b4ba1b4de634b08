/** Reads what a source file imports and which strings it contains, without a compiler. */

/** A piece of source text and the line on which it begins. */
export interface Literal {
  readonly text: string;
  readonly line: number;
}

/** What a file imports, and when: with the file itself, only for its types, or when code asks for it. */
export interface Import extends Literal {
  readonly loads: "value" | "type" | "lazy";
}

/** What the import check needs to know of one file. */
export interface Source {
  readonly imports: readonly Import[];
  /** Strings, and the pieces of templates between their `${…}`. */
  readonly literals: readonly Literal[];
  /** Names in the code, each with the line where it first occurs. */
  readonly names: ReadonlyMap<string, number>;
}

/** Replaces the name of an import that is computed, which no check can follow. */
export const COMPUTED = "(computed)";

interface Token extends Literal {
  readonly kind: "string" | "template" | "word" | "regex" | "mark";
  /** How many braces and templates are open around it. */
  readonly depth: number;
  /** What ends a piece of a template. */
  readonly end: string | undefined;
}

const CODE = new RegExp(
  [
    String.raw`(?<space>\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)`,
    String.raw`(?<string>"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')`,
    String.raw`(?<word>[\w$]+)`,
    String.raw`(?<regex>\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*)`,
    String.raw`(?<mark>[\s\S])`,
  ].join("|"),
  "y",
);
const SLASH = /(?<mark>\/)/y;
const TEMPLATE = /(?<template>(?:\\[\s\S]|\$(?!\{)|[^`\\$])*)(?<end>`|\$\{|$)/y;

// A slash after one of these begins a regular expression; after anything else it divides.
const BEFORE_REGEX = /^(?:|[=([{,;:?!&|<>+*%~^-]|return|case|typeof|in|of)$/;

const STATEMENT = /^(?:import|export)$/;

/** Scans TypeScript source. */
export function scanSource(code: string): Source {
  const imports: Import[] = [];
  const literals: Literal[] = [];
  const names = new Map<string, number>();
  let older = "";
  let last = "";
  let loads: Import["loads"] = "value";
  for (const { kind, text, line } of readTokens(code)) {
    const isText = kind === "string" || kind === "template";
    const isCall = older === "import" && last === "(";
    if (isText) literals.push({ text, line });
    if (kind === "word" && !names.has(text)) names.set(text, line);
    if (isCall) {
      imports.push({ text: kind === "string" ? text : COMPUTED, line, loads: "lazy" });
    } else if (kind === "string" && (last === "from" || last === "import")) {
      imports.push({ text, line, loads });
    }
    if (STATEMENT.test(text)) loads = "value";
    // `import type from "a"` and `import type, { … }` import a value that is called "type".
    else if (STATEMENT.test(older) && last === "type" && text !== "from" && text !== ",") {
      loads = "type";
    }
    older = last;
    last = isText ? "" : text;
  }
  return { imports, literals, names };
}

/** The strings of a source file, and its templates as one text each with `…` for what is filled in. */
export function textsIn(code: string): readonly Literal[] {
  const texts: Literal[] = [];
  const open = new Map<number, Literal>(); // Templates that continue after a `${…}`, by their depth.
  for (const { kind, text, line, depth, end } of readTokens(code)) {
    if (kind === "string") texts.push({ text, line });
    if (kind !== "template") continue;
    const before = open.get(depth) ?? { text: "", line };
    const joined = { text: before.text + text, line: before.line };
    open.delete(depth);
    if (end === "${") open.set(depth, { ...joined, text: `${joined.text}…` });
    else texts.push(joined);
  }
  return texts;
}

function* readTokens(code: string): Generator<Token> {
  const open: string[] = []; // Braces and templates, so that the end of a `${` is known.
  let at = 0;
  let line = 1;
  let last = "";
  while (at < code.length) {
    const groups = matchAt(open.at(-1) === "`" ? TEMPLATE : CODE, code, at, last);
    const { length, kind, text, end } = groups;
    if (kind !== "space") {
      const depth = open.length;
      yield { kind, text: kind === "string" ? text.slice(1, -1) : text, line, depth, end };
      last = kind === "mark" || kind === "word" ? text : "literal";
    }
    const bracket = end ?? (kind === "mark" ? text : "");
    if (bracket === "`" && open.at(-1) === "`") open.pop();
    else if (bracket === "{" || bracket === "${" || bracket === "`") open.push(bracket);
    else if (bracket === "}") open.pop();
    if (bracket === "${") last = "(";
    at += length;
    line += code.slice(at - length, at).split("\n").length - 1;
  }
}

interface Match {
  readonly kind: Token["kind"] | "space";
  readonly text: string;
  readonly length: number;
  readonly end: string | undefined;
}

function matchAt(pattern: RegExp, code: string, at: number, last: string): Match {
  pattern.lastIndex = at;
  const found = pattern.exec(code);
  const { end, ...groups } = found?.groups ?? {};
  if (groups.regex !== undefined && !BEFORE_REGEX.test(last)) {
    return matchAt(SLASH, code, at, last);
  }
  for (const kind of ["space", "string", "template", "word", "regex", "mark"] as const) {
    const text = groups[kind];
    if (text !== undefined) return { kind, text, length: found?.[0].length ?? 1, end };
  }
  return { kind: "mark", text: code.charAt(at), length: 1, end };
}
