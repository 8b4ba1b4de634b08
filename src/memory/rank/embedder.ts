/**
 * A model that turns texts into vectors, as `embedder` in holdall.yaml names one. Its ranking is brought
 * together with that of the words.
 */
export interface Embedder {
  readonly id: string;
  /** One vector per text; null when the model cannot be asked, and words alone have to do. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[] | null>;
}

/** Names in the order of how near their texts are to a query; null when nobody can tell. */
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

/** Cosine of the angle between two vectors; 0 when one of them is nothing. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let [product, ofLeft, ofRight] = [0, 0, 0];
  for (const [at, value] of left.entries()) {
    const other = right[at] ?? 0;
    product += value * other;
    ofLeft += value * value;
    ofRight += other * other;
  }
  return ofLeft === 0 || ofRight === 0 ? 0 : product / Math.sqrt(ofLeft * ofRight);
}
