/** Parts of two sequences that are between the same shared members. */
export interface Gap<Item> {
  readonly left: readonly Item[];
  readonly right: readonly Item[];
}

/** How two sequences fit each other. */
export interface Alignment<Item> {
  readonly shared: readonly (readonly [Item, Item])[];
  readonly gaps: readonly Gap<Item>[];
}

/** Aligns two sequences by their longest common subsequence. */
export function align<Item>(
  left: readonly Item[],
  right: readonly Item[],
  isAlike: (left: Item, right: Item) => boolean,
): Alignment<Item> {
  const lengths = commonLengths(left, right, isAlike);
  const width = right.length + 1;
  const shared: (readonly [Item, Item])[] = [];
  const gaps: Gap<Item>[] = [];
  let i = 0;
  let j = 0;
  let gapI = 0;
  let gapJ = 0;
  const closeGap = () => {
    if (i > gapI || j > gapJ) gaps.push({ left: left.slice(gapI, i), right: right.slice(gapJ, j) });
  };
  while (i < left.length && j < right.length) {
    const one = left[i];
    const other = right[j];
    if (one === undefined || other === undefined) break;
    const here = lengths[i * width + j] ?? 0;
    if (isAlike(one, other) && here === (lengths[(i + 1) * width + j + 1] ?? 0) + 1) {
      closeGap();
      shared.push([one, other]);
      [gapI, gapJ] = [++i, ++j];
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  [i, j] = [left.length, right.length];
  closeGap();
  return { shared, gaps };
}

/** Length of the longest common subsequence of every pair of ends, row by row. */
function commonLengths<Item>(
  left: readonly Item[],
  right: readonly Item[],
  isAlike: (left: Item, right: Item) => boolean,
): Uint8Array {
  const width = right.length + 1;
  const lengths = new Uint8Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const one = left[i];
      const other = right[j];
      const isSame = one !== undefined && other !== undefined && isAlike(one, other);
      lengths[i * width + j] = isSame
        ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
        : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  return lengths;
}
