import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { TokenCounter } from "../tokens.ts";

/** The longest run without white space that is tokenized at once: the cost grows with the square of its length. */
const MAX_RUN = 512;
// regex: at most MAX_RUN characters are looked at again.
const RUNS = new RegExp(`\\S{${MAX_RUN}}(?=\\S)`, "gu");
// Text that looks like a control token is counted as text.
const PLAIN = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };

const o200k: TokenCounter = {
  id: "o200k_base",
  count(text) {
    if (text.length <= MAX_RUN) return countTokens(text, PLAIN);
    let total = 0;
    let from = 0;
    for (const run of text.matchAll(RUNS)) {
      const end = run.index + run[0].length;
      total += countTokens(text.slice(from, end), PLAIN);
      from = end;
    }
    return total + countTokens(text.slice(from), PLAIN);
  },
};

export default o200k;
