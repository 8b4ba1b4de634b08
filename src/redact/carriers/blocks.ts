/** A part of a text from `at` up to `end`. */
export interface Span {
  readonly at: number;
  readonly end: number;
}

/** A block between two lines of dashes, as keys and certificates are written. */
export interface BlockForm {
  /** Global; matches the line that begins a block, up to its content. */
  readonly begin: RegExp;
  /** Global; matches the line that ends it. */
  readonly end: RegExp;
}

const MIN_LENGTH = 8;
const MAX_LENGTH = 16_384;

/** A block in a text; `isOpen` when the line that ends it is not there. */
export interface Block extends Span {
  readonly isOpen: boolean;
}

/**
 * The blocks of a text, none inside another. One expression for both lines would look for the end again
 * from every beginning; here the next end is looked for once.
 */
export function* findBlocks(text: string, { begin, end }: BlockForm): Generator<Block> {
  let after = 0;
  let next: Span = { at: -1, end: -1 };
  for (const { index, 0: line } of text.matchAll(begin)) {
    const from = index + line.length;
    if (index < after) continue;
    if (next.at < from + MIN_LENGTH) next = findFrom(end, text, from + MIN_LENGTH);
    const isOpen = next.at - from > MAX_LENGTH || text.slice(from, next.at).includes("-----BEGIN");
    const last = isOpen ? endOfData(text, from) : next.end;
    if (last < from + MIN_LENGTH) continue;
    yield { at: index, end: last, isOpen };
    after = last;
  }
}

/** One more line of a block, with what a listing or a quotation puts before it; a header of a key as well. */
const DATA_LINE =
  /(?:\\r|\\n|\s){0,4}(?:[ \t>|+-]{0,8}(?:\d{1,6}(?:→|\t|: ?|\|))?)[ \t]{0,16}(?:[A-Za-z0-9+/]{40,80}={0,2}|[A-Za-z0-9+/]{2,80}={1,2}|(?:Proc-Type|DEK-Info): [\w,-]{4,80})(?=[\s\\"']|$)/y;
/** The first line may be cut short as well. */
const FIRST_DATA = /[ \t]{0,16}[A-Za-z0-9+/=]{12,80}/y;

/** Where the data of a block ends whose last line is not there. */
function endOfData(text: string, from: number): number {
  let end = from;
  for (let line = 0; end - from < MAX_LENGTH; line++) {
    const pattern = line === 0 ? FIRST_DATA : DATA_LINE;
    pattern.lastIndex = end;
    if (pattern.test(text)) end = pattern.lastIndex;
    else if (line > 0) break;
  }
  return end;
}

function findFrom(pattern: RegExp, text: string, from: number): Span {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  if (found === null) return { at: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  return { at: found.index, end: pattern.lastIndex };
}
