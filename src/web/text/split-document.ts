import { isTableRule, parseTable, type TablePart } from "./parse-table.ts";
import { splitText, type TextPart } from "./split-text.ts";

/** An item of a list, with the lists inside it. */
export interface ListItem {
  readonly text: string;
  readonly lists: readonly ListPart[];
}

/** A list; the first number of one that is numbered, else null. */
export interface ListPart {
  readonly kind: "list";
  readonly start: number | null;
  readonly items: readonly ListItem[];
}

/** Lines that quote something. */
export interface QuotePart {
  readonly kind: "quote";
  readonly text: string;
}

/** A part of a document. */
export type DocumentPart = TextPart | ListPart | TablePart | QuotePart;

/** How a text was written. */
export interface DocumentStyle {
  /** Whether the end of a line is a break, as in a message; in a document it is where an editor wrapped it. */
  readonly keepsLines: boolean;
}

const ITEM = /^([ \t]{0,12})(?:[-*+]|(\d{1,9})[.)])[ \t]+(\S.*)$/;
const MAX_DEPTH = 3;
const INDENT = 2;

/** Splits a Markdown text into paragraphs, headings, lists, tables, quotations and code. */
export function splitDocument(
  text: string,
  style: DocumentStyle = { keepsLines: false },
): readonly DocumentPart[] {
  const parts: DocumentPart[] = [];
  for (const part of splitText(text)) {
    if (part.kind !== "prose") parts.push(part);
    else for (const each of splitProse(part, style)) addPart(parts, each);
  }
  return parts;
}

/** Adds a part. Empty lines between items do not end a list. */
function addPart(parts: DocumentPart[], part: DocumentPart): void {
  const last = parts.at(-1);
  const isMore = part.kind === "list" && last?.kind === "list";
  if (!isMore || (part.start === null) !== (last.start === null)) parts.push(part);
  else parts[parts.length - 1] = { ...last, items: [...last.items, ...part.items] };
}

/** How consecutive lines are rendered. */
type RunKind = "prose" | "table" | "quote" | "list";

/** The parts of lines without an empty one: tables, quotations, lists, and what lies between them. */
function splitProse({ text }: TextPart, style: DocumentStyle): readonly DocumentPart[] {
  const lines = text.split("\n");
  const parts: DocumentPart[] = [];
  for (let at = 0; at < lines.length; ) {
    const kind = kindAt(lines, at);
    let end = at + 1;
    while (end < lines.length && continues(lines, end, kind)) end++;
    parts.push(...partsOf(kind, lines.slice(at, end), style));
    at = end;
  }
  return parts;
}

function kindAt(lines: readonly string[], at: number): RunKind {
  const line = lines[at] ?? "";
  if (line.includes("|") && isTableRule(lines[at + 1] ?? "")) return "table";
  if (line.trimStart().startsWith(">")) return "quote";
  return itemOf(line) === null ? "prose" : "list";
}

/** A line that is no item continues the item before it; a line of a table has its mark. */
function continues(lines: readonly string[], at: number, kind: RunKind): boolean {
  if (kind === "table") return (lines[at] ?? "").includes("|");
  const next = kindAt(lines, at);
  return next === kind || (kind === "list" && next === "prose");
}

function partsOf(
  kind: RunKind,
  lines: readonly string[],
  style: DocumentStyle,
): readonly DocumentPart[] {
  if (kind === "list") return listsOf(itemsOf(lines), 0, style);
  if (kind === "quote") {
    const inner = lines.map((line) => line.trimStart().slice(1).trimStart());
    return [{ kind: "quote", text: joinLines(inner, style) }];
  }
  if (kind === "table") {
    return [parseTable(lines) ?? { kind: "code", language: "", text: lines.join("\n") }];
  }
  const joined = joinLines(lines, style);
  return joined.trim() === "" ? [] : [{ kind: "prose", language: "", text: joined }];
}

function itemOf(line: string): RegExpExecArray | null {
  return line.length > 2000 ? null : ITEM.exec(line);
}

/** An item before it has found its list. */
interface FlatItem {
  readonly depth: number;
  /** Null for one without a number. */
  readonly number: number | null;
  readonly lines: string[];
}

/** The items of lines of which the first is one; a line that is none continues the item before it. */
function itemsOf(lines: readonly string[]): readonly FlatItem[] {
  const items: FlatItem[] = [];
  for (const line of lines) {
    const found = itemOf(line);
    if (found === null) {
      items.at(-1)?.lines.push(line);
      continue;
    }
    const [, indent = "", number, text = ""] = found;
    const spaces = indent.replaceAll("\t", "    ").length;
    items.push({
      depth: Math.min(MAX_DEPTH, Math.floor(spaces / INDENT)),
      number: number === undefined ? null : Number(number),
      lines: [text],
    });
  }
  return items;
}

/** The lists of items; what is deeper than an item is inside it. */
function listsOf(
  flat: readonly FlatItem[],
  depth: number,
  style: DocumentStyle,
): readonly ListPart[] {
  const lists: { kind: "list"; start: number | null; items: ListItem[] }[] = [];
  for (let at = 0; at < flat.length; ) {
    const item = flat[at];
    if (item === undefined) break;
    let end = at + 1;
    while ((flat[end]?.depth ?? 0) > Math.max(depth, item.depth)) end++;
    const inside = listsOf(flat.slice(at + 1, end), item.depth + 1, style);
    const last = lists.at(-1);
    const own = { text: joinLines(item.lines, style), lists: inside };
    if (last && (last.start === null) === (item.number === null)) last.items.push(own);
    else lists.push({ kind: "list", start: item.number, items: [own] });
    at = end;
  }
  return lists;
}

/** One text of several lines; in a document with the breaks that were asked for: two spaces, or a backslash. */
function joinLines(lines: readonly string[], { keepsLines }: DocumentStyle): string {
  let joined = "";
  let gap = "";
  for (const line of lines) {
    const hasMark = line.endsWith("\\");
    const own = hasMark ? line.slice(0, -1) : line;
    joined += gap + (keepsLines ? own.trimEnd() : own.trim());
    gap = keepsLines || hasMark || line.endsWith("  ") ? "\n" : " ";
  }
  return joined;
}
