const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;
const BLANK = /[\s\p{Cc}]+/gu;
/** Enough of a text to make any line of. */
const GLANCE = 40_000;

/** How many Unicode scalar values a text has. */
export function lengthOf(text: string): number {
  return text.length - (text.match(PAIR)?.length ?? 0);
}

/** At most `max` scalar values of a text, the end marked where it was cut. */
export function cutEnd(text: string, max: number): string {
  if (text.length <= max || lengthOf(text) <= max) return text;
  return `${[...text.slice(0, max * 2)].slice(0, Math.max(0, max - 1)).join("")}…`;
}

/** At most `max` scalar values of a text, cut in the middle: the beginning says what, the end says how it came out. */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max || lengthOf(text) <= max) return text;
  const head = Math.ceil((max - 3) * 0.6);
  const tail = max - 3 - head;
  const start = [...text.slice(0, head * 2)].slice(0, head).join("");
  const end = [...text.slice(-tail * 2)].slice(-tail).join("");
  return `${start.trimEnd()} … ${end.trimStart()}`;
}

/** A text on one line, so that nothing in it can look like a heading or an entry of its own. */
export function oneLine(text: string): string {
  // The middle of a very long text is never shown.
  const glance =
    text.length > 2 * GLANCE ? `${text.slice(0, GLANCE)} … ${text.slice(-GLANCE)}` : text;
  return glance.toWellFormed().replaceAll(BLANK, " ").trim();
}
