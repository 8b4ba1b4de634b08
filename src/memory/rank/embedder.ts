/**
 * A model that turns texts into vectors, as configured under `embedder`. Its ranking is fused with the ranking
 * by words.
 */
export interface Embedder {
  readonly id: string;
  /** One vector per text; null when the model cannot be reached: then words alone count. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[] | null>;
}

/** Names ordered by the similarity of their texts to a query; null without an answer of the model. */
export async function rankByMeaning(
  embedder: Embedder,
  query: string,
  texts: ReadonlyMap<string, string>,
): Promise<readonly string[] | null> {
  const [wanted, ...vectors] = (await embedder.embed([query, ...texts.values()])) ?? [];
  if (wanted === undefined || vectors.length !== texts.size) return null;
  return [...texts.keys()]
    .map((name, at) => ({ name, nearness: cosine(wanted, vectors[at] ?? wanted) }))
    .sort((left, right) => right.nearness - left.nearness || (left.name < right.name ? -1 : 1))
    .map(({ name }) => name);
}

/** Cosine similarity of two vectors; 0 when one of them is zero. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let product = 0;
  let ofLeft = 0;
  let ofRight = 0;
  for (const [at, value] of left.entries()) {
    const other = right[at] ?? 0;
    product += value * other;
    ofLeft += value * value;
    ofRight += other * other;
  }
  return ofLeft === 0 || ofRight === 0 ? 0 : product / Math.sqrt(ofLeft * ofRight);
}
