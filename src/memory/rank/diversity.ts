/** A ranked item, and the terms that it is compared by. */
export interface RankedTerms {
  readonly score: number;
  readonly terms: ReadonlySet<string>;
}

/**
 * Chooses items that score high and differ from those chosen before (maximal marginal relevance). `lambda` 1 means
 * by score alone, 0 by difference alone.
 */
export function chooseDiverse<Each extends RankedTerms>(
  ranked: readonly Each[],
  limit: number,
  lambda = 0.5,
): readonly Each[] {
  const rest = [...ranked];
  const chosen: Each[] = [];
  const most = Math.max(...ranked.map(({ score }) => Math.abs(score)), Number.MIN_VALUE);
  while (chosen.length < limit && rest.length > 0) {
    const values = rest.map(
      (each) => (lambda * each.score) / most - (1 - lambda) * nearness(each, chosen),
    );
    const at = values.indexOf(Math.max(...values));
    chosen.push(...rest.splice(at, 1));
  }
  return chosen;
}

function nearness(each: RankedTerms, chosen: readonly RankedTerms[]): number {
  return Math.max(0, ...chosen.map((other) => similarity(each.terms, other.terms)));
}

/** Jaccard similarity of two sets of terms, from 0 to 1. */
export function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of left) if (right.has(term)) shared++;
  const union = left.size + right.size - shared;
  return union === 0 ? 0 : shared / union;
}
