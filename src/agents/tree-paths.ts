/** One entry of a tree that grows by appending. */
export interface TreeEntry {
  readonly id: string;
  readonly parent: string | null;
}

/** A path that was left: the entry it begins with, and those that follow. */
export interface AbandonedPath {
  /** The entry it branches off from; null for a root of its own. */
  readonly from: number | null;
  readonly entries: readonly number[];
}

/** The entries of a session by the path they are on, each entry once. */
export interface TreePaths {
  /** From the root to the last entry of the file. */
  readonly main: readonly number[];
  readonly abandoned: readonly AbandonedPath[];
  /** The entry at which the parents went in a circle, or null. */
  readonly cycleAt: number | null;
}

/**
 * Finds the path in force, from the last entry back to its root, and the paths that were left.
 * Entries are numbered in the order of the file; `byId` says which one an id means.
 */
export function findTreePaths(
  entries: readonly TreeEntry[],
  byId: ReadonlyMap<string, number>,
): TreePaths {
  const parentOf = (index: number): number | null => {
    const parent = entries[index]?.parent ?? null;
    return parent === null ? null : (byId.get(parent) ?? null);
  };
  const main: number[] = [];
  const onMain = new Set<number>();
  let at: number | null = entries.length === 0 ? null : entries.length - 1;
  while (at !== null && !onMain.has(at)) {
    main.push(at);
    onMain.add(at);
    at = parentOf(at);
  }
  return {
    main: main.reverse(),
    abandoned: abandonedPaths(entries.length, onMain, parentOf),
    cycleAt: at,
  };
}

function abandonedPaths(
  count: number,
  onMain: ReadonlySet<number>,
  parentOf: (index: number) => number | null,
): AbandonedPath[] {
  const left: { from: number | null; entries: number[] }[] = [];
  const pathOf = new Map<number, { entries: number[] }>();
  for (let index = 0; index < count; index++) {
    if (onMain.has(index)) continue;
    const parent = parentOf(index);
    const path = parent === null ? undefined : pathOf.get(parent);
    // The first that follows the end of a path continues it; others begin a path of their own.
    if (path !== undefined && path.entries.at(-1) === parent) {
      path.entries.push(index);
      pathOf.set(index, path);
      continue;
    }
    const begun = { from: parent === null || parent > index ? null : parent, entries: [index] };
    left.push(begun);
    pathOf.set(index, begun);
  }
  return left;
}
