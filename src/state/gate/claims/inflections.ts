import { areAlternatives, areSpellings, isTool } from "./alternatives.ts";
import type { Term } from "./claim.ts";
import { excludeEachOther } from "./exclusive-terms.ts";
import { isPartOfVersion } from "./quantities.ts";
import { termSet } from "./vocabulary.ts";

const MIN_STEM_LENGTH = 3;

/** Endings that change the form of a word and not the thing. */
const ENDINGS = termSet(
  "s es e ed d ing ings er ers ment ments ation ations tion ion ions ting ping ning",
  "n en em t te ten st et er ern",
  "o a os as ar ir ado ada ados adas ar amos ando ção ções ción ciones ère ent ons ez é ée és ées",
  "i are ato ata ati ate iamo",
  "а я ы и у ю е о ов ев ам ям ом ем ей ах ях ой ий ый ая ое ые ть ет ют ит ат ал али",
  "ła ło ły y ie ów ach ami",
);

/** Whether two terms are forms of the same word, the same quantity, or a path and a path below it. */
export function isAlike(left: Term, right: Term): boolean {
  if (left.text === right.text || areSpellings(left.text, right.text)) return true;
  if (left.quantity !== null || right.quantity !== null) return isSameVersion(left, right);
  if (isBelow(left.text, right.text) || isBelow(right.text, left.text)) return true;
  if (left.isIdentifier !== right.isIdentifier) return false;
  return haveSameStem(left.text, right.text);
}

/** "PostgreSQL 16" and "PostgreSQL 16.2": one says more of the version. */
function isSameVersion(left: Term, right: Term): boolean {
  const isOfTool = isTool(left.before) && left.before === right.before;
  return isOfTool && isPartOfVersion(left.text, right.text);
}

function isBelow(path: string, folder: string): boolean {
  return folder.length > 2 && path.startsWith(`${folder}/`);
}

/** Nouns are compared as their adjectives: "compatibility", "compatible". */
const adjectiveOf = (word: string) =>
  word.endsWith("bility") ? `${word.slice(0, -"ility".length)}le` : word;

/** Whether two words differ in their ending alone. */
function haveSameStem(one: string, two: string): boolean {
  if (one[0] !== two[0]) return false;
  const left = adjectiveOf(one);
  const right = adjectiveOf(two);
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  if (length < MIN_STEM_LENGTH || length < 0.5 * Math.min(left.length, right.length)) return false;
  const areEndings = isEnding(left.slice(length)) && isEnding(right.slice(length));
  return areEndings && !excludeEachOther(left, right) && !areAlternatives(left, right);
}

const isEnding = (rest: string) => rest === "" || ENDINGS.has(rest);
