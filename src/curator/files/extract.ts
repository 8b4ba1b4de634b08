import { splitFrontMatter } from "../../base/front-matter.ts";
import { sectionsOf } from "./markdown.ts";

/** Lines that one input may have in a curated file. */
const MAX_LINES = 12;
const OPEN = "<!-- curator:include -->";
const CLOSE = "<!-- /curator:include -->";

/**
 * What represents a file in a curated one, without a model: the blocks its author marked, else the
 * first paragraph and the bullets of the first two sections. What is cut ends in `…` with a link.
 */
export function extractLines(text: string, link: string): readonly string[] {
  const { body } = splitFrontMatter(text.replaceAll("\r\n", "\n"));
  const marked = markedBlocks(body);
  if (marked !== null) return marked;
  const sections = sectionsOf(body);
  const first = sections.find(({ lines }) => lines.some((line) => line.trim() !== ""));
  const paragraph = firstParagraph(
    sections.find(({ level, lines }) => level <= 1 && lines.some((line) => line.trim() !== ""))
      ?.lines ?? (first === undefined ? [] : first.lines),
  );
  const bullets = sections
    .filter(({ level }) => level >= 2)
    .slice(0, 2)
    .flatMap(({ lines }) => lines.filter((line) => /^[-*+] \S/.test(line)));
  const topBullets = sections
    .filter(({ level }) => level < 2)
    .flatMap(({ lines }) => lines.filter((line) => /^[-*+] \S/.test(line)));
  const all = [
    ...new Set([...paragraph, ...topBullets, ...bullets.map((line) => `- ${line.slice(2)}`)]),
  ];
  if (all.length <= MAX_LINES) return all;
  return [...all.slice(0, MAX_LINES - 1), `… ([${link}](${link}))`];
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

function firstParagraph(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.trim() !== "");
  if (start === -1) return [];
  const rest = lines.slice(start);
  const end = rest.findIndex((line) => line.trim() === "");
  return (end === -1 ? rest : rest.slice(0, end)).filter((line) => !line.startsWith("<!--"));
}
