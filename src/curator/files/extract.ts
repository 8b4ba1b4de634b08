import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { truncateEnd } from "../../base/text/one-line.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { type MarkdownSection, sectionsOf } from "./markdown.ts";

/** Lines that one input may have in a curated file. */
const MAX_LINES = 12;
/** Characters that a line taken from another file may have. */
export const MAX_LINE_LENGTH = 400;
const OPEN = "<!-- curator:include -->";
const CLOSE = "<!-- /curator:include -->";

/**
 * What represents a file in a curated one, without a model: the blocks its author marked, else the
 * first paragraph and the bullets of the first two sections. What is cut ends in `…` with a link.
 */
export function extractLines(text: string, link: string): readonly string[] {
  const { body } = splitFrontMatter(
    withoutToml(withoutByteOrderMark(text.replaceAll(/\r\n?/g, "\n"))),
  );
  const marked = markedBlocks(body);
  if (marked !== null) return marked;
  const sections = sectionsOf(body);
  const top = sections.filter(({ level }) => level <= 1);
  const paragraph = firstParagraph(top) ?? firstParagraph(sections) ?? [];
  const bullets = sections
    .filter(({ level }) => level >= 2)
    .slice(0, 2)
    .flatMap(({ lines }) => lines.filter(isBullet));
  const topBullets = sections
    .filter(({ level }) => level < 2)
    .flatMap(({ lines }) => lines.filter(isBullet));
  const found = [...paragraph, ...topBullets, ...bullets].map((line) =>
    truncateEnd(isBullet(line) ? `- ${line.slice(2)}` : line, MAX_LINE_LENGTH),
  );
  const all = [...new Set(found)];
  if (all.length <= MAX_LINES) return all;
  return [...all.slice(0, MAX_LINES - 1), `… ([${link}](${link}))`];
}

function isBullet(line: string): boolean {
  return /^[-*+] \S/.test(line);
}

/** The text without front matter in TOML, which other programs write between lines of `+++`. */
function withoutToml(text: string): string {
  if (!text.startsWith("+++\n")) return text;
  const end = text.indexOf("\n+++\n", 3);
  return end === -1 ? text : text.slice(end + 5);
}

/** Whether a file has blocks that are taken over as they are. */
export function hasMarkedBlocks(text: string): boolean {
  return text.includes(OPEN);
}

function markedBlocks(body: string): readonly string[] | null {
  const lines: string[] = [];
  let at = body.indexOf(OPEN);
  if (at === -1) return null;
  while (at !== -1) {
    const end = body.indexOf(CLOSE, at);
    const block = body.slice(at + OPEN.length, end === -1 ? undefined : end);
    lines.push(...block.replace(/^\n/, "").replace(/\n$/, "").split("\n"));
    at = end === -1 ? -1 : body.indexOf(OPEN, end);
  }
  return lines;
}

/** The lines with words of the first paragraph that has any: comments, tags and pictures are none. */
function firstParagraph(sections: readonly MarkdownSection[]): readonly string[] | null {
  const paragraph: string[] = [];
  for (const line of sections.flatMap(({ lines }) => [...lines, ""])) {
    if (hasText(line)) paragraph.push(line);
    else if (line.trim() === "" && paragraph.length > 0) return paragraph;
  }
  return null;
}

function hasText(line: string): boolean {
  return !/^\s*(?:$|<|\[?!\[|[-*_=]{3,}\s*$)/.test(line);
}
