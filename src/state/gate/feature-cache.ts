import { extractFeatures, type Features } from "./features.ts";
import { createPackedTokenSets, type TokenSet } from "./packed-token-sets.ts";

/** The features of a text, with its words as numbers. */
interface CachedFeatures extends Features, TokenSet {}

/** A text and the entries that it is compared with. */
export interface Neighbours {
  readonly own: Features;
  /** Jaccard similarity of the words of each entry with those of the text, by index; 0 when it has none. */
  readonly overlaps: Float64Array;
  /** Whether the entry at an index contains the same names. */
  hasSameNames(index: number): boolean;
  featuresAt(index: number): Features;
}

/** Most texts that are cached between calls. */
const CAPACITY = 50_000;

let vocabulary = new Map<string, number>();
let cachedFeatures = new Map<string, CachedFeatures>();
let packedSets = createPackedTokenSets();
/** The entries of the last call in order, and their features. */
let lastEntries: readonly unknown[] = [];
let lastFeatures: readonly CachedFeatures[] = [];

/** Compares a text with entries. The same entries come at every commit, so each is analysed once. */
export function compareToEntries(
  content: string,
  entries: readonly { readonly content: string }[],
): Neighbours {
  resetWhenFull();
  const own = readFeatures(content);
  readEntries(entries);
  packedSets.set(lastFeatures);
  const marks = new Uint8Array(vocabulary.size);
  for (const each of own.tokens) marks[each] = 1;
  const all = lastFeatures;
  return {
    own,
    overlaps: packedSets.overlaps(marks, own.tokens.length),
    hasSameNames: (index) => packedSets.namesKeyAt(index) === own.namesKey,
    featuresAt: (index) => all[index] ?? own,
  };
}

/** The features of one text. */
export function featuresOf(content: string): Features {
  resetWhenFull();
  return readFeatures(content);
}

/** Numbers of one call must come from one vocabulary, so the cache is emptied only between calls. */
function resetWhenFull(): void {
  if (cachedFeatures.size <= CAPACITY) return;
  vocabulary = new Map();
  cachedFeatures = new Map();
  packedSets = createPackedTokenSets();
  [lastEntries, lastFeatures] = [[], []];
}

/** Walks both lists in step, as they differ by one entry at most: looking each up would take longer. */
function readEntries(entries: readonly { readonly content: string }[]): void {
  let at = 0;
  lastFeatures = entries.map((entry) => {
    if (lastEntries[at] !== entry && lastEntries[at + 1] === entry) at++;
    const known = lastEntries[at] === entry ? lastFeatures[at] : undefined;
    at++;
    return known ?? readFeatures(entry.content);
  });
  lastEntries = entries;
}

function readFeatures(content: string): CachedFeatures {
  const known = cachedFeatures.get(content);
  if (known !== undefined) return known;
  const features = extractFeatures(content);
  const tokens = Int32Array.from(features.words, tokenNumber);
  // No word contains a space, so that this key cannot be one.
  const namesKey = tokenNumber(` ${[...features.identifiers].sort().join("\n")}`);
  const cached = { ...features, tokens, namesKey };
  cachedFeatures.set(content, cached);
  return cached;
}

function tokenNumber(word: string): number {
  const number = vocabulary.get(word) ?? vocabulary.size;
  vocabulary.set(word, number);
  return number;
}
