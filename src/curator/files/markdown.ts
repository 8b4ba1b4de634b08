import { isObject, type JsonObject } from "../../base/json/value.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { oneLine, truncateEnd } from "../../base/text/one-line.ts";
import { trimEndOf } from "../../base/text/trim-end.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";

/** A Markdown file as the curator reads it: its front matter, if it can be read, and its lines. */
export interface ParsedMarkdown {
  readonly frontMatter: JsonObject;
  readonly body: string;
  readonly title: string | null;
  readonly sections: readonly MarkdownSection[];
}

/** A section with its heading's level; the text before the first heading has level 0. */
export interface MarkdownSection {
  readonly heading: string;
  readonly level: number;
  readonly lines: readonly string[];
}

/** Splits Markdown into front matter and sections; damaged front matter counts as none. */
export function parseMarkdown(text: string): ParsedMarkdown {
  const { yaml, body } = splitFrontMatter(withoutByteOrderMark(text));
  const parsed = yaml === null ? null : parseYaml(yaml);
  const usable = parsed !== null && parsed.faults.length === 0 && isObject(parsed.value);
  const sections = sectionsOf(body);
  const frontMatter = usable ? (parsed.value as JsonObject) : {};
  const heading = sections.find(({ level, heading }) => level === 1 && heading !== "")?.heading;
  // Other programs' pages often have their title only in the front matter.
  const title = heading ?? textOf(frontMatter, "title");
  return {
    frontMatter,
    body,
    title: title === null ? null : truncateEnd(oneLine(title), 200),
    sections,
  };
}

/** The sections of a body, by its headings outside fenced code. */
export function sectionsOf(body: string): readonly MarkdownSection[] {
  const sections: { heading: string; level: number; lines: string[] }[] = [
    { heading: "", level: 0, lines: [] },
  ];
  let fence: string | null = null;
  for (const raw of body.split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    const mark = fenceOf(line);
    if (mark && (fence === null || fence === mark)) fence = fence ? null : mark;
    const heading = fence || mark ? null : /^(#{1,6})[ \t]+(.*)/.exec(line);
    const lines = sections.at(-1)?.lines ?? [];
    if (heading) {
      const [, marks = "", name = ""] = heading;
      sections.push({ heading: trimEndOf(name, " \t#"), level: marks.length, lines: [] });
    } else if (!fence && !mark && underlines(line, lines)) {
      const name = trimEndOf(lines.pop() ?? "", " \t").trimStart();
      sections.push({ heading: name, level: line.includes("=") ? 1 : 2, lines: [] });
    } else lines.push(line);
  }
  return sections;
}

/** The mark with which a line opens or closes fenced code; null for any other line. */
export function fenceOf(line: string): string | null {
  return /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? null;
}

/** Whether a line of `===` or `---` makes a heading of the line before it, which is a paragraph by itself. */
function underlines(line: string, before: readonly string[]): boolean {
  if (!/^ {0,3}(?:={2,}|-{2,})[ \t]*$/.test(line)) return false;
  const earlier = before.at(-2) ?? "";
  const name = before.at(-1) ?? "";
  return earlier.trim() === "" && /^ {0,3}[^\s#>|<*+-]/.test(name);
}

/** The lines of the section with one of these headings, in any case; null if there is none. */
export function sectionLines(
  { sections }: Pick<ParsedMarkdown, "sections">,
  ...headings: readonly string[]
): readonly string[] | null {
  const wanted = headings.map((heading) => heading.toLowerCase());
  const at = sections.findIndex(({ heading }) => wanted.includes(heading.toLowerCase()));
  const found = sections[at];
  if (found === undefined) return null;
  const lines = [...found.lines];
  for (const next of sections.slice(at + 1)) {
    if (next.level <= found.level) break;
    lines.push(...next.lines);
  }
  return lines;
}

/** A text of front matter, if the key has one. */
export function textOf(frontMatter: JsonObject, key: string): string | null {
  const value = Object.hasOwn(frontMatter, key) ? frontMatter[key] : undefined;
  return typeof value === "string" && value !== "" ? value : null;
}
