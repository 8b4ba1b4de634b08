import type { Anchors } from "../anchors.ts";
import { isSecret } from "../judge-value.ts";
import { looksChosen } from "../password-look.ts";
import { strengthOf } from "../secret-names.ts";
import type { Sighting } from "../sighting.ts";
import { keywordsIn } from "./names.ts";

/** What parts the cells of a line; the first that a line has. A table without any of them is aligned by spaces. */
const SEPARATORS = ["|", "\t", ";", ","] as const;
/** Lines of a drawn table, each as wide as the sign that it is read as. */
const DRAWN = /[│┃║]/g;
/** A column beside that of the passwords, where spaces alone make a table. */
const ACCOUNT_HEAD =
  /^(?:user|user[ _]?name|login|e-?mail|account|host|host[ _]?name|server|service|site|system|url|ip)$/i;
const MAX_ROWS = 2000;
const MAX_LINE_LENGTH = 2000;
const MAX_HEAD_LENGTH = 400;
/** The rest of a cell, with what ends it: most names are followed by something else. */
const END_OF_CELL = /[\w ./-]{0,30}["'`]?[ \t]{0,80}(?:[|│┃║\t;,]| {2}|\r?\n)/y;

interface Row {
  readonly cells: readonly string[];
  /** Where each cell begins in the text. */
  readonly starts: readonly number[];
}

/** Secrets in a column whose head names them: CSV, tables of Markdown, output of databases. */
export function* findTableValues(text: string, anchors: Anchors): Generator<Sighting> {
  let after = 0;
  for (const { index } of keywordsIn(text, anchors)) {
    if (index < after) continue;
    END_OF_CELL.lastIndex = index;
    if (!END_OF_CELL.test(text)) continue;
    const before = text.slice(Math.max(0, index - MAX_HEAD_LENGTH), index);
    const end = text.slice(index, index + MAX_HEAD_LENGTH).indexOf("\n");
    const start = index - before.length + before.lastIndexOf("\n") + 1;
    if (end === -1) continue;
    after = index + end;
    yield* findInRow(text, start, after);
    yield* findInTable(text, start, after);
  }
}

function* findInTable(text: string, start: number, end: number): Generator<Sighting> {
  const line = lineOf(text, start, end);
  const separator = SEPARATORS.find((each) => line.includes(each)) ?? " ";
  const head = readRow(line, start, separator);
  if (!isHeadRow(head, separator)) return;
  const columns = head.cells.flatMap((cell, column) => {
    const strength = strengthOf(cell.replaceAll(" ", "_"));
    return strength === "none" ? [] : [{ column, strength, name: cell }];
  });
  if (columns.length === 0) return;
  let from = end + 1;
  for (let number = 0; number < MAX_ROWS && from < text.length; number++) {
    const to = endOfLine(text, from);
    if (to - from > MAX_LINE_LENGTH) return;
    const line = lineOf(text, from, to);
    const row = readRow(line, from, separator);
    if (row.cells.length !== head.cells.length && !isRule(line)) return;
    for (const { column, strength, name } of columns) {
      const value = row.cells[column] ?? "";
      const at = row.starts[column] ?? from;
      // No code is in a column of passwords.
      const writing = strength === "password" && /\d/.test(value) ? "setting" : "bare";
      if (isSecret({ value, at, writing }, strength)) {
        yield { kind: "assigned_secret", secret: value, at, name };
      }
    }
    from = to + 1;
  }
}

/** The value in the cell after its name: `| DB_PASSWORD | … |`. */
function* findInRow(text: string, start: number, end: number): Generator<Sighting> {
  const line = lineOf(text, start, end);
  if (!/^\s{0,20}\|/.test(line)) return;
  const { cells, starts } = readRow(line, start, "|");
  const name = (cells[1] ?? "").replaceAll(/[*`]/g, "");
  const strength = strengthOf(name.replaceAll(" ", "_"));
  const value = cells[2] ?? "";
  const at = starts[2] ?? start;
  if (strength === "none" || !isHead(name)) return;
  const isChosen = strength === "password" && looksChosen(value);
  if (
    isSecret({ value, at, writing: "purpose" }, strength) ||
    (isChosen && isSecret({ value, at, writing: "setting" }, strength))
  )
    yield { kind: "assigned_secret", secret: value, at, name };
}

/** Whether a line names columns; a comma at its end belongs to a list of code. */
function isHeadRow({ cells }: Row, separator: string): boolean {
  if (cells.length < 2 || !cells.every(isHead)) return false;
  if (separator === " ") return cells.some((cell) => ACCOUNT_HEAD.test(cell));
  return separator === "|" || cells.at(-1) !== "";
}

/** The head of a column: a word or a few, as no cell of code is. */
function isHead(cell: string): boolean {
  if (/^your\b/i.test(cell)) return false; // What to fill in, in a table of settings.
  return cell.length <= 40 && /^[\p{L}_][\p{L}\p{N}_ /.-]*$|^$/u.test(cell);
}

/** A line below the head: `|---|---|`, `----+----`, `├────┼────┤`. */
function isRule(line: string): boolean {
  return /^[\s|+:=\u2500-\u257f-]+$/.test(line) && /[-=\u2500-\u257f]/.test(line);
}

/** A line of a table, as if it were drawn with `|`. */
function lineOf(text: string, from: number, to: number): string {
  return text.slice(from, to).replaceAll(DRAWN, "|");
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** The cells of a line without the spaces and quotes around them. */
function readRow(line: string, start: number, separator: string): Row {
  const cells: string[] = [];
  const starts: number[] = [];
  let at = 0;
  if (separator === " ") return readAligned(line, start);
  for (const piece of splitCells(line, separator)) {
    const cell = piece.trim();
    const isQuoted = cell.length > 1 && /^(["'`]).*\1$/.test(cell);
    const offset = piece.indexOf(cell) + (isQuoted ? 1 : 0);
    cells.push(isQuoted ? cell.slice(1, -1) : cell);
    starts.push(start + at + offset);
    at += piece.length + 1;
  }
  return { cells, starts };
}

/** The cells of a line that spaces part: two or more, or one where the line has no more. */
function readAligned(line: string, start: number): Row {
  const isWide = /\S {2,}\S/.test(line);
  const matches = [...line.matchAll(isWide ? /\S+(?: \S+)*/g : /\S+/g)];
  return {
    cells: matches.map(([cell]) => cell),
    starts: matches.map(({ index }) => start + index),
  };
}

/** The pieces of a line; a separator inside quotes parts nothing. */
function splitCells(line: string, separator: string): readonly string[] {
  if (!line.includes('"')) return line.split(separator);
  const pieces: string[] = [];
  let isInside = false;
  let from = 0;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isInside = !isInside;
    if (line[at] !== separator || isInside) continue;
    pieces.push(line.slice(from, at));
    from = at + 1;
  }
  pieces.push(line.slice(from));
  return pieces;
}
