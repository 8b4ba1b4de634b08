/** A list of words in one string. */
export function termSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(/\s+/)).filter((word) => word !== ""));
}

/** Looks up words and their beginnings: "reject*" finds "rejected". */
export interface PrefixMap<Value> {
  /** The values of the word itself and of every beginning. */
  get(word: string): readonly Value[];
}

/** Longest beginning that is looked up. */
const MAX_PREFIX_LENGTH = 12;
/** Words whose values are remembered: the same ones are looked up for every pair of claims. */
const MAX_KNOWN = 5000;

/** Values by term; a term that ends in "*" matches every word with that beginning. */
export function prefixMap<Value>(terms: Iterable<readonly [string, Value]>): PrefixMap<Value> {
  const exact = new Map<string, Value[]>();
  const prefixes = new Map<string, Value[]>();
  for (const [term, value] of terms) {
    const [map, key] = term.endsWith("*") ? [prefixes, term.slice(0, -1)] : [exact, term];
    map.set(key, [...(map.get(key) ?? []), value]);
  }
  const find = (word: string) => {
    const found = [...(exact.get(word) ?? [])];
    for (let length = Math.min(word.length, MAX_PREFIX_LENGTH); length > 0; length--) {
      found.push(...(prefixes.get(word.slice(0, length)) ?? []));
    }
    return found;
  };
  const known = new Map<string, readonly Value[]>();
  return {
    get(word) {
      const before = known.get(word);
      if (before !== undefined) return before;
      if (known.size >= MAX_KNOWN) known.clear();
      const found = find(word);
      known.set(word, found);
      return found;
    },
  };
}
