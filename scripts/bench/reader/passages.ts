/**
 * Splits a text into the passages in which a reader would look for an answer: a list item, a row of a table, a
 * paragraph, each with what governs it (headings, the sentence that introduces the list, the items above it).
 */

/** A piece of text that says one thing. */
export interface Passage {
  /** Its own words. */
  readonly own: string;
  /** Its own words after everything that governs them. */
  readonly all: string;
}

/** In words. Longer paragraphs are read in windows of some sentences, so that words far apart are no answer. */
const MAX_LENGTH = 80;
const SENTENCES = 3;
/** A section of at most this many words is one passage as well, whose own words are its heading. */
const MAX_SECTION_LENGTH = 120;

/** Every passage of a text, in its order. */
export function passagesOf(text: string): readonly Passage[] {
  const passages: Passage[] = [];
  let headings: readonly Heading[] = [];
  for (const { heading, blocks } of sectionsOf(normalise(text))) {
    if (heading !== null) {
      headings = [...headings.filter(({ level }) => level < heading.level), heading];
    }
    const governing = headings.map((each) => each.text);
    passages.push(...passagesIn(blocks, governing));
    const body = blocks.map((block) => block.text).join(" ");
    if (heading !== null && lengthOf(body) <= MAX_SECTION_LENGTH) {
      passages.push({ own: heading.text, all: [...governing, body].join(" > ") });
    }
  }
  return passages;
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

interface Block {
  readonly kind: "prose" | "item" | "row";
  readonly indent: number;
  text: string;
}

interface Section {
  readonly heading: Heading | null;
  readonly blocks: Block[];
}

/** The text as it is compared: one spelling of numbers, dashes and links, no emphasis. */
function normalise(text: string): string {
  return (
    text
      .replaceAll(/(\d)[,\u202f](?=\d{3}\b)/g, "$1")
      .replaceAll(/[‐‑–—]/g, "-")
      .replaceAll("\u00a0", " ")
      .replaceAll("’", "'")
      .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, "$1 $2")
      // A line in bold alone introduces what follows it.
      .replaceAll(/^\*\*([^*\n]+?):?\*\*:?$/gm, "$1:")
      .replaceAll(/[*_]{2}|`/g, "")
  );
}

function sectionsOf(text: string): readonly Section[] {
  let section: Section = { heading: null, blocks: [] };
  const sections = [section];
  let isOpen = false;
  for (const line of text.split("\n")) {
    const [, marks = "", title = ""] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
    if (marks !== "") {
      section = { heading: { level: marks.length, text: title }, blocks: [] };
      sections.push(section);
    } else if (line.trim() !== "") addLine(section.blocks, line, isOpen);
    isOpen = marks === "" && line.trim() !== "";
  }
  return sections;
}

/** Adds a line as a block of its own, or to the block that is still open. */
function addLine(blocks: Block[], line: string, isOpen: boolean): void {
  const text = line.trim();
  if (text.startsWith("|")) {
    blocks.push({ kind: "row", indent: 0, text });
    return;
  }
  const [, space = "", content] = /^(\s*)(?:[-*+]|\d+[.)])\s+(.*)$/.exec(line) ?? [];
  const last = blocks.at(-1);
  if (content !== undefined) blocks.push({ kind: "item", indent: space.length, text: content });
  else if (last?.kind === "item" && (isOpen || /^\s/.test(line))) last.text += ` ${text}`;
  else if (last?.kind === "prose" && isOpen) last.text += ` ${text}`;
  else blocks.push({ kind: "prose", indent: 0, text });
}

function passagesIn(blocks: readonly Block[], headings: readonly string[]): readonly Passage[] {
  const passages: Passage[] = [];
  let introduction: readonly string[] = [];
  let above: readonly Block[] = [];
  let columns: readonly string[] | null = null;
  const add = (own: string, governing: readonly string[]) => {
    for (const part of windowsOf(own)) {
      passages.push({ own: part, all: [...headings, ...governing, part].join(" > ") });
    }
  };
  for (const block of blocks) {
    if (block.kind === "item") {
      above = above.filter(({ indent }) => indent < block.indent);
      add(block.text, [...introduction, ...above.map(({ text }) => text)]);
      above = [...above, block];
    } else if (block.kind === "row") {
      const cells = block.text
        .replaceAll(/^\||\|$/g, "")
        .split("|")
        .map((cell) => cell.trim());
      if (columns === null) columns = cells;
      else if (!cells.every((cell) => /^:?-+:?$/.test(cell)))
        add(rowText(columns, cells), introduction);
    } else {
      above = [];
      add(block.text, []);
      // "Does not decide:" governs the list below it; another paragraph ends that.
      introduction = block.text.endsWith(":") ? [block.text] : [];
    }
    if (block.kind !== "row") columns = null;
  }
  return passages;
}

function rowText(columns: readonly string[], cells: readonly string[]): string {
  return cells.map((cell, index) => `${columns[index] ?? ""}: ${cell}`).join("; ");
}

function windowsOf(text: string): readonly string[] {
  if (lengthOf(text) <= MAX_LENGTH) return [text];
  const sentences = text.split(/(?<=[.;!?])\s+/);
  const starts = Math.max(1, sentences.length - SENTENCES + 1);
  return Array.from({ length: starts }, (_, start) =>
    sentences.slice(start, start + SENTENCES).join(" "),
  );
}

function lengthOf(text: string): number {
  return text.split(/\s+/).length;
}
