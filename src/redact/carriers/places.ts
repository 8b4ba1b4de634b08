import { type Anchors, anchorGroup } from "../anchors.ts";
import type { Sighting } from "../sighting.ts";

/** A place that contains a secret, whatever the secret looks like: the place is the evidence. */
export interface Place {
  readonly kind: string;
  /** Literals of which a text with such a place contains one. */
  readonly hints: readonly string[];
  /** What every such place contains, where the pattern itself is slow to find out that there is none. */
  readonly mayMatch?: RegExp;
  /** Global, with a group named `secret`. */
  readonly pattern: RegExp;
  /** What the value must be besides. */
  readonly accepts?: (secret: string, match: RegExpExecArray) => boolean;
}

/** A name that belongs to the value, as in `Signature signature=…`. */
const NAME = /^(?:[a-z_-]{0,12}signature|token|key|sha\d{1,3}|v\d|t)=(?=[^=])/i;

type Find = (text: string, anchors: Anchors) => Generator<Sighting>;

/** A search for places; to be created while modules load, as it adds the hints to the anchors. */
export function createPlaceFinder(places: readonly Place[]): Find {
  const groups = places.map(({ hints }) => anchorGroup(hints));
  return function* findPlaces(text, anchors) {
    if (!anchors.isTelling) return;
    for (const [number, { kind, mayMatch, pattern, accepts }] of places.entries()) {
      if (!anchors.contains(groups[number] ?? 0) || mayMatch?.test(text) === false) continue;
      for (const match of text.matchAll(pattern)) {
        const found = match.groups?.secret ?? "";
        const secret = found.replace(NAME, "");
        if (secret === "" || accepts?.(secret, match) === false) continue;
        const at = match.index + match[0].lastIndexOf(found) + found.length - secret.length;
        yield { kind, secret, at };
      }
    }
  };
}
