/** Pronouns that need a noun before them in the same sentence. */
const PRONOUN = /\b(?:it|its|it's|them|they|they're|their|he|she|one|ones|both|each other)\b/i;
/** Words that point outside the sentence. */
// regex: a statement has at most 400 characters
const POINTING =
  /\b(?:this|these|those)\b(?!\s(?:repo|repository|project|extension|app|application|package|library|codebase|workspace|folder|branch|machine|is a\b))|\b(?:the same|above|below|the following|previous(?:ly)?|as well|too(?=\s{0,2}(?:[.,;!]|$))|either|again|the other|the rest|so far|yet|here|there|later|now|anymore|as is|like that|like this|#\d{1,2}|instead(?=[.,;!\s]{0,3}$)|option \d|step \d|phase \d)\b(?!-)/i;
/** The same in scripts without spaces. */
const POINTING_UNSPACED =
  /(?<!ど)こ(?:の|れ|こ|ちら)|そ(?:の|れ(?!ぞれ)|こ|ちら)|今回|上記|以下|先ほど|残り|这|那|本次|上述|以上|其余/;
/** "that" as an object or a subject, rather than before a relative clause. */
// regex: as above
const THAT =
  /(?:^|\b(?:do|did|does|fix|undo|change|make|like|about|with|for|of|in|on|to|from|after|before|than|is|was|use|keep|remove|add|drop|and|or|but|not|want|need|see|if|all|do|does)\s)that(?:'s)?\b|\bthat(?:'s)?(?:\s*$|[.,;!?])/i;
/** Words that begin a sentence which continues another one. */
const CONTINUES =
  /^\d{1,2},|^(?:it|this|that|they|these|those|he|she|and|but|or|so|then|also|because|which|otherwise|instead|same|there|here|as well|not|should|must|will|would|could|is|are|was|were|does|did|has|have|can|needs?)\b/i;

/** A pronoun at the end, after a preposition: the thing that it names is mostly in a sentence before. */
const ENDS_OUTSIDE = /\b(?:into|onto|to|on|in|from|with|of|for) (?:it|them|both|one)\P{L}{0,3}$/iu;
/** Content words before a pronoun that make it understood. */
const MIN_BEFORE = 3;

/** Whether a sentence is understood without those around it, as far as its pronouns show. */
export function isUnderstoodAlone(sentence: string): boolean {
  if (CONTINUES.test(sentence) || ENDS_OUTSIDE.test(sentence) || pointsElsewhere(sentence)) {
    return false;
  }
  const at = PRONOUN.exec(sentence)?.index;
  if (at === undefined) return true;
  const before = sentence.slice(0, at).match(/[\p{L}\p{N}_./@`-]{4,}/gu) ?? [];
  return before.length >= MIN_BEFORE;
}

/** Whether words of a sentence point to something outside it. */
export function pointsElsewhere(sentence: string): boolean {
  return [THAT, POINTING, POINTING_UNSPACED].some((each) => each.test(sentence));
}

/** Points to something outside the sentence, whoever reads it. */
// regex: a statement has at most 400 characters
const BEGINS_OUTSIDE =
  /^(?:(?:it|that|they|he|she|which|otherwise)\b|(?:this|these|those) (?:is|are|was|were|will|would|can|could|does|do|did|has|have|should|must|may|might)\b)/i;
const REFERS = /\b(?:it|its|it's|them|they|they're|their|he|she)\b/i;

/** Whether a claim cannot be understood without what was written before it: less strict than for what nobody chose. */
export function needsContext(claim: string): boolean {
  if (BEGINS_OUTSIDE.test(claim)) return true;
  const at = Math.min(...[REFERS, THAT].map((each) => each.exec(claim)?.index ?? claim.length));
  return at < claim.length && !/[\p{L}\p{N}_./@`-]{4,}/u.test(claim.slice(0, at));
}
