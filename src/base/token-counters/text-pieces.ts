import type { TokenCounter } from "../tokens.ts";

/** Words in one case, numbers of up to three digits, line ends, wide gaps, and runs of marks. */
const PIECES =
  /\p{Lu}?[a-z]+|[A-Z]+|\p{N}{1,3}|[\r\n]+|[ \t]{2,}|\p{L}[\p{L}\p{M}]*|[^\s\p{L}\p{N}]+/gu;
/** Letters that a common word may have and still be one token. */
const COMMON_LENGTH = 7;
const LETTERS_PER_TOKEN = 3;
/** Added for words that are not common. */
const MARGIN = 1.05;

/**
 * An estimate that needs no vocabulary and errs on the safe side: text that people write, with its dates, ids and
 * links, has no more tokens in `o200k_base` than this counts.
 */
const textPieces: TokenCounter = {
  id: "text_pieces_v1",
  count(text) {
    let total = 0;
    for (const [piece] of text.matchAll(PIECES)) total += tokensOf(piece);
    return Math.ceil(MARGIN * total);
  },
};

export default textPieces;

function tokensOf(piece: string): number {
  if (/^[A-Za-z]/.test(piece)) {
    return 1 + Math.max(0, Math.ceil((piece.length - COMMON_LENGTH) / LETTERS_PER_TOKEN));
  }
  if (/^[\p{N}\s]/u.test(piece)) return 1;
  return /^[!-~]/.test(piece)
    ? Math.ceil(piece.length / 2)
    : Math.ceil(Buffer.byteLength(piece) / 3);
}
