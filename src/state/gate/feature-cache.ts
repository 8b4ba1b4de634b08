import { isUnspaced } from "../../base/text/unspaced-scripts.ts";
import { claimsOf } from "./claims/claim.ts";
import type { RelatedText } from "./claims/same-text.ts";
import { isMatter, searchKeysOf } from "./claims/search-keys.ts";
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
  /** How near an entry is to the text by the words and matters that both have, rare ones counting more. */
  nearness(index: number): number;
  featuresAt(index: number): Features & RelatedText;
}

/** Most texts that are cached between calls. */
const CAPACITY = 50_000;
/** Entries that are compared sentence by sentence. */
const MAX_COMPARED = 64;

let vocabulary = new Map<string, number>();
/** What each member of the vocabulary counts among its like, and as part of a text's length. */
let importance: number[] = [];
let extents: number[] = [];
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
  const weightOf = weightsAmong(all.length);
  const shared = new Float64Array(vocabulary.size);
  for (const key of own.keyNumbers) shared[key] = weightOf(key) ** 2;
  const sums = packedKeys.sums(shared);
  return {
    own,
    overlaps,
    nearest: highest(sums, overlaps),
    nearness: (index) =>
      scaled(sums[index] ?? 0, own.keyNumbers, all[index]?.keyNumbers ?? own.keyNumbers, weightOf),
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
  importance = [];
  extents = [];
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

/** Entries that a small state is taken to have beside its own: in a state of one no word would be rare. */
const BACKGROUND = 30;
/** What a matter counts beside a word. */
const MATTER = 1.2;
/** Pairs of characters overlap, so that a text in Chinese has more of them than another has words. */
const PAIR_EXTENT = 0.5;

/** The weight of a key among so many entries: the rarer, the more. */
type WeightOf = (key: number) => number;

function weightsAmong(entries: number): WeightOf {
  const counts = packedKeys.counts(vocabulary.size);
  return (key) =>
    (importance[key] ?? 1) * Math.log(1 + (entries + BACKGROUND) / ((counts[key] ?? 0) + 1));
}

/** What two texts share, in proportion to their length; the root of it, because a long text has more to say. */
function scaled(sum: number, own: Int32Array, other: Int32Array, weightOf: WeightOf): number {
  const lengths = squaredLength(own, weightOf) * squaredLength(other, weightOf);
  return sum === 0 ? 0 : sum / lengths ** 0.25;
}

function squaredLength(keys: Int32Array, weightOf: WeightOf): number {
  return keys.reduce((sum, key) => sum + (extents[key] ?? 1) * weightOf(key) ** 2, 0);
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
  const known = vocabulary.get(word);
  if (known !== undefined) return known;
  importance.push(isMatter(word) ? MATTER : 1);
  extents.push(isUnspaced(word) ? PAIR_EXTENT : 1);
  vocabulary.set(word, importance.length - 1);
  return importance.length - 1;
}
