/**
 * Reads a unified diff just well enough to decide on which side of it a captured file is. It applies
 * nothing. Whatever it cannot decide with certainty makes the result undecided, never a guess.
 */

/** One change of a unified diff: the lines before it and the lines after it. */
export interface Hunk {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** What a diff does to one file; a path is null where there is no file. */
export interface FilePatch {
  readonly before: string | null;
  readonly after: string | null;
  readonly hunks: readonly Hunk[];
}

/** Which way a diff can be applied. */
export type Direction = "before" | "after";

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
// What cannot be compared line by line makes the diff undecidable.
const UNREADABLE = /^(?:GIT binary patch|Binary files |(?:rename|copy) (?:from|to) )/;

/** Reads a unified diff; null when it contains something that plain lines cannot express. */
export function parsePatch(text: string): readonly FilePatch[] | null {
  const lines = text.split("\n");
  const patches: { before: string | null; after: string | null; hunks: Hunk[] }[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (UNREADABLE.test(line)) return null;
    if (line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ")) {
      const [before, after] = [pathOf(line), pathOf(lines[at + 1] ?? "")];
      if (before === undefined || after === undefined) return null;
      patches.push({ before, after, hunks: [] });
      at++;
      continue;
    }
    const head = HUNK.exec(line);
    if (!head) continue;
    const read = readHunk(lines, at + 1, Number(head[1] ?? 1), Number(head[2] ?? 1));
    const patch = patches.at(-1);
    if (!read || !patch) return null;
    patch.hunks.push(read.hunk);
    at = read.end;
  }
  return patches.length === 0 ? null : patches;
}

function pathOf(line: string): string | null | undefined {
  const [path = ""] = line.slice(4).split(/[\t\r]/, 1);
  if (path === "/dev/null") return null;
  // Git quotes names with unusual characters; supporting them is not worth a parser here.
  if (path.startsWith('"')) return undefined;
  return path.replace(/^[ab]\//, "");
}

function readHunk(
  lines: readonly string[],
  start: number,
  beforeCount: number,
  afterCount: number,
): { readonly hunk: Hunk; readonly end: number } | null {
  const before: string[] = [];
  const after: string[] = [];
  let at = start;
  for (; before.length < beforeCount || after.length < afterCount; at++) {
    const line = lines[at];
    if (line === undefined) return null;
    const mark = line[0] ?? " ";
    if (mark === "\\") continue;
    if (!" +-".includes(mark)) return null;
    if (mark !== "+") before.push(line.slice(1));
    if (mark !== "-") after.push(line.slice(1));
  }
  return { hunk: { before, after }, end: at - 1 };
}

/**
 * Whether a file's text (null without a file) is the one on one side of a patch. Line numbers of
 * hunks are ignored, only their order counts, since a diff may have been made from a slightly
 * different file.
 */
export function matchesPatch(patch: FilePatch, side: Direction, text: string | null): boolean {
  const path = side === "before" ? patch.before : patch.after;
  if (path === null || text === null) return path === null && text === null;
  const lines = text.split("\n");
  let from = 0;
  for (const hunk of patch.hunks) {
    const wanted = side === "before" ? hunk.before : hunk.after;
    const found = indexOfLines(lines, wanted, from);
    if (found === -1) return false;
    from = found + wanted.length;
  }
  return true;
}

function indexOfLines(lines: readonly string[], wanted: readonly string[], from: number): number {
  const [first] = wanted;
  if (first === undefined) return from;
  for (let at = lines.indexOf(first, from); at !== -1; at = lines.indexOf(first, at + 1)) {
    if (wanted.every((line, index) => lines[at + index] === line)) return at;
  }
  return -1;
}
