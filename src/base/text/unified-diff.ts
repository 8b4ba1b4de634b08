/**
 * Reads a unified diff and applies it to texts in either direction. Whatever cannot be decided with
 * certainty makes the result null, never a guess.
 */

/** One change of a unified diff. Lines end with their newline; only the last of a file may lack it. */
export interface Hunk {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The first line of each side in its file, counted from 1. */
  readonly beforeStart: number;
  readonly afterStart: number;
}

/** What a diff does to one file; a path is null where there is no file. */
export interface FilePatch {
  readonly before: string | null;
  readonly after: string | null;
  /** Git's modes (`100755`), where the diff names them. */
  readonly beforeMode: string | null;
  readonly afterMode: string | null;
  readonly hunks: readonly Hunk[];
}

/** A side of a diff: the files before it, or the files after it. */
export type Direction = "before" | "after";

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;
// What cannot be compared line by line makes the diff undecidable.
const UNREADABLE = /^(?:GIT binary patch|Binary files |(?:rename|copy) (?:from|to) )/;
const MODE = /^(old|new|new file|deleted file) mode (\d{6})\s*$/;

type Draft = { -readonly [Key in keyof FilePatch]: FilePatch[Key] } & { hunks: Hunk[] };

/** Reads a unified diff; null when it contains something that plain lines cannot express. */
export function parsePatch(text: string): readonly FilePatch[] | null {
  const lines = text.split("\n");
  const patches: Draft[] = [];
  // A file whose `---` line has not come: it may have none, as an empty new file.
  let pending: Draft | null = null;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (UNREADABLE.test(line)) return null;
    if (line.startsWith("diff --git ")) {
      pending = gitHeader(line);
      if (pending) patches.push(pending);
      continue;
    }
    const mode = MODE.exec(line);
    if (mode) {
      if (pending) setMode(pending, mode[1] ?? "", mode[2] ?? "");
      continue;
    }
    if (line.startsWith("--- ") && lines[at + 1]?.startsWith("+++ ")) {
      const before = pathOf(line);
      const after = pathOf(lines[at + 1] ?? "");
      if (before === undefined || after === undefined) return null;
      if (pending) Object.assign(pending, { before, after });
      else patches.push({ before, after, beforeMode: null, afterMode: null, hunks: [] });
      pending = null;
      at++;
      continue;
    }
    const head = HUNK.exec(line);
    if (!head) continue;
    const read = readHunk(lines, at + 1, head);
    const patch = patches.at(-1);
    if (!read || !patch) return null;
    patch.hunks.push(read.hunk);
    at = read.end;
  }
  return patches.length === 0 ? null : patches;
}

/** The file of a `diff --git` line, if both its names are the same; otherwise other lines name it. */
function gitHeader(line: string): Draft | null {
  const names = line.slice("diff --git ".length).replace(/\r$/, "");
  const half = (names.length - 1) / 2;
  const left = unprefixed(names.slice(0, half));
  const right = unprefixed(names.slice(half + 1));
  const isSame = Number.isInteger(half) && left !== undefined && left === right;
  const path = isSame && names[half] === " " ? left : null;
  if (path === null) return null;
  return { before: path, after: path, beforeMode: null, afterMode: null, hunks: [] };
}

function setMode(patch: Draft, which: string, mode: string): void {
  if (which === "new file") Object.assign(patch, { before: null, afterMode: mode });
  else if (which === "deleted file") Object.assign(patch, { after: null, beforeMode: mode });
  else if (which === "old") patch.beforeMode = mode;
  else patch.afterMode = mode;
}

function pathOf(line: string): string | null | undefined {
  const [path = ""] = line.slice(4).split(/[\t\r]/, 1);
  return path === "/dev/null" ? null : unprefixed(path);
}

/** A name without `a/` or `b/` and without the quotes that git puts around unusual ones. */
function unprefixed(name: string): string | undefined {
  const plain = name.startsWith('"') ? unquote(name) : name;
  return plain?.replace(/^[ab]\//, "");
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
  '"': '"',
  "\\": "\\",
};

/** A name in C quotes, in which bytes outside ASCII are octal; undefined when it is not UTF-8. */
function unquote(name: string): string | undefined {
  if (name.length < 2 || !name.endsWith('"')) return undefined;
  const bytes: Buffer[] = [];
  const inner = name.slice(1, -1);
  for (let at = 0; at < inner.length; at++) {
    const octal = inner[at] === "\\" ? /^[0-3][0-7]{2}/.exec(inner.slice(at + 1, at + 4)) : null;
    const escaped = inner[at] === "\\" ? ESCAPES[inner[at + 1] ?? ""] : undefined;
    if (octal) {
      bytes.push(Buffer.from([Number.parseInt(octal[0], 8)]));
      at += 3;
    } else if (inner[at] !== "\\") bytes.push(Buffer.from(inner[at] ?? ""));
    else if (escaped === undefined) return undefined;
    else {
      bytes.push(Buffer.from(escaped));
      at++;
    }
  }
  const all = Buffer.concat(bytes);
  const text = all.toString("utf8");
  return Buffer.from(text).equals(all) ? text : undefined;
}

function readHunk(
  lines: readonly string[],
  start: number,
  [, beforeStart, beforeCount = "1", afterStart, afterCount = "1"]: RegExpExecArray,
): { readonly hunk: Hunk; readonly end: number } | null {
  const before: string[] = [];
  const after: string[] = [];
  let at = start;
  for (; before.length < Number(beforeCount) || after.length < Number(afterCount); at++) {
    const line = lines[at];
    if (line === undefined) return null;
    const mark = line[0] ?? " ";
    if (mark === "\\") continue;
    if (!" +-".includes(mark)) return null;
    // "\ No newline at end of file" follows the line that it is about.
    const end = lines[at + 1]?.startsWith("\\") ? "" : "\n";
    if (mark !== "+") before.push(line.slice(1) + end);
    if (mark !== "-") after.push(line.slice(1) + end);
  }
  const hunk = { before, after, beforeStart: Number(beforeStart), afterStart: Number(afterStart) };
  return { hunk, end: at - 1 };
}

/** Whether a file's text (null without a file) is the one on one side of a patch. */
export function matchesPatch(patch: FilePatch, side: Direction, text: string | null): boolean {
  return crossPatch(patch, side, text) !== undefined;
}

/**
 * The text on the other side of a patch, given the text on this side; null for no file, undefined when
 * the text is not the one on this side. A hunk is looked for at its line first and then anywhere after
 * the one before it, since a diff may have been made from a slightly different file.
 */
export function crossPatch(
  patch: FilePatch,
  side: Direction,
  text: string | null,
): string | null | undefined {
  const [from, to] = side === "before" ? [patch.before, patch.after] : [patch.after, patch.before];
  if ((from === null) !== (text === null)) return undefined;
  const lines = text === null ? [] : splitLines(text);
  const result: string[] = [];
  let at = 0;
  for (const hunk of patch.hunks) {
    const [wanted, other] =
      side === "before" ? [hunk.before, hunk.after] : [hunk.after, hunk.before];
    const stated = side === "before" ? hunk.beforeStart : hunk.afterStart;
    const found = findLines(lines, wanted, { from: at, stated });
    if (found === -1) return undefined;
    for (; at < found; at++) result.push(lines[at] ?? "");
    result.push(...other);
    at = found + wanted.length;
  }
  if (to === null) return at === lines.length ? null : undefined;
  return result.join("") + lines.slice(at).join("");
}

/** The lines of a text with their newlines. */
function splitLines(text: string): string[] {
  const lines = text.split("\n").map((line) => `${line}\n`);
  const last = lines.pop()?.slice(0, -1) ?? "";
  return last === "" ? lines : [...lines, last];
}

function findLines(
  lines: readonly string[],
  wanted: readonly string[],
  { from, stated }: { readonly from: number; readonly stated: number },
): number {
  // A hunk that only adds names the line after which it does.
  const expected = wanted.length === 0 ? stated : stated - 1;
  if (expected >= from && expected <= lines.length && matchesAt(lines, wanted, expected)) {
    return expected;
  }
  const [first] = wanted;
  if (first === undefined) return from;
  for (let at = lines.indexOf(first, from); at !== -1; at = lines.indexOf(first, at + 1)) {
    if (matchesAt(lines, wanted, at)) return at;
  }
  return -1;
}

function matchesAt(lines: readonly string[], wanted: readonly string[], at: number): boolean {
  return wanted.every((line, index) => lines[at + index] === line);
}
