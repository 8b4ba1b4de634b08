import { trimEndOf } from "../../base/text/trim-end.ts";

/** What is spelled in one way only: a path, a version, a number, a name in code or of a product. */
const NAME = /[\p{L}\p{N}_./@:#-]+/gu;
const IN_ONE_WAY = /\p{N}|[_/@]|\p{Ll}\p{Lu}|\p{L}\.\p{L}/u;
const RUN = /[\p{L}\p{N}_][\p{L}\p{N}_'./@#-]*|[#@][\p{L}\p{N}]+/gu;
/** Scripts without spaces between words. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Words that turn what they are beside into its opposite. */
const NEGATIONS =
  /^(?:not|no|never|none|nobody|nothing|neither|nor|without|instead|rather|against|stop|avoid|dont|cannot|\w+n't|nicht|kein\w*|nie|niemals|pas|jamais|sans|nunca|sin|не|нет|без)$/i;
/** Words that limit a sentence or put it in doubt, wherever they are in it. */
const CONDITIONS =
  /^(?:unless|except|if|when|whenever|only|maybe|perhaps|might|may|could|would|should|must|probably|possibly|until|before|after|wenn|falls|nur|vielleicht|si|sauf|если|только)$/i;
/** Words that carry no meaning of their own. */
const EMPTY = new Set(
  "a an the of to in on at for by with and or is are was were be been being it its that which this as do does did will we i you they he she user users person team our my your their there has have had so then than also please just still already now use uses used using".split(
    " ",
  ),
);

/** The names in a text, in lower case. */
export function namesIn(text: string): readonly string[] {
  const names = (text.match(NAME) ?? []).filter((name) => IN_ONE_WAY.test(name));
  return names.map((name) => trimEndOf(plain(name), ".:/-"));
}

/** Text in which only the words count. */
export function plain(text: string): string {
  const one = text
    .normalize("NFC")
    .replaceAll(/[\u200b*`"“”‘]/g, "")
    .replaceAll("’", "'");
  return one.replace(/\s+/g, " ").trim().toLowerCase();
}

/** The words of a text that carry meaning, in order, by their beginnings; of scripts without spaces the letters. */
export function stemsInOrder(text: string): readonly string[] {
  const own = plain(text);
  if (UNSPACED.test(own)) return [...own].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  return (own.match(RUN) ?? [])
    .map((each) => trimEndOf(each, ".:/-'"))
    .filter((each) => !EMPTY.has(each))
    .map((each) => (isLimit(each) || IN_ONE_WAY.test(each) ? each : stem(each)));
}

/** Whether a word limits or negates the sentence that it is in. */
export function isLimit(each: string): boolean {
  return NEGATIONS.test(each) || CONDITIONS.test(each);
}

/** Marks between which a sentence says things that can be taken alone. */
const CLAUSE_END = /[,;:()–—]|\s-\s/;

/** The clauses of a sentence, each by its words. */
export function clausesOf(sentence: string): readonly (readonly string[])[] {
  return sentence.split(CLAUSE_END).map(stemsInOrder);
}

/** The clauses of a sentence that some words are taken from, each by its words. */
function takenClauses(sentence: string, taken: readonly string[]): readonly (readonly string[])[] {
  const own = new Set(taken.filter((each) => !isLimit(each)));
  return clausesOf(sentence).filter((clause) => clause.some((each) => own.has(each)));
}

/**
 * What limits the part of a sentence that some words are taken from: every condition, and the negations of the
 * clauses with those words. None may be lost or added in a claim.
 */
export function limitsOf(sentence: string, taken: readonly string[]): string {
  const conditions = stemsInOrder(sentence).filter((each) => CONDITIONS.test(each));
  const negations = takenClauses(sentence, taken)
    .flat()
    .filter((each) => NEGATIONS.test(each));
  return [...conditions, ...negations].sort().join(" ");
}

function stem(each: string): string {
  return each.length <= 4 ? each : each.slice(0, Math.max(4, each.length - 3));
}

/** How many of the first words are found in the second, in the same order. */
export function countInOrder(some: readonly string[], all: readonly string[]): number {
  let row = new Uint16Array(all.length + 1);
  for (const one of some) {
    const next = new Uint16Array(all.length + 1);
    for (const [place, other] of all.entries()) {
      const best = Math.max(row[place + 1] ?? 0, next[place] ?? 0);
      next[place + 1] = one === other ? Math.max(best, (row[place] ?? 0) + 1) : best;
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
