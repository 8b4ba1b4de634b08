import { extractFeatures, type Features } from "../gate/features.ts";
import { areEqual, countMissing, overlapOf } from "../gate/overlap.ts";
import type { Kinship } from "./groups.ts";

/** Share of common words, values aside, from which two texts speak of the same thing. */
const SAME_SUBJECT = 0.6;

/** Tells how an older text stands to a newer one of similar words. */
type Kin = (newer: string, older: string) => Kinship;

/**
 * Compares texts of similar words: a duplicate when the newer has every name and value of the older, a
 * conflict when they give the same thing other values, and else apart, so that facts that only share a
 * sentence pattern are never taken for one another. Each text is taken apart once.
 */
export function createKinship(): Kin {
  const known = new Map<string, Features>();
  const featuresOf = (text: string): Features => {
    const features = known.get(text) ?? extractFeatures(text);
    known.set(text, features);
    return features;
  };
  return (newer, older) => kinshipOf(featuresOf(newer), featuresOf(older));
}

function kinshipOf(now: Features, then: Features): Kinship {
  const keepsNames = countMissing(then.identifiers, now.identifiers) === 0;
  if (keepsNames && countMissing(then.values, now.values) === 0) return "duplicate";
  if (!areEqual(now.identifiers, then.identifiers)) return "apart";
  return overlapOf(now.plain, then.plain) >= SAME_SUBJECT ? "conflict" : "apart";
}
