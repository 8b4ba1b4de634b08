/**
 * Entries that a text may affect although nothing in its words contradicts them: those that share the rarest content
 * words. They are a note. Entries that only share a template, each about a thing of its own, are none.
 */

import { areAlternatives } from "./claims/alternatives.ts";
import type { Term } from "./claims/claim.ts";
import { areOpposed } from "./claims/places.ts";
import { areTwins } from "./claims/relation.ts";
import type { RelatedText } from "./claims/same-text.ts";

/** An entry that shares content words with a text. */
export interface NearText<Entry> {
  readonly entry: Entry;
  readonly text: RelatedText;
  /** How much they share; see `Neighbours.nearness`. */
  readonly nearness: number;
}

/** Entries that are named. */
const MAX_NAMED = 3;
/** Entries that are looked at. */
const MAX_CONSIDERED = 24;
/** An entry that is less near has a word or two in common by chance. */
const MIN_SCORE = 0.15;
/** How much more an entry counts whose values compete with those of the text. */
const RIVAL_WEIGHT = 2;

/** The entries that a text may affect, the nearest first. */
export function chooseNeighbours<Entry>(
  own: RelatedText,
  near: readonly NearText<Entry>[],
): readonly Entry[] {
  const ranked = near
    .toSorted((left, right) => right.nearness - left.nearness)
    .slice(0, MAX_CONSIDERED)
    .filter(({ text }) => !haveTwins(own, text))
    .map(({ entry, text, nearness }) => {
      const score = haveRivalValues(own, text) ? nearness * RIVAL_WEIGHT : nearness;
      return { entry, score };
    });
  return ranked
    .filter(({ score }) => score >= MIN_SCORE)
    .sort((left, right) => right.score - left.score)
    .slice(0, MAX_NAMED)
    .map(({ entry }) => entry);
}

function haveTwins(own: RelatedText, other: RelatedText): boolean {
  return own.claims.some((one) => other.claims.some((two) => areTwins(one, two)));
}

/** Whether each names another tool for the same purpose, another quantity or another state. */
function haveRivalValues(own: RelatedText, other: RelatedText): boolean {
  const others = termsOf(other);
  return termsOf(own).some((one) =>
    others.some((two) => areAlternatives(one.text, two.text) || areOpposed(one, two)),
  );
}

const termsOf = ({ claims }: RelatedText): readonly Term[] => claims.flatMap(({ terms }) => terms);
