import { extractFeatures, type Features } from "../gate/features.ts";
import { areEqual, countMissing, overlapOf } from "../gate/overlap.ts";
import type { TextRelation } from "./duplicate-groups.ts";

/** Share of common words, without values, from which two texts have the same subject. */
const SAME_SUBJECT = 0.6;

/** Compares an older text with a newer one of similar words. */
type TextComparer = (newer: string, older: string) => TextRelation;

/**
 * Compares texts of similar words. The older is a duplicate when the newer contains all its names and values, and
 * a conflict when the newer gives the same subject other values. Everything else is apart, so that facts which
 * only share a sentence pattern are never merged. Each text is analysed once.
 */
export function createTextComparer(): TextComparer {
  const cache = new Map<string, Features>();
  const featuresOf = (text: string): Features => {
    const features = cache.get(text) ?? extractFeatures(text);
    cache.set(text, features);
    return features;
  };
  return (newer, older) => compareFeatures(featuresOf(newer), featuresOf(older));
}

function compareFeatures(now: Features, then: Features): TextRelation {
  const keepsNames = countMissing(then.identifiers, now.identifiers) === 0;
  if (keepsNames && countMissing(then.values, now.values) === 0) return "duplicate";
  if (!areEqual(now.identifiers, then.identifiers)) return "apart";
  return overlapOf(now.plain, then.plain) >= SAME_SUBJECT ? "conflict" : "apart";
}
