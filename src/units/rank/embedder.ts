/**
 * A model on this machine that turns texts into vectors. None is built in: who has one passes it to the search,
 * which brings its ranking together with that of the words.
 */
export interface Embedder {
  /** Recorded with what it ranked, so that a search can be repeated. */
  readonly id: string;
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** Names in the order of how near their texts are to a query. */
export async function rankByMeaning(
  embedder: Embedder,
  query: string,
  texts: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const [wanted, ...vectors] = await embedder.embed([query, ...texts.values()]);
  if (wanted === undefined || vectors.length !== texts.size) {
    throw new RangeError(`${embedder.id} gave ${vectors.length} vectors for ${texts.size} texts`);
  }
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
