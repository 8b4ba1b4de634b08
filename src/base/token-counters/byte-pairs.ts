/** Counts the tokens of a text as byte pair encoding makes them. */

import type { Vocabulary } from "./vocabulary.ts";

/** A rank and a place in one number: the lowest is the merge to make next, the leftmost of several. */
const PLACES = 2 ** 32;

/**
 * The most bytes that are merged at once: memory grows with them. Only white space has longer parts, and those
 * are counted in pieces.
 */
const MAX_PART = 64 * 1024;

/** How a text is taken apart before its parts are looked up. */
export interface Encoding {
  readonly vocabulary: Vocabulary;
  /** Matches one part after the other, without a gap. */
  readonly split: RegExp;
}

/** Counts the tokens of a text. */
export function countTokens({ vocabulary, split }: Encoding, text: string): number {
  const bytes = Buffer.from(text);
  const isAscii = bytes.length === text.length;
  let total = 0;
  let character = 0;
  let start = 0;
  split.lastIndex = 0;
  // Only where a part ends is of interest, so that no match has to be made into strings.
  while (split.test(text)) {
    const end =
      start + (isAscii ? split.lastIndex - character : bytesOf(text, character, split.lastIndex));
    for (; start < end; start += MAX_PART) {
      total += countPart(vocabulary, bytes, start, Math.min(end, start + MAX_PART));
    }
    [character, start] = [split.lastIndex, end];
  }
  return total;
}

function countPart(vocabulary: Vocabulary, bytes: Uint8Array, start: number, end: number): number {
  if (vocabulary.rankOf(bytes, start, end) >= 0) return 1;
  return countMerged(vocabulary, bytes.subarray(start, end));
}

/** UTF-8 bytes of a part of a text; half a surrogate pair is written as three. */
function bytesOf(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if ((text.codePointAt(at) ?? 0) > 0xffff) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}

/**
 * Counts what is left when neighbours were merged, lowest rank first, until no two are a token. A heap finds
 * the next merge: looking at all of them each time would take hours for a line of a megabyte of spaces.
 */
function countMerged(vocabulary: Vocabulary, bytes: Uint8Array): number {
  const size = bytes.length;
  // Each part is known by the place where it begins.
  const next = new Int32Array(size + 1);
  const previous = new Int32Array(size + 1);
  for (let at = 0; at <= size; at++) {
    next[at] = at + 1;
    previous[at] = at - 1;
  }
  const ranks = new Int32Array(size + 1).fill(-1);
  const heap: number[] = [];
  const rate = (at: number): void => {
    const middle = next[at] ?? size;
    const rank = middle < size ? vocabulary.rankOf(bytes, at, next[middle] ?? size) : -1;
    ranks[at] = rank;
    if (rank >= 0) push(heap, rank * PLACES + at);
  };
  for (let at = 0; at < size - 1; at++) rate(at);
  let parts = size;
  for (let lowest = pop(heap); lowest !== undefined; lowest = pop(heap)) {
    const at = lowest % PLACES;
    // A merge beside it may have changed what begins here.
    if (ranks[at] !== (lowest - at) / PLACES) continue;
    const middle = next[at] ?? size;
    const after = next[middle] ?? size;
    next[at] = after;
    previous[after] = at;
    ranks[middle] = -1;
    parts--;
    rate(at);
    if (at > 0) rate(previous[at] ?? 0);
  }
  return parts;
}

/** Adds a number to a heap. */
function push(heap: number[], value: number): void {
  let at = heap.length;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] ?? 0;
    if (above <= value) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = value;
}

/** Takes the lowest number out of a heap. */
function pop(heap: number[]): number | undefined {
  const [lowest] = heap;
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return lowest;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    const other = heap[child + 1] ?? Number.POSITIVE_INFINITY;
    if (other < (heap[child] ?? 0)) child++;
    const below = heap[child] ?? 0;
    if (below >= last) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = last;
  return lowest;
}
