/**
 * Entries that a text may affect although nothing in its words contradicts them: those that are nearest by the words and
 * matters that both have. They are a note. Entries that only share a template, each about a thing of its own, are none.
 */

import { areTwins } from "./claims/relation.ts";
import type { RelatedText } from "./claims/same-text.ts";

/** An entry that shares words or matters with a text. */
export interface NearText<Entry> {
  readonly entry: Entry;
  readonly text: RelatedText;
  /** How much they share; see `Neighbours.nearness`. */
  readonly nearness: number;
}

/** Entries that are looked at. */
const MAX_CONSIDERED = 24;
/** The nearest entry is named from here on; less is mostly chance. */
const MIN_NEARNESS = 1.2;
/** Others must be nearer: what is one of several in a large state is more often chance. */
const MIN_NEARNESS_OF_OTHERS = 1.7;

/** The entries that a text may affect, the nearest first. */
export function chooseNeighbours<Entry>(
  own: RelatedText,
  near: readonly NearText<Entry>[],
): readonly Entry[] {
  return near
    .filter(({ nearness }) => nearness >= MIN_NEARNESS)
    .sort((left, right) => right.nearness - left.nearness)
    .slice(0, MAX_CONSIDERED)
    .filter(({ text }) => !haveTwins(own, text))
    .filter(({ nearness }, rank) => rank === 0 || nearness >= MIN_NEARNESS_OF_OTHERS)
    .map(({ entry }) => entry);
}

function haveTwins(own: RelatedText, other: RelatedText): boolean {
  return own.claims.some((one) => other.claims.some((two) => areTwins(one, two)));
}
