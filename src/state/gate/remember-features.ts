import { extractFeatures, type Features } from "./features.ts";

/** A text taken apart, its words also as numbers of the vocabulary. */
interface Read extends Features {
  readonly numbers: Int32Array;
}

/** A text beside others that it is compared with. */
export interface Beside<Entry> {
  readonly mine: Features;
  readonly others: readonly { readonly entry: Entry; readonly text: Read }[];
  /** Jaccard similarity of the words of a text with mine; 0 when mine has none. */
  overlapWith(text: Read): number;
}

/** Most texts that are remembered between calls. */
const CAPACITY = 50_000;

let vocabulary = new Map<string, number>();
let remembered = new Map<string, Read>();

/** Takes a text and the entries beside it apart. The same entries come at every commit: each is read once. */
export function readBeside<Entry extends { readonly content: string }>(
  content: string,
  entries: readonly Entry[],
): Beside<Entry> {
  forgetWhenFull();
  const mine = read(content);
  const others = entries.map((entry) => ({ entry, text: read(entry.content) }));
  const isMine = new Uint8Array(vocabulary.size);
  for (const each of mine.numbers) isMine[each] = 1;
  const overlapWith = ({ numbers }: Read) => {
    if (mine.numbers.length === 0) return 0;
    let shared = 0;
    for (const each of numbers) shared += isMine[each] ?? 0;
    return shared / (mine.numbers.length + numbers.length - shared);
  };
  return { mine, others, overlapWith };
}

/** The features of one text. */
export function featuresOf(content: string): Features {
  forgetWhenFull();
  return read(content);
}

/** Numbers of one call must come from one vocabulary, so both are forgotten only between calls. */
function forgetWhenFull(): void {
  if (remembered.size <= CAPACITY) return;
  vocabulary = new Map();
  remembered = new Map();
}

function read(content: string): Read {
  const known = remembered.get(content);
  if (known !== undefined) return known;
  const features = extractFeatures(content);
  const made = { ...features, numbers: Int32Array.from(features.words, numberOf) };
  remembered.set(content, made);
  return made;
}

function numberOf(word: string): number {
  const known = vocabulary.get(word) ?? vocabulary.size;
  vocabulary.set(word, known);
  return known;
}
