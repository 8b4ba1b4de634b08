/** Breaks the lines of presenters that are wider than the terminal, so that no word is cut in two. */

import { stripVTControlCharacters } from "node:util";

/** Where a command to copy begins: after a colon or a quote, or at the start of a line; a style may end before it. */
const COMMAND =
  /(?:^ *|:(?:.\[\d+m)? {1,2}|["'`(]|→ )(?=(?:holdall|npm|npx|git|cd|claude|codex|gemini|opencode|pi|kilo|copilot|qwen|kimi|goose|grok) )/g;
/** Columns between the beginning of a line and what is continued of it. */
const INDENT = 2;

/**
 * Lines for a terminal of a width. What is broken continues below the column that its text began in. Paths,
 * ids and commands to copy stay in one piece, even where they are wider than the terminal: it wraps them
 * itself, and they can still be copied. So does a document, which is an element that ends with a line break.
 * Without a width (in a pipe or a file) every line stays whole.
 */
export function fitLines(lines: readonly string[], width: number | null): readonly string[] {
  return lines.flatMap((line) => {
    if (line.endsWith("\n")) return line.slice(0, -1);
    return width === null || widthOf(line) <= width ? line : breakLine(line, width);
  });
}

function breakLine(line: string, width: number): readonly string[] {
  const indent = " ".repeat(indentOf(line, width));
  const lines: string[] = [];
  let current = "";
  for (const { gap, text } of piecesOf(line)) {
    const isFirst = current.trim() === "";
    if (!isFirst && widthOf(current) + gap.length + widthOf(text) > width) {
      lines.push(current);
      current = indent + text;
    } else current += gap + text;
  }
  return [...lines, current];
}

/** The column of what follows the first gap of two spaces, if that is near; else a little further in. */
function indentOf(line: string, width: number): number {
  const plain = stripVTControlCharacters(line);
  const start = plain.length - plain.trimStart().length;
  const gap = plain.indexOf("  ", start);
  if (gap === -1) return start + INDENT;
  const column = plain.length - plain.slice(gap).trimStart().length;
  return column <= width / 3 ? column : start + INDENT;
}

interface Piece {
  /** The spaces before it. */
  readonly gap: string;
  readonly text: string;
}

/** Words with the spaces before them; a command is one word. */
function piecesOf(line: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const commands = commandsIn(line);
  let at = 0;
  while (at < line.length) {
    const start = skipSpaces(line, at);
    const end = endOfPiece(line, start, commands);
    pieces.push({ gap: line.slice(at, start), text: line.slice(start, end) });
    at = end;
  }
  return pieces;
}

function skipSpaces(line: string, from: number): number {
  let at = from;
  while (line[at] === " ") at++;
  return at;
}

/** A command ends with its quote, or with the line. */
function endOfPiece(line: string, start: number, commands: ReadonlySet<number>): number {
  if (commands.has(start)) return line.length;
  if (!commands.has(start + 1)) return endOfToken(line, start);
  const quote = line[start] === "(" ? ")" : (line[start] ?? "");
  const close = line.indexOf(quote, start + 1);
  return close === -1 ? line.length : endOfToken(line, close);
}

/** Where commands begin. */
function commandsIn(line: string): ReadonlySet<number> {
  const found = [...line.matchAll(COMMAND)];
  return new Set(found.map(({ index, 0: before }) => index + before.length));
}

function endOfToken(line: string, start: number): number {
  const space = line.indexOf(" ", start);
  return space === -1 ? line.length : space;
}

/** In columns: what styles a text takes none. */
function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}
