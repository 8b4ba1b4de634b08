import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { TokenCounter } from "../tokens.ts";

/** Longest run without a break that is given to the tokenizer at once: its cost grows with the square of a run. */
const MAX_RUN = 512;
const RUNS = new RegExp(`\\S{${MAX_RUN}}(?=\\S)`, "gu");
// Text that looks like a control token is text.
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
