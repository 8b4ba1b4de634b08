/**
 * A file as a model reads it: without front matter, comments and lines that nobody has written yet, in sections that
 * are never divided. A heading, a negation before a list and the list itself always stay together.
 */

import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { fenceOf, type MarkdownSection, parseMarkdown, sectionsOf } from "./markdown.ts";
import { isUnwritten } from "./unwritten.ts";

const OPEN = "<!-- curator:include -->";
const CLOSE = "<!-- /curator:include -->";
const MAX_LEVEL = 6;

/** A file in pieces that are given out whole. */
export interface Outline {
  readonly title: string | null;
  /** Whether its author chose parts of it. */
  readonly isPart: boolean;
  readonly pieces: readonly OutlinePiece[];
}

/** A section with everything below it; the text before the first one has no name. */
export interface OutlinePiece {
  readonly name: string;
  readonly text: string;
}

/** Whether a file has blocks that are taken over as they are. */
export function hasMarkedBlocks(text: string): boolean {
  return text.includes(OPEN);
}

/** The pieces of a file, whose headings begin at a level. Its title is not one of them. */
export function outlineOf(text: string, level: number): Outline {
  const { sections, isPart, title } = readSections(text);
  const [first] = sections.filter((section) => section.level > 0);
  const isTitle = first?.level === 1 && sections.filter((each) => each.level === 1).length === 1;
  const rest = sections.map((each) => (isTitle && each === first ? { ...each, level: 0 } : each));
  const pieces: MarkdownSection[][] = [];
  const top = Math.min(...rest.flatMap((each) => (each.level > 0 ? [each.level] : [])));
  for (const section of rest) {
    const starts = section.level === top || pieces.length === 0;
    if (starts) pieces.push([section]);
    else pieces.at(-1)?.push(section);
  }
  const levelOf = nestedLevels(rest, level);
  return {
    title,
    isPart,
    pieces: pieces.flatMap((piece) => {
      const [head] = piece;
      const shown = renderMarkdown(piece, levelOf);
      return shown === "" ? [] : [{ name: head?.level ? head.heading : "", text: shown }];
    }),
  };
}

/** The whole text of a file, or the parts that its author chose, with headings that begin at a level. */
export function verbatimOf(
  text: string,
  level: number,
): Omit<Outline, "pieces"> & { text: string } {
  const { sections, isPart, title } = readSections(text);
  return { title, isPart, text: renderMarkdown(sections, nestedLevels(sections, level)) };
}

function readSections(text: string) {
  const normal = withoutToml(withoutByteOrderMark(text.replaceAll(/\r\n?/g, "\n")));
  const { body, title } = parseMarkdown(normal);
  const marked = markedBlocks(body);
  return {
    title,
    isPart: marked !== null,
    sections: withoutUnwritten(sectionsOf(withoutComments(marked ?? body))),
  };
}

/** The text without front matter in TOML, which other programs write between lines of `+++`. */
function withoutToml(text: string): string {
  if (!text.startsWith("+++\n")) return text;
  const end = text.indexOf("\n+++\n", 3);
  return end === -1 ? text : text.slice(end + 5);
}

/** The blocks that an author chose, each with the headings and the introduction above it. */
function markedBlocks(body: string): string | null {
  const parts: string[] = [];
  let shown = "";
  let at = body.indexOf(OPEN);
  if (at === -1) return null;
  while (at !== -1) {
    const end = body.indexOf(CLOSE, at);
    const block = body.slice(at + OPEN.length, end === -1 ? undefined : end);
    const above = headingsAbove(body.slice(0, at), block);
    const introduction = introductionOf(body.slice(0, at));
    parts.push(...(above === shown ? [] : [above]), introduction, block.replace(/^\n|\n$/g, ""));
    shown = above;
    at = end === -1 ? -1 : body.indexOf(OPEN, end);
  }
  return parts.filter((part) => part !== "").join("\n\n");
}

/** The headings above a block, apart from the title of the file. */
function headingsAbove(before: string, block: string): string {
  const own = /^(#{1,6})[ \t]/.exec(block.trimStart())?.[1]?.length ?? MAX_LEVEL + 1;
  let above: readonly MarkdownSection[] = [];
  for (const section of sectionsOf(before)) {
    above = [...above.filter(({ level }) => level < section.level), section];
  }
  return above
    .filter(({ level }) => level > 1 && level < own)
    .map(({ heading, level }) => `${"#".repeat(level)} ${heading}`)
    .join("\n\n");
}

/** The paragraph directly before a block, if it introduces it. */
function introductionOf(before: string): string {
  const paragraph = before.trimEnd().split("\n\n").at(-1) ?? "";
  return paragraph.endsWith(":") && !paragraph.startsWith("#") ? paragraph : "";
}

/** Without comments, except in fenced code; one that is never closed hides nothing. */
export function withoutComments(body: string): string {
  const lines = body.split("\n");
  const lastEnd = lines.findLastIndex((line) => line.includes("-->"));
  const kept: string[] = [];
  let fence: string | null = null;
  let isComment = false;
  for (const [index, line] of lines.entries()) {
    const mark = isComment ? null : fenceOf(line);
    if (mark !== null && (fence === null || fence === mark)) fence = fence ? null : mark;
    if (fence !== null || mark !== null) {
      kept.push(line);
      continue;
    }
    const visible = visiblePart(line, isComment, index < lastEnd);
    isComment = visible.isComment;
    if (visible.text.trim() !== "" || line.trim() === "") kept.push(visible.text);
  }
  return kept.join("\n");
}

/** What a line shows beside comments, and whether the next line begins inside one. */
function visiblePart(line: string, startsInComment: boolean, isClosedBelow: boolean) {
  let text = "";
  let isComment = startsInComment;
  let rest = line;
  while (rest !== "") {
    const at = rest.indexOf(isComment ? "-->" : "<!--");
    const opens = !isComment && at !== -1;
    if (at === -1 || (opens && !isClosedBelow && !rest.includes("-->", at))) break;
    if (opens) text += rest.slice(0, at);
    rest = rest.slice(at + (opens ? 4 : 3));
    isComment = opens;
  }
  return { text: isComment ? text : text + rest, isComment };
}

/** Without lines that nobody has written yet, and without headings that have nothing else below them. */
function withoutUnwritten(sections: readonly MarkdownSection[]): readonly MarkdownSection[] {
  const kept: MarkdownSection[] = [];
  for (const [index, section] of [...sections.entries()].reverse()) {
    const lines = section.lines.filter((line) => !isUnwritten(line));
    const isBelow = (each: MarkdownSection | undefined) => (each?.level ?? 0) > section.level;
    const lostText = lines.length < section.lines.length || isBelow(sections[index + 1]);
    const isEmpty = lines.every((line) => line.trim() === "") && !isBelow(kept[0]);
    if (!(isEmpty && lostText && section.level > 0)) kept.unshift({ ...section, lines });
  }
  return kept;
}

/** The levels of headings below a level: as many steps as the file has, and no more. */
function nestedLevels(sections: readonly MarkdownSection[], level: number) {
  const used = [...new Set(sections.map((section) => section.level))]
    .filter((each) => each > 0)
    .sort((a, b) => a - b);
  return (own: number) => Math.min(MAX_LEVEL, level + used.indexOf(own));
}

function renderMarkdown(
  sections: readonly MarkdownSection[],
  levelOf: (level: number) => number,
): string {
  return sections
    .flatMap(({ heading, level, lines }) => [
      ...(level === 0 ? [] : [`${"#".repeat(levelOf(level))} ${heading}`]),
      ...lines,
    ])
    .join("\n")
    .trim();
}
