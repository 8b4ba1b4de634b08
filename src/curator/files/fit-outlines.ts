import type { TokenBudget } from "./fit.ts";
import type { Outline, OutlinePiece } from "./outline.ts";

/** A file that is shown in pieces, below a heading that links to it. */
export interface OutlinedFile {
  readonly path: string;
  readonly heading: string;
  readonly outline: Outline;
  /** Whether a piece is needed before the others. */
  readonly isFirst?: (piece: OutlinePiece) => boolean;
}

/**
 * Files in as many whole pieces as fit: first the heading of each, then the piece of each that is needed most, then the
 * next ones. They are shown in their own order. What does not fit is named after `…` with a link.
 */
export function fitOutlines(
  files: readonly OutlinedFile[],
  { tokens, count }: TokenBudget,
  describeRest: (left: number) => string,
): readonly string[] {
  let left = tokens - count(`${describeRest(files.length)}\n`);
  const listed = files.filter((file) => {
    const cost = count(`${file.heading}\n\n${restLine(file, [])}\n\n`);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
  const shown = new Map(listed.map((file) => [file, new Set<number>()]));
  const orders = new Map(listed.map((file) => [file, orderOf(file)]));
  const rounds = Math.max(0, ...listed.map(({ outline }) => outline.pieces.length));
  for (let round = 0; round < rounds; round++) {
    for (const file of listed) {
      const index = orders.get(file)?.[round] ?? -1;
      const piece = file.outline.pieces[index];
      const cost = piece === undefined ? 0 : count(`${piece.text}\n\n`);
      if (piece === undefined || cost > left) continue;
      left -= cost;
      shown.get(file)?.add(index);
    }
  }
  const rest = files.length - listed.length;
  return [
    ...listed.flatMap((file) => fileLines(file, shown.get(file) ?? new Set())),
    ...(rest === 0 ? [] : [describeRest(rest)]),
  ];
}

/** The places of the pieces in the order in which they are needed. */
function orderOf({ outline: { pieces }, isFirst }: OutlinedFile): readonly number[] {
  const first = pieces.flatMap((piece, index) => (isFirst?.(piece) ? [index] : []));
  return [...new Set([...first, ...pieces.keys()])];
}

function fileLines(file: OutlinedFile, shown: ReadonlySet<number>): readonly string[] {
  const { heading, outline } = file;
  const pieces = outline.pieces.filter((_, index) => shown.has(index)).map(({ text }) => text);
  const isComplete = pieces.length === outline.pieces.length && !outline.isPart;
  return [
    heading,
    ...pieces.flatMap((text) => [text, ""]),
    ...(isComplete ? [] : [restLine(file, [...shown]), ""]),
  ];
}

/** The line that names the pieces which are not shown. */
function restLine({ path, outline }: OutlinedFile, shown: readonly number[]): string {
  const names = outline.pieces.flatMap(({ name }, index) =>
    shown.includes(index) || name === "" ? [] : [name],
  );
  const named = names.length === 0 ? "more" : names.join("; ");
  return `… ${named} ([${path}](${path}))`;
}
