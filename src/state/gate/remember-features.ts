import { extractFeatures, type Features } from "./features.ts";

/** Most texts that are remembered; beyond it the memory begins anew. */
const CAPACITY = 20_000;
const remembered = new Map<string, Features>();

/** The features of a text; the same entries are compared at every commit, so they are taken apart once. */
export function featuresOf(content: string): Features {
  const known = remembered.get(content);
  if (known !== undefined) return known;
  const features = extractFeatures(content);
  if (remembered.size >= CAPACITY) remembered.clear();
  remembered.set(content, features);
  return features;
}
