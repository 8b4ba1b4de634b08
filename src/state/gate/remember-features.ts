import { extractFeatures, type Features } from "./features.ts";
import { createShelf, type Row } from "./shelf.ts";

/** A text taken apart, also as numbers of the vocabulary. */
interface Read extends Features, Row {}

/** A text beside entries that it is compared with. */
export interface Beside {
  readonly mine: Features;
  /** Jaccard similarity of the words of each entry with mine, by its place; 0 when mine has none. */
  readonly overlaps: Float64Array;
  /** Whether the entry at a place names the same things. */
  isKin(place: number): boolean;
  textAt(place: number): Features;
}

/** Most texts that are remembered between calls. */
const CAPACITY = 50_000;

let vocabulary = new Map<string, number>();
let remembered = new Map<string, Read>();
let shelf = createShelf();
/** The entries of the call before, in their order, and their texts. */
let before: readonly unknown[] = [];
let texts: readonly Read[] = [];

/** Takes a text and the entries beside it apart. The same entries come at every commit: each is read once. */
export function readBeside(
  content: string,
  entries: readonly { readonly content: string }[],
): Beside {
  forgetWhenFull();
  const mine = read(content);
  readAll(entries);
  shelf.lay(texts);
  const marks = new Uint8Array(vocabulary.size);
  for (const each of mine.numbers) marks[each] = 1;
  const all = texts;
  return {
    mine,
    overlaps: shelf.overlaps(marks, mine.numbers.length),
    isKin: (place) => shelf.kinAt(place) === mine.kin,
    textAt: (place) => all[place] ?? mine,
  };
}

/** The features of one text. */
export function featuresOf(content: string): Features {
  forgetWhenFull();
  return read(content);
}

/** Numbers of one call must come from one vocabulary, so all is forgotten only between calls. */
function forgetWhenFull(): void {
  if (remembered.size <= CAPACITY) return;
  vocabulary = new Map();
  remembered = new Map();
  shelf = createShelf();
  [before, texts] = [[], []];
}

/** Most entries are those of the call before, one place on at most: looking each up takes long. */
function readAll(entries: readonly { readonly content: string }[]): void {
  let at = 0;
  texts = entries.map((entry) => {
    if (before[at] !== entry && before[at + 1] === entry) at++;
    const known = before[at] === entry ? texts[at] : undefined;
    at++;
    return known ?? read(entry.content);
  });
  before = entries;
}

function read(content: string): Read {
  const known = remembered.get(content);
  if (known !== undefined) return known;
  const features = extractFeatures(content);
  const numbers = Int32Array.from(features.words, numberOf);
  // No word contains a space, so this cannot be taken for one.
  const kin = numberOf(` ${[...features.identifiers].sort().join("\n")}`);
  const made = { ...features, numbers, kin };
  remembered.set(content, made);
  return made;
}

function numberOf(word: string): number {
  const known = vocabulary.get(word) ?? vocabulary.size;
  vocabulary.set(word, known);
  return known;
}
