/** Longer sentences are cut: an entry is a statement, not a page. */
const MAX_SENTENCE = 400;
/** More of one text is not looked at. */
const MAX_TEXT = 64 * 1024;

const FENCE = /^\s*(?:```|~~~)/;
const LIST_MARK = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const TICK = /^\[[ xX]\]\s+/;
const HEADING = /^\s*#{1,6}\s+/;
const TABLE_RULE = /^[\s|:-]+$/;
const QUOTED = /^\s*>/;
/** Words between underscores; `__init__` and `repo__worktrees` are names. */
// regex: every repetition is bounded
const BOLD = /(?<![\w/.`])__(?=[^\s_])([^_\n]{0,200}[ \p{Lu}:][^_\n]{0,200})__(?![\w/.`])/gu;
const ENDS = /[.!?:。！？：]$/;

/** A statement of a text, and the heading or the introduction that it belongs to. */
export interface Statement {
  readonly text: string;
  /** "Next steps" of a list below that line; null at the beginning of a text. */
  readonly lead: string | null;
}

/** The statements of a text: sentences, list items and rows, without code blocks and marks of Markdown. */
export function sentencesOf(text: string): readonly string[] {
  return statementsOf(text).flatMap(({ text: own, isLead }) => (isLead ? [`${own}:`] : [own]));
}

/**
 * The statements of a text with what introduces them, and whether each is the first of its paragraph or point; lines that
 * were only wrapped are one.
 */
export function statementsOf(
  text: string,
  { keepsNumbers = false }: { readonly keepsNumbers?: boolean } = {},
): readonly (Statement & { readonly isLead: boolean; readonly isFirst: boolean })[] {
  const found: (Statement & { isLead: boolean; isFirst: boolean })[] = [];
  let lead: string | null = null;
  for (const block of blocksOf(text, keepsNumbers)) {
    const plain = withoutLinks(block.text)
      .replace(TICK, "")
      .replaceAll("**", "")
      .replaceAll(BOLD, "$1")
      .trim();
    if (block.isHeading || (/[:：]$/.test(plain) && plain.length <= MAX_LEAD)) {
      const title = plain.replace(/[:：]$/, "");
      found.push({ text: title, lead: null, isLead: true, isFirst: true });
      lead = title;
      continue;
    }
    for (const [place, sentence] of splitSentences(plain).entries()) {
      found.push({ text: sentence, lead, isLead: false, isFirst: place === 0 });
    }
  }
  return found;
}

/** A link to a file, as agents write them: its name says enough, or its path does. */
// regex: every repetition is bounded
const FILE_LINK = /\[`?([^\]\n`]{1,200})`?\]\(<?((?!https?:)[^)\s>]{1,400})>?\)/g;

/** A text in which links to files are the names of these. */
export function withoutLinks(text: string): string {
  return text.replaceAll(FILE_LINK, (_link, label: string, target: string) => {
    const path = target.replace(/(?:#L?|:)\d[\d:L-]{0,20}$/, "");
    const isNamed = label.includes("/") || !path.endsWith(label);
    return `\`${isNamed ? label : path}\``;
  });
}

/** Longest line that introduces a list rather than stating something. */
const MAX_LEAD = 120;

/** A paragraph, a list item, a row or a heading, on one line. */
interface Block {
  readonly text: string;
  readonly isHeading: boolean;
}

/** Paragraphs, list items, rows and headings of a text; code and quotations are passed over. */
function blocksOf(text: string, keepsNumbers: boolean): readonly Block[] {
  const blocks: Block[] = [];
  let inCode = false;
  let open = "";
  let code = "";
  const close = () => {
    if (open !== "") blocks.push({ text: open, isHeading: false });
    open = "";
  };
  for (const line of text.slice(0, MAX_TEXT).split("\n")) {
    if (FENCE.test(line)) {
      inCode = !inCode;
      if (!inCode) open = completed(open, code);
      if (!inCode || !open.endsWith(":")) close();
      code = "";
      continue;
    }
    if (inCode) {
      if (code.length <= MAX_CODE) code += ` ${line.trim()}`;
      continue;
    }
    // What somebody else said is no statement of this text.
    if (line.trim() === "" && open.endsWith(":")) continue;
    if (line.trim() === "" || QUOTED.test(line)) close();
    else if (HEADING.test(line)) {
      close();
      blocks.push({ text: line.replace(HEADING, ""), isHeading: true });
    } else if (isTableRow(line.trim())) {
      close();
      if (!TABLE_RULE.test(line)) blocks.push({ text: cellsOf(line), isHeading: false });
    } else if (LIST_MARK.test(line)) {
      close();
      const number = keepsNumbers ? /^\s*(\d+)/.exec(line)?.[1] : undefined;
      open = `${number === undefined ? "" : `${number}) `}${line.replace(LIST_MARK, "").trim()}`;
    } else {
      // A line that ends a sentence was not wrapped.
      if (ENDS.test(open)) close();
      open = open === "" ? line.trim() : `${open} ${line.trim()}`;
    }
  }
  close();
  return blocks;
}

/** Longest code that completes a sentence; longer code is looked up where it is. */
const MAX_CODE = 160;

/** A sentence that ends with a colon says nothing without the short piece of code that it introduces. */
function completed(open: string, code: string): string {
  const own = code.trim().replaceAll("`", "");
  return open.endsWith(":") && own !== "" && own.length <= MAX_CODE ? `${open} \`${own}\`` : open;
}

function isTableRow(line: string): boolean {
  return line.length > 1 && line.startsWith("|") && line.endsWith("|");
}

function cellsOf(row: string): string {
  return row
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(" | ");
}

/** A sentence within its bound, with a mark where it was cut. */
function cutAtWord(sentence: string): string {
  if (sentence.length <= MAX_SENTENCE) return sentence;
  const cut = sentence.slice(0, MAX_SENTENCE - 1);
  const space = cut.lastIndexOf(" ");
  return `${space > MAX_SENTENCE / 2 ? cut.slice(0, space) : cut}…`;
}

function splitSentences(line: string): readonly string[] {
  // A dot inside a name or number ends nothing; one before a space and a new beginning does.
  // Scripts without spaces between words have none between sentences either.
  // regex: a run of blanks is entered only after the end of a sentence
  return line
    .split(/(?<=[.!?。！？])\s+(?=[\p{Lu}\p{Lo}\p{N}`"'([])|(?<=[。！？])(?=[^\s」』）”"'])/u)
    .map((sentence) => cutAtWord(sentence.trim()))
    .filter((sentence) => /\p{L}/u.test(sentence) && sentence.length > 3);
}
