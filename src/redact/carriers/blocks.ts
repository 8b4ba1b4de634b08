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

/** A block in a text; `isOpen` when the text ends before it. */
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
    const isOpen = next.at === Number.POSITIVE_INFINITY;
    const close = isOpen ? { at: text.length, end: text.length } : next;
    if (close.at - from > MAX_LENGTH || close.at < from + MIN_LENGTH) continue;
    yield { at: index, end: close.end, isOpen };
    after = close.end;
  }
}

function findFrom(pattern: RegExp, text: string, from: number): Span {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  if (found === null) return { at: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY };
  return { at: found.index, end: pattern.lastIndex };
}
