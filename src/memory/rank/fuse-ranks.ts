/** Fuses rankings by reciprocal rank: each name gets 1/(60 + its rank) from every list that contains it. */
export function fuseRanks(lists: readonly (readonly string[])[]): readonly {
  readonly name: string;
  readonly score: number;
}[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    for (const [at, name] of list.entries()) {
      scores.set(name, (scores.get(name) ?? 0) + 1 / (SMOOTHING + at + 1));
    }
  }
  return [...scores]
    .map(([name, score]) => ({ name, score }))
    .sort((left, right) => right.score - left.score || (left.name < right.name ? -1 : 1));
}

/** The constant of the original paper: it keeps a single first rank from dominating. */
const SMOOTHING = 60;
