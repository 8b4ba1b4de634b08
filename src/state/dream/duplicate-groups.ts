import { hasRedaction } from "../../model/redaction.ts";
import { DEFAULT_NAMESPACE, type StateEntry } from "../../model/state.ts";
import { instantOf } from "../../model/values.ts";
import { multisetOverlap, type TermMultiset, termMultiset } from "./term-multiset.ts";

/** How an older text relates to a newer one with nearly the same words. */
export type TextRelation = "apart" | "duplicate" | "conflict";

/** An older entry that a newer one replaces. */
export interface Duplicate {
  readonly entry: StateEntry;
  readonly relation: Exclude<TextRelation, "apart">;
  readonly similarity: number;
}

/** Entries that state the same: the newest, and those that it replaces, newest first. */
export interface DuplicateGroup {
  readonly newest: StateEntry;
  readonly older: readonly Duplicate[];
}

/** How groups are found. */
export interface GroupOptions {
  /** Minimum share of common words. */
  readonly similarity: number;
  readonly namespace: string | undefined;
  /** Compares two texts whose words are similar enough. */
  compareTexts(newer: string, older: string): TextRelation;
}

/**
 * Groups entries that state the same. Only entries of one slot and namespace that the same people may see are
 * compared. The newest entry leads its group (ties: the higher score, then the id).
 */
export function groupEntries(
  entries: readonly StateEntry[],
  options: GroupOptions,
): readonly DuplicateGroup[] {
  const groups: { newest: StateEntry; words: TermMultiset; older: Duplicate[] }[] = [];
  const indexes = new Map<string, ReturnType<typeof createPrefixIndex>>();
  const sorted = entries.filter(isComparable).sort(newestFirst);
  const multisets = sorted.map((entry) => termMultiset(entry.content));
  const frequencies = countOccurrences(multisets);
  for (const [at, entry] of sorted.entries()) {
    const scope = comparisonScope(entry, options.namespace);
    const index = indexes.get(scope) ?? createPrefixIndex(options.similarity, frequencies);
    indexes.set(scope, index);
    const words = multisets[at] ?? termMultiset(entry.content);
    const found = mostSimilar({ entry, words }, index.candidates(words), groups, options);
    if (found) groups[found.at]?.older.push(found.duplicate);
    else index.add(words, groups.push({ newest: entry, words, older: [] }) - 1);
  }
  return groups;
}

/** Whether an entry has a text to compare: it is in force, not just a reference, and nothing was redacted. */
export function isComparable(entry: StateEntry): boolean {
  if (entry.state === "archived" || entry.resolution === "pointer") return false;
  return entry.content !== "" && !hasRedaction(entry.content);
}

function newestFirst(left: StateEntry, right: StateEntry): number {
  const a = instantOf(left.committed_at) ?? 0n;
  const b = instantOf(right.committed_at) ?? 0n;
  if (a !== b) return a > b ? -1 : 1;
  if (left.score !== right.score) return right.score - left.score;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

function comparisonScope(entry: StateEntry, namespace: string | undefined): string {
  const readers = [...(entry.access_list ?? [])].sort();
  return JSON.stringify([entry.namespace ?? namespace ?? DEFAULT_NAMESPACE, entry.slot, readers]);
}

/** The most similar of the groups that an entry may belong to. */
function mostSimilar(
  { entry, words }: { readonly entry: StateEntry; readonly words: TermMultiset },
  candidates: readonly number[],
  groups: readonly { readonly newest: StateEntry; readonly words: TermMultiset }[],
  { similarity: least, compareTexts }: GroupOptions,
): { readonly at: number; readonly duplicate: Duplicate } | null {
  let best: { at: number; duplicate: Duplicate } | null = null;
  for (const at of candidates) {
    const group = groups[at];
    if (!group || isWeakerClaim(group.newest, entry)) continue;
    const similarity = multisetOverlap(words, group.words);
    if (similarity < least || (best && similarity <= best.duplicate.similarity)) continue;
    const relation = compareTexts(group.newest.content, entry.content);
    if (relation !== "apart") best = { at, duplicate: { entry, relation, similarity } };
  }
  return best;
}

/** A hypothesis does not replace an entry that is more certain. */
function isWeakerClaim(newer: StateEntry, older: StateEntry): boolean {
  return newer.status === "hypothesis" && older.status !== "hypothesis";
}

/**
 * Finds earlier multisets that could be similar enough without comparing all of them (prefix filtering): in any
 * fixed order of words, two multisets that share enough words have one of their first few in common.
 */
function createPrefixIndex(similarity: number, frequencies: ReadonlyMap<string, number>) {
  const postings = new Map<string, Posting[]>();
  const prefixOf = (multiset: TermMultiset): readonly string[] => {
    // Rare words first, so that each lists few multisets.
    const rank = (word: string) => frequencies.get(word) ?? 0;
    const words = [...multiset].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
    return words.slice(0, words.length - Math.ceil(similarity * words.length - EPSILON) + 1);
  };
  return {
    add(words: TermMultiset, at: number): void {
      for (const [index, word] of prefixOf(words).entries()) {
        const posting = { at, size: words.size, left: words.size - index };
        const list = postings.get(word);
        if (list) list.push(posting);
        else postings.set(word, [posting]);
      }
    },
    candidates(words: TermMultiset): readonly number[] {
      const found = new Set<number>();
      for (const [index, word] of prefixOf(words).entries()) {
        const own = words.size - index;
        for (const { at, left, size } of postings.get(word) ?? []) {
          // This is the first common word, so at most the shorter remainder is common.
          const common = Math.min(own, left);
          if (common >= similarity * (words.size + size - common) - EPSILON) found.add(at);
        }
      }
      return [...found].sort((a, b) => a - b);
    },
  };
}

/** A multiset with a word in its prefix: its size, and the number of words from that one on. */
interface Posting {
  readonly at: number;
  readonly size: number;
  readonly left: number;
}

const EPSILON = 1e-9;

/** The number of multisets that contain each word. */
function countOccurrences(multisets: readonly TermMultiset[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const words of multisets) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
