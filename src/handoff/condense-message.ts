import { namesSomething } from "../transcripts/digest/cues.ts";

/** Lines that a reply begins with are its answer, and those that it ends with are what it leaves to do. */
const FIRST = 3;
const LAST = 4;
/** More lines are not weighed one by one: such a text is cut in the middle. */
const MAX_LINES = 2000;
const GAP = "[…]";

/** A reply within a number of bytes, in complete lines: those that bear its claims; null when that is no use. */
export function condenseMessage(text: string, maxBytes: number): string | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > MAX_LINES) return null;
  const weights = weightsOf(lines);
  const weightOf = (place: number) => weights[place] ?? 0;
  const cost = (place: number) => Buffer.byteLength(lines[place] ?? "") + 1 + GAP.length + 1;
  const order = [...lines.keys()].toSorted(
    (one, other) => weightOf(other) - weightOf(one) || one - other,
  );
  const chosen = new Set<number>();
  let left = maxBytes;
  for (const place of order) {
    if (cost(place) > left) continue;
    left -= cost(place);
    chosen.add(place);
  }
  if (left > maxBytes / 2) return null;
  const shown = lines.flatMap((line, place) => {
    if (chosen.has(place)) return [line];
    return chosen.has(place - 1) || place === 0 ? [GAP] : [];
  });
  return shown.join("\n");
}

const FENCE = /^\s*(?:```|~~~)/;

/** How important each line is: what is left out first has the least; a line of code means little without those around it. */
function weightsOf(lines: readonly string[]): readonly number[] {
  let isCode = false;
  return lines.map((line, place) => {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    const isEnd = place < FIRST || place >= lines.length - LAST;
    const isFrame = isFence || /^\s*#{1,6}\s/.test(line) || /^[|:\s-]+$/.test(line);
    const names = namesSomething(line) ? 0.2 : 0;
    return (isEnd ? 0.3 : 0) + names - (isFrame ? 0.5 : 0) - (isCode || isFence ? 0.3 : 0);
  });
}
