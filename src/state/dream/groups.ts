import { DEFAULT_NAMESPACE, type StateEntry } from "../../model/state.ts";
import { instantOf } from "../../model/values.ts";
import { overlap, type WordBag, wordBag } from "./word-bag.ts";

/** How an older entry stands to a newer one that uses nearly the same words. */
export type Kinship = "apart" | "duplicate" | "conflict";

/** An older entry that a newer one replaces. */
export interface Member {
  readonly entry: StateEntry;
  readonly kinship: Exclude<Kinship, "apart">;
  readonly similarity: number;
}

/** Entries that say the same thing: the newest, and those it replaces, newest first. */
export interface Group {
  readonly newest: StateEntry;
  readonly older: readonly Member[];
}

/** How groups are found. */
export interface GroupOptions {
  /** Least share of common words. */
  readonly similarity: number;
  readonly namespace: string | undefined;
  /** Looks closer at two texts whose words are similar enough. */
  kinship(newer: string, older: string): Kinship;
}

/**
 * Groups entries that say the same thing. Only what the same people may see in the same slot is
 * compared, and every group is led by its newest entry (ties: the higher score, then the id).
 */
export function groupEntries(
  entries: readonly StateEntry[],
  options: GroupOptions,
): readonly Group[] {
  const groups: { newest: StateEntry; bag: WordBag; older: Member[] }[] = [];
  const shelves = new Map<string, ReturnType<typeof createShelf>>();
  const sorted = entries.filter(isComparable).sort(newestFirst);
  const bags = sorted.map((entry) => wordBag(entry.content));
  const uses = countUses(bags);
  for (const [index, entry] of sorted.entries()) {
    const place = placeOf(entry, options.namespace);
    const shelf = shelves.get(place) ?? createShelf(options.similarity, uses);
    shelves.set(place, shelf);
    const bag = bags[index] ?? wordBag(entry.content);
    const found = nearest(entry, bag, shelf.alike(bag), groups, options);
    if (found) groups[found.at]?.older.push(found.member);
    else shelf.add(bag, groups.push({ newest: entry, bag, older: [] }) - 1);
  }
  return groups;
}

/** Whether an entry has words that can be compared: it is in force and is no mere reference. */
export function isComparable(entry: StateEntry): boolean {
  return entry.state !== "archived" && entry.resolution !== "pointer" && entry.content !== "";
}

function newestFirst(left: StateEntry, right: StateEntry): number {
  const [a, b] = [instantOf(left.committed_at) ?? 0n, instantOf(right.committed_at) ?? 0n];
  if (a !== b) return a > b ? -1 : 1;
  if (left.score !== right.score) return right.score - left.score;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

function placeOf(entry: StateEntry, namespace: string | undefined): string {
  const readers = [...(entry.access_list ?? [])].sort();
  return JSON.stringify([entry.namespace ?? namespace ?? DEFAULT_NAMESPACE, entry.slot, readers]);
}

/** The most similar of the groups that an entry may belong to. */
function nearest(
  entry: StateEntry,
  bag: WordBag,
  candidates: readonly number[],
  groups: readonly { readonly newest: StateEntry; readonly bag: WordBag }[],
  { similarity: least, kinship }: GroupOptions,
): { readonly at: number; readonly member: Member } | null {
  let best: { at: number; member: Member } | null = null;
  for (const at of candidates) {
    const group = groups[at];
    if (!group || isGuess(group.newest, entry)) continue;
    const similarity = overlap(bag, group.bag);
    if (similarity < least || (best && similarity <= best.member.similarity)) continue;
    const kin = kinship(group.newest.content, entry.content);
    if (kin !== "apart") best = { at, member: { entry, kinship: kin, similarity } };
  }
  return best;
}

/** A hypothesis does not replace what is more than one. */
function isGuess(newer: StateEntry, older: StateEntry): boolean {
  return newer.status === "hypothesis" && older.status !== "hypothesis";
}

/**
 * Finds earlier bags that could be similar enough, without comparing all of them: in whatever fixed
 * order of words, two bags that share enough share one of the first few, and leave enough behind it.
 */
function createShelf(similarity: number, uses: ReadonlyMap<string, number>) {
  const byWord = new Map<string, Posting[]>();
  const first = (bag: WordBag): readonly string[] => {
    // Rare words first, so that few bags stand under each.
    const rank = (word: string) => uses.get(word) ?? 0;
    const words = [...bag].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
    return words.slice(0, words.length - Math.ceil(similarity * words.length - EPSILON) + 1);
  };
  return {
    add(bag: WordBag, at: number): void {
      for (const [index, word] of first(bag).entries()) {
        const posting = { at, size: bag.size, left: bag.size - index };
        const list = byWord.get(word);
        if (list) list.push(posting);
        else byWord.set(word, [posting]);
      }
    },
    alike(bag: WordBag): readonly number[] {
      const found = new Set<number>();
      for (const [index, word] of first(bag).entries()) {
        const mine = bag.size - index;
        for (const { at, left, size } of byWord.get(word) ?? []) {
          // This is the first common word, so that at most the shorter rest is common.
          const common = Math.min(mine, left);
          if (common >= similarity * (bag.size + size - common) - EPSILON) found.add(at);
        }
      }
      return [...found].sort((a, b) => a - b);
    },
  };
}

/** A bag that holds a word among its first, with its size and the number of words from there on. */
interface Posting {
  readonly at: number;
  readonly size: number;
  readonly left: number;
}

const EPSILON = 1e-9;

/** In how many bags each word stands. */
function countUses(bags: readonly WordBag[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const bag of bags) for (const word of bag) uses.set(word, (uses.get(word) ?? 0) + 1);
  return uses;
}
