import type { TokenCounter } from "../tokens.ts";

/** Characters of which each is about a token: CJK, kana, hangul, emoji. */
const WIDE =
  /[\u1100-\u11ff\u2e80-\u303f\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}]/gu;

/** An estimate that needs no vocabulary: four narrow characters are a token, and so is each wide one. */
const narrowWide: TokenCounter = {
  id: "narrow_wide_v1",
  count(text) {
    const wide = text.match(WIDE)?.length ?? 0;
    let points = 0;
    for (const _ of text) points++;
    return Math.ceil(0.25 * (points - wide) + wide);
  },
};

export default narrowWide;
