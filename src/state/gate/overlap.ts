/** Jaccard similarity of two sets; 0 when the first or the union is empty. */
export function overlapOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (left.size === 0) return 0;
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared++;
  return shared / (left.size + right.size - shared);
}

/** The number of members of one set that are missing from the other. */
export function countMissing(of: ReadonlySet<string>, from: ReadonlySet<string>): number {
  let missing = 0;
  for (const each of of) if (!from.has(each)) missing++;
  return missing;
}

/** Whether two sets have the same members. */
export function areEqual(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  return left.size === right.size && countMissing(left, right) === 0;
}
