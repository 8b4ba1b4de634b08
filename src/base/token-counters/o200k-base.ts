import type { TokenCounter } from "../tokens.ts";
import { countTokens } from "./byte-pairs.ts";
import { bytes, split } from "./o200k-tokens.ts";
import { openVocabulary } from "./vocabulary.ts";

/** The most characters without white space that are taken apart at once; counts that were recorded depend on it. */
const MAX_RUN = 512;
const SPACE = /\s/g;

// Without control tokens: text that looks like one is counted as text.
const encoding = { vocabulary: openVocabulary(bytes), split };

const o200k: TokenCounter = {
  id: "o200k_base",
  count(text) {
    if (text.length <= MAX_RUN) return countTokens(encoding, text);
    let total = 0;
    let from = 0;
    for (const end of cutsOf(text)) {
      total += countTokens(encoding, text.slice(from, end));
      from = end;
    }
    return total + countTokens(encoding, text.slice(from));
  },
};

export default o200k;

/** Where a text is cut because a run is too long. */
function* cutsOf(text: string): Generator<number> {
  for (let start = 0; start < text.length; ) {
    SPACE.lastIndex = start;
    const end = SPACE.test(text) ? SPACE.lastIndex - 1 : text.length;
    if (end - start > MAX_RUN) yield* cutsOfRun(text, start, end);
    start = end + 1;
  }
}

/** After every so many characters of a run, except at its end. */
function* cutsOfRun(text: string, start: number, end: number): Generator<number> {
  let characters = 0;
  for (let at = start; at < end; characters++) {
    if (characters > 0 && characters % MAX_RUN === 0) yield at;
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }
}
