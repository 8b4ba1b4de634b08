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

/** A part of a document. */
export type DocumentPart = TextPart | ListPart;

const ITEM = /^([ \t]{0,12})(?:[-*+]|(\d{1,9})[.)])[ \t]+(\S.*)$/;
const MAX_DEPTH = 3;
const INDENT = 2;

/**
 * Splits a Markdown document such as a task into paragraphs, headings, lists and code. Lines of a paragraph are joined:
 * in a document, they end where the writer's editor wrapped them. A table is shown as it was written, like code.
 */
export function splitDocument(text: string): readonly DocumentPart[] {
  const parts: DocumentPart[] = [];
  for (const part of splitText(text)) {
    if (part.kind !== "prose") parts.push(part);
    else for (const each of splitProse(part)) addPart(parts, each);
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

function splitProse({ text }: TextPart): readonly DocumentPart[] {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => itemOf(line) !== null);
  const before = first === -1 ? lines : lines.slice(0, first);
  const paragraph = before.some((line) => line.trim() !== "") ? [paragraphOf(before)] : [];
  return first === -1 ? paragraph : [...paragraph, ...listsOf(itemsOf(lines.slice(first)), 0)];
}

function itemOf(line: string): RegExpExecArray | null {
  return line.length > 2000 ? null : ITEM.exec(line);
}

function paragraphOf(lines: readonly string[]): TextPart {
  const isTable = lines.every((line) => line.trimStart().startsWith("|"));
  if (isTable) return { kind: "code", language: "", text: lines.join("\n") };
  return { kind: "prose", language: "", text: joinLines(lines) };
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
function listsOf(flat: readonly FlatItem[], depth: number): readonly ListPart[] {
  const lists: { kind: "list"; start: number | null; items: ListItem[] }[] = [];
  for (let at = 0; at < flat.length; ) {
    const item = flat[at];
    if (item === undefined) break;
    let end = at + 1;
    while ((flat[end]?.depth ?? 0) > Math.max(depth, item.depth)) end++;
    const inside = listsOf(flat.slice(at + 1, end), item.depth + 1);
    const last = lists.at(-1);
    const own = { text: joinLines(item.lines), lists: inside };
    if (last && (last.start === null) === (item.number === null)) last.items.push(own);
    else lists.push({ kind: "list", start: item.number, items: [own] });
    at = end;
  }
  return lists;
}

/** One line of several, with the breaks that were asked for: two spaces at the end, or a backslash. */
function joinLines(lines: readonly string[]): string {
  let joined = "";
  let gap = "";
  for (const line of lines) {
    const hasMark = line.endsWith("\\");
    joined += gap + (hasMark ? line.slice(0, -1) : line).trim();
    gap = hasMark || line.endsWith("  ") ? "\n" : " ";
  }
  return joined;
}
