/** Words that measure: they belong to the number before them. */
export const UNITS: ReadonlySet<string> = new Set(
  "ms millisecond milliseconds s sec second seconds min minute minutes h hour hours day days week weeks month months quarter quarters year years b byte bytes kb kib mb mib gb gib tb tib percent eur usd gbp dollars euros cents m km cm mm kg g hz khz mhz ghz".split(
    " ",
  ),
);

const NEGATIONS = "not no never none neither nor without cannot nobody nothing";
const BOOLEANS =
  "true false yes on off enabled disabled enable disable allowed forbidden required optional";
const NUMBERS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million once twice half";
const VALUE_WORDS = new Set(`${NEGATIONS} ${BOOLEANS} ${NUMBERS}`.split(" "));

/** Whether a word is a value whatever is around it: a negation, a boolean, a number. */
export function isValueTerm(word: string): boolean {
  const lower = word.toLowerCase();
  return VALUE_WORDS.has(lower) || /n['’]t$/.test(lower);
}
