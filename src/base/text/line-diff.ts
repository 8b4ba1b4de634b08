/** Lines around a change that show where it is. */
const AROUND = 2;
/** Pairs of lines that are compared; a change of more lines is shown as one block. */
const MAX_PAIRS = 250_000;

/** A line of either text, with what becomes of it. */
interface MarkedLine {
  readonly mark: " " | "-" | "+";
  readonly line: string;
}

/**
 * The hunks of a unified diff between two texts, without file headers; empty for equal texts. Lines that are
 * equal at the beginning and at the end are left out before the rest is compared.
 */
export function lineDiff(before: string, after: string): string {
  const marked = markLines(linesOf(before), linesOf(after));
  return hunksOf(marked)
    .map(({ start, end }) => renderHunk(marked, start, end))
    .join("");
}

/** The lines of a text with their ends; the last one may have none. */
function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

function markLines(before: readonly string[], after: readonly string[]): readonly MarkedLine[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const kept = (line: string): MarkedLine => ({ mark: " ", line });
  return [
    ...before.slice(0, head).map(kept),
    ...markMiddle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(kept),
  ];
}

/** The longest common subsequence stays; of a long middle nothing does. */
function markMiddle(before: readonly string[], after: readonly string[]): readonly MarkedLine[] {
  const common = before.length * after.length > MAX_PAIRS ? null : commonLengths(before, after);
  const marked: MarkedLine[] = [];
  let left = 0;
  let right = 0;
  const lengthAt = (row: number, column: number) => common?.[row]?.[column] ?? 0;
  while (left < before.length || right < after.length) {
    const removed = before[left];
    const added = after[right];
    if (common !== null && removed !== undefined && removed === added) {
      marked.push({ mark: " ", line: removed });
      left++;
      right++;
    } else if (
      removed !== undefined &&
      (added === undefined || lengthAt(left + 1, right) >= lengthAt(left, right + 1))
    ) {
      marked.push({ mark: "-", line: removed });
      left++;
    } else {
      marked.push({ mark: "+", line: added ?? "" });
      right++;
    }
  }
  return marked;
}

/** For each pair of positions, how many lines are common to what follows them. */
function commonLengths(
  before: readonly string[],
  after: readonly string[],
): readonly Uint32Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let left = before.length - 1; left >= 0; left--) {
    const row = rows[left] ?? new Uint32Array();
    const next = rows[left + 1] ?? new Uint32Array();
    for (let right = after.length - 1; right >= 0; right--) {
      const isSame = before[left] === after[right];
      const longest = Math.max(next[right] ?? 0, row[right + 1] ?? 0);
      row[right] = isSame ? (next[right + 1] ?? 0) + 1 : longest;
    }
  }
  return rows;
}

/** Ranges of lines with changes and what is around them; ranges that touch are one. */
function hunksOf(marked: readonly MarkedLine[]): readonly { start: number; end: number }[] {
  const hunks: { start: number; end: number }[] = [];
  for (const [at, { mark }] of marked.entries()) {
    if (mark === " ") continue;
    const last = hunks.at(-1);
    const end = Math.min(marked.length, at + 1 + AROUND);
    if (last !== undefined && at - AROUND <= last.end) last.end = end;
    else hunks.push({ start: Math.max(0, at - AROUND), end });
  }
  return hunks;
}

function renderHunk(marked: readonly MarkedLine[], start: number, end: number): string {
  const earlier = marked.slice(0, start);
  const lines = marked.slice(start, end);
  const range = (other: MarkedLine["mark"]) => {
    const count = lines.filter(({ mark }) => mark !== other).length;
    const first = earlier.filter(({ mark }) => mark !== other).length;
    return `${count === 0 ? first : first + 1},${count}`;
  };
  const body = lines.map(({ mark, line }) =>
    line.endsWith("\n") ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`,
  );
  return `@@ -${range("+")} +${range("-")} @@\n${body.join("")}`;
}
