import { areAlternatives } from "./alternatives.ts";
import type { Term } from "./claim.ts";
import { excludeEachOther } from "./exclusive-terms.ts";
import { termSet } from "./vocabulary.ts";

const SHORTEST_STEM = 3;

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
  if (left.text === right.text) return true;
  if (left.quantity !== null || right.quantity !== null) return false;
  if (isBelow(left.text, right.text) || isBelow(right.text, left.text)) return true;
  if (left.isIdentifier !== right.isIdentifier) return false;
  return haveSameStem(left.text, right.text);
}

function isBelow(path: string, folder: string): boolean {
  return folder.length > 2 && path.startsWith(`${folder}/`);
}

/** Whether two words differ in their ending alone. */
function haveSameStem(left: string, right: string): boolean {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  if (length < SHORTEST_STEM || length < 0.5 * Math.min(left.length, right.length)) return false;
  const areEndings = isEnding(left.slice(length)) && isEnding(right.slice(length));
  return areEndings && !excludeEachOther(left, right) && !areAlternatives(left, right);
}

const isEnding = (rest: string) => rest === "" || ENDINGS.has(rest);
