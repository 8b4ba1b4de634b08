import textPieces from "../base/token-counters/text-pieces.ts";

/** What fits into a number of tokens, in its order, and how many are left; a long text leaves room for a shorter one. */
export function takeFitting<Each>(
  from: readonly Each[],
  textOf: (each: Each) => string,
  tokens: number,
): { readonly taken: readonly Each[]; readonly left: number } {
  let left = tokens;
  const taken = from.filter((each) => {
    const cost = textPieces.count(textOf(each));
    if (cost > left) return false;
    left -= cost;
    return true;
  });
  return { taken, left };
}
