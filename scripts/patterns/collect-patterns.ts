/** Finds every regular expression of source files, literal or constructed. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Comment, parseSync, Visitor } from "oxc-parser";
import { root } from "../run.ts";

/** A regular expression in one place. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly file: string;
  readonly line: number;
  /** Why it may stay although it backtracks: a comment `regex: …` on its line or just above. */
  readonly reason: string | null;
}

/** A place where a regular expression is constructed from strings. */
export interface ConstructedAt {
  readonly file: string;
  readonly line: number;
  readonly lastLine: number;
  readonly reason: string | null;
}

/** What one source file has of both. */
export interface FilePatterns {
  readonly literals: readonly Pattern[];
  readonly constructed: readonly ConstructedAt[];
}

const REASON = /(?:^|\s)regex: (?<reason>\S.*)$/s;
/** How many lines a reason may be above its pattern, which may be a line of a longer declaration. */
const NEAR = 2;

/** The regular expressions of one file, given as path and text. */
export function findPatterns(file: string, code: string): FilePatterns {
  const { program, comments, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`Cannot parse ${file}: ${errors[0]?.message}`);
  const lineOf = createLineIndex(code);
  const reasonAt = (line: number) => findReason(comments, line, lineOf);
  const literals: Pattern[] = [];
  const constructed: ConstructedAt[] = [];
  const note = (node: { start: number; end: number; callee: unknown }) => {
    if (!isRegExp(node.callee)) return;
    const line = lineOf(node.start);
    constructed.push({ file, line, lastLine: lineOf(node.end), reason: reasonAt(line) });
  };
  new Visitor({
    Literal(node) {
      if (!("regex" in node)) return;
      const line = lineOf(node.start);
      const { pattern: source, flags } = node.regex;
      literals.push({ source, flags, file, line, reason: reasonAt(line) });
    },
    NewExpression: note,
    CallExpression: note,
  }).visit(program);
  return { literals, constructed };
}

function isRegExp(callee: unknown): boolean {
  return typeof callee === "object" && callee !== null && "name" in callee
    ? callee.name === "RegExp"
    : false;
}

function findReason(
  comments: readonly Comment[],
  line: number,
  lineOf: (at: number) => number,
): string | null {
  for (const { value, end } of comments) {
    const distance = line - lineOf(end);
    const reason = distance >= 0 && distance <= NEAR ? REASON.exec(value)?.groups?.reason : null;
    if (typeof reason === "string") return reason;
  }
  return null;
}

/** Finds the line of an offset. */
function createLineIndex(code: string): (at: number) => number {
  const starts = [...code.matchAll(/^/gm)].map(({ index }) => index);
  return (at) => {
    const next = starts.findIndex((start) => start > at);
    return next === -1 ? starts.length : next;
  };
}

/**
 * The patterns that places construct, from a process that runs them: strings that are put together
 * elsewhere are known for certain only then. A place that was not reached is returned as missing.
 */
export async function recordConstructed(
  places: readonly ConstructedAt[],
): Promise<{ readonly patterns: readonly Pattern[]; readonly missing: readonly ConstructedAt[] }> {
  if (places.length === 0) return { patterns: [], missing: [] };
  const files = [...new Set(places.map(({ file }) => file))];
  const script = join(root, "scripts/patterns/record-constructed.ts");
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [script, ...files], {
    cwd: root,
    maxBuffer: 1 << 26,
  });
  const seen = JSON.parse(stdout) as readonly Omit<Pattern, "reason">[];
  const isAt = (place: ConstructedAt, { file, line }: Omit<Pattern, "reason">) =>
    place.file === file && line >= place.line && line <= place.lastLine;
  const patterns = places.flatMap((place) =>
    seen.filter((each) => isAt(place, each)).map((each) => ({ ...each, reason: place.reason })),
  );
  const missing = places.filter((place) => !seen.some((each) => isAt(place, each)));
  return { patterns, missing };
}
