import { claimsOf } from "./claims/claim.ts";
import type { RelatedText } from "./claims/same-text.ts";
import { searchKeysOf } from "./claims/search-keys.ts";
import { extractFeatures, type Features } from "./features.ts";
import { createPackedTokenSets } from "./packed-token-sets.ts";

/** The features of a text, with its words and search keys as numbers. */
interface CachedFeatures extends Features, RelatedText {
  readonly wordNumbers: Int32Array;
  readonly keyNumbers: Int32Array;
}

/** A text and the entries that it is compared with. */
export interface Neighbours {
  readonly own: Features & RelatedText;
  /** Jaccard similarity of the words of each entry with those of the text, by index; 0 when it has none. */
  readonly overlaps: Float64Array;
  /** Indexes of the entries that may have to do with the text, the nearest first. */
  readonly nearest: readonly number[];
  /** How near an entry is to the text by the content words that both have, rare ones counting more; from 0 to 1. */
  nearness(index: number): number;
  featuresAt(index: number): Features & RelatedText;
}

/** Most texts that are cached between calls. */
const CAPACITY = 50_000;
/** Entries that are compared sentence by sentence. */
const MAX_COMPARED = 64;

let vocabulary = new Map<string, number>();
let cachedFeatures = new Map<string, CachedFeatures>();
let packedWords = createPackedTokenSets(({ wordNumbers }: CachedFeatures) => wordNumbers);
let packedKeys = createPackedTokenSets(({ keyNumbers }: CachedFeatures) => keyNumbers);
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
  packedWords.set(lastFeatures);
  packedKeys.set(lastFeatures);
  const all = lastFeatures;
  const overlaps = packedWords.overlaps(marksOf(own.wordNumbers), own.wordNumbers.length);
  const weights = weightsOf(all.length);
  const shared = new Float64Array(vocabulary.size);
  for (const key of own.keyNumbers) shared[key] = (weights[key] ?? 0) ** 2;
  const sums = packedKeys.sums(shared);
  return {
    own,
    overlaps,
    nearest: highest(sums, overlaps),
    nearness: (index) =>
      cosine(sums[index] ?? 0, own.keyNumbers, all[index]?.keyNumbers ?? own.keyNumbers, weights),
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
  packedWords = createPackedTokenSets(({ wordNumbers }: CachedFeatures) => wordNumbers);
  packedKeys = createPackedTokenSets(({ keyNumbers }: CachedFeatures) => keyNumbers);
  [lastEntries, lastFeatures] = [[], []];
}

function marksOf(numbers: Int32Array): Uint8Array {
  const marks = new Uint8Array(vocabulary.size);
  for (const each of numbers) marks[each] = 1;
  return marks;
}

/** The weight of every key among so many entries: the rarer, the more. */
function weightsOf(entries: number): Float64Array {
  const counts = packedKeys.counts(vocabulary.size);
  return Float64Array.from(counts, (count) => Math.log(1 + entries / Math.max(1, count)));
}

/** Cosine of two texts by their keys, from the sum of the squared weights of what they share. */
function cosine(sum: number, own: Int32Array, other: Int32Array, weights: Float64Array): number {
  return sum === 0
    ? 0
    : sum / Math.sqrt(squaredLength(own, weights) * squaredLength(other, weights));
}

function squaredLength(keys: Int32Array, weights: Float64Array): number {
  return keys.reduce((sum, key) => sum + (weights[key] ?? 0) ** 2, 0);
}

/** The indexes of the highest values above 0; those whose words are all shared come in any case. */
function highest(values: Float64Array, overlaps: Float64Array): readonly number[] {
  const found: number[] = [];
  for (let index = 0; index < values.length; index++) {
    if ((values[index] ?? 0) > 0 || overlaps[index] === 1) found.push(index);
  }
  if (found.length <= MAX_COMPARED) return found;
  const rank = (index: number) => (overlaps[index] === 1 ? Number.MAX_VALUE : (values[index] ?? 0));
  return found
    .sort((left, right) => rank(right) - rank(left) || left - right)
    .slice(0, MAX_COMPARED);
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
  const cached = analyse(content);
  cachedFeatures.set(content, cached);
  return cached;
}

/** Claims are read when an entry is near enough to be compared: most never are. */
function analyse(content: string): CachedFeatures {
  const features = extractFeatures(content);
  let claims: RelatedText["claims"] | null = null;
  return {
    ...features,
    get claims() {
      claims ??= claimsOf(content);
      return claims;
    },
    text: content,
    wordNumbers: Int32Array.from(features.words, tokenNumber),
    keyNumbers: Int32Array.from(searchKeysOf(content.slice(0, MAX_SEARCHED)), tokenNumber),
  };
}

/** A longer text is found by its beginning. */
const MAX_SEARCHED = 16 * 1024;

function tokenNumber(word: string): number {
  const number = vocabulary.get(word) ?? vocabulary.size;
  vocabulary.set(word, number);
  return number;
}
