import { splitText, type TextPart } from "./split-text.ts";

/** An item of a list. */
export interface ListItem {
  readonly text: string;
  /** How many lists it is inside of, from 0 to 3. */
  readonly depth: number;
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
/** A line that ends so is followed by a break: two spaces, or a backslash. */
const HARD_BREAK = /(?: {2,}|\\)$/;
const DEEPEST = 3;
const INDENT = 2;

/**
 * Splits a Markdown document such as a task into paragraphs, headings, lists and code. Lines of a paragraph are joined:
 * in a document, they end where the writer's editor wrapped them. A table keeps its lines.
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
  const paragraph = before.some((line) => line.trim() !== "")
    ? [{ kind: "prose" as const, language: "", text: joinLines(before) }]
    : [];
  return first === -1 ? paragraph : [...paragraph, listOf(lines.slice(first))];
}

function itemOf(line: string): RegExpExecArray | null {
  return line.length > 2000 ? null : ITEM.exec(line);
}

/** The list of lines of which the first is an item; a line that is none continues the one before it. */
function listOf(lines: readonly string[]): ListPart {
  const items: { depth: number; lines: string[] }[] = [];
  let start: number | null = null;
  for (const line of lines) {
    const [, indent = "", number, text = ""] = itemOf(line) ?? [];
    if (text === "") {
      items.at(-1)?.lines.push(line);
      continue;
    }
    if (items.length === 0 && number !== undefined) start = Number(number);
    const spaces = indent.replaceAll("\t", "    ").length;
    items.push({ depth: Math.min(DEEPEST, Math.floor(spaces / INDENT)), lines: [text] });
  }
  return {
    kind: "list",
    start,
    items: items.map(({ depth, lines: own }) => ({ depth, text: joinLines(own) })),
  };
}

function joinLines(lines: readonly string[]): string {
  if (lines.every((line) => line.trimStart().startsWith("|"))) return lines.join("\n");
  let joined = "";
  let gap = "";
  for (const line of lines) {
    joined += gap + line.trim().replace(HARD_BREAK, "");
    gap = HARD_BREAK.test(line) ? "\n" : " ";
  }
  return joined;
}
