/** The beginning of each id that no other one has: as few characters as that takes, and at least some. */
export function distinctPrefixes(
  ids: Iterable<string>,
  minLength: number,
): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort();
  return new Map(
    sorted.map((id, at) => {
      const shared = Math.max(
        sharedLength(id, sorted[at - 1] ?? ""),
        sharedLength(id, sorted[at + 1] ?? ""),
      );
      return [id, id.slice(0, Math.max(minLength, shared + 1))];
    }),
  );
}

function sharedLength(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at++;
  return at;
}
