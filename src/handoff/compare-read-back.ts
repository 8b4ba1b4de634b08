import type { SessionUnit } from "./session-unit.ts";

/** The result of a comparison. */
export interface ReadBack {
  readonly expected: number;
  /** Units that should have been written and were not found, by the location of their first record. */
  readonly missing: readonly string[];
  /** Messages that were found, but not in their order. */
  readonly misplaced: number;
}

/** Compares the units that were to be written with those that the receiver's own reader finds. */
export interface ReadBackComparison {
  find(unit: SessionUnit): void;
  /** The result; a unit that the writer reported at its location is not missing. */
  result(reported: ReadonlySet<string>): ReadBack;
}

/**
 * Begins a comparison. Of units with the same content, the first one found is the first one expected, the second
 * the second, and so on. Units that nobody expected, which a receiver's form adds, do not count.
 */
export function compareReadBack(expected: readonly SessionUnit[]): ReadBackComparison {
  const waiting = positionsByHash(expected);
  let lastMessage = -1;
  let misplaced = 0;
  return {
    find({ hash }) {
      const position = waiting.get(hash)?.shift();
      if (position === undefined || expected[position]?.isMessage !== true) return;
      if (position < lastMessage) misplaced++;
      else lastMessage = position;
    },
    result(reported) {
      const missing = [...waiting.values()]
        .flat()
        .toSorted((left, right) => left - right)
        .map((position) => expected[position]?.where ?? [])
        .filter((where) => !where.some((location) => reported.has(location)));
      return {
        expected: expected.length,
        missing: missing.map(([first]) => first ?? "?"),
        misplaced,
      };
    },
  };
}

function positionsByHash(units: readonly SessionUnit[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [position, { hash }] of units.entries()) {
    const same = positions.get(hash);
    if (same === undefined) positions.set(hash, [position]);
    else same.push(position);
  }
  return positions;
}
