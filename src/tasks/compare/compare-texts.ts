import * as z from "zod";
import { align, createInterner } from "./align.ts";

/** A line of two texts: in both, or in one of them. */
export const textLineSchema = () =>
  z.object({ side: z.enum(["both", "left", "right"]), text: z.string() });

/** A line of two texts: in both, or in one of them. */
export type TextLine = z.infer<ReturnType<typeof textLineSchema>>;

/** Compares two texts line by line. */
export function compareTexts(left: string, right: string): readonly TextLine[] {
  const lefts = left.split("\n");
  const rights = right.split("\n");
  const intern = createInterner();
  const { partners } = align(Int32Array.from(lefts, intern), Int32Array.from(rights, intern));
  const lines: TextLine[] = [];
  let y = 0;
  const addRights = (end: number): void => {
    for (; y < end; y++) lines.push({ side: "right", text: rights[y] ?? "" });
  };
  for (const [x, text] of lefts.entries()) {
    const partner = partners[x] ?? -1;
    if (partner === -1) {
      lines.push({ side: "left", text });
      continue;
    }
    addRights(partner);
    lines.push({ side: "both", text });
    y = partner + 1;
  }
  addRights(rights.length);
  return lines;
}

/** Lines around each difference, with the number that is left out before each group. */
export function aroundDifferences(
  lines: readonly TextLine[],
  context: number,
  max: number,
): readonly TextLine[] {
  const shown = new Uint8Array(lines.length);
  for (const [index, { side }] of lines.entries()) {
    if (side === "both") continue;
    shown.fill(1, Math.max(0, index - context), index + context + 1);
  }
  return lines.filter((_, index) => shown[index] === 1).slice(0, max);
}
