import { findAnchors } from "./anchors.ts";
import { carriers } from "./carriers/registry.ts";
import { isEscaped, removeEscapes } from "./json-escapes.ts";
import { findWraps } from "./line-wraps.ts";
import { safeSpans } from "./safe-spans.ts";
import type { Sighting } from "./sighting.ts";

/** How deep JSON within JSON within JSON is looked through. */
const MAX_LAYERS = 3;

/** Every secret in a text by place, none inside another; where two rules fit, the more telling names it. */
export function findSecrets(text: string): readonly Sighting[] {
  const found = findIn(text);
  const broken = findBroken(text, found);
  let layer = { text, originOf: (at: number) => at };
  for (let depth = 0; depth < MAX_LAYERS && isEscaped(layer.text); depth++) {
    const below = layer;
    const next = removeEscapes(layer.text);
    layer = { text: next.text, originOf: (at) => below.originOf(next.originOf(at)) };
    const inLayer = findIn(layer.text);
    const brokenInLayer = findBroken(layer.text, inLayer);
    for (const sighting of inLayer) found.push(inOriginal(text, layer, sighting));
    for (const sighting of brokenInLayer) broken.push(inOriginal(text, layer, sighting));
  }
  // What was found of a broken secret is only its beginning.
  const all = [...broken, ...found];
  return all.length < 2 ? all : withoutOverlaps(all, text.length);
}

/** Secrets that the edge of a terminal broke into several lines; `whole` begin on a line of their own. */
function findBroken(text: string, unbroken: readonly Sighting[]): Sighting[] {
  const found: Sighting[] = [];
  const starts = new Set(unbroken.map(({ at }) => at));
  for (const wrap of findWraps(text)) {
    if (starts.has(wrap.originOf(wrap.cut) + 1)) continue;
    for (const sighting of findIn(wrap.text)) {
      const end = sighting.at + sighting.secret.length;
      if (sighting.at < wrap.cut && end > wrap.cut) found.push(inOriginal(text, wrap, sighting));
    }
  }
  return found;
}

/** Sightings in one reading of a text, the most telling rule first. */
function findIn(text: string): Sighting[] {
  // Looked for only where there is something to compare with.
  let safe: Uint8Array | null | undefined;
  const found: Sighting[] = [];
  const anchors = findAnchors(text);
  for (const carrier of carriers) {
    for (const sighting of carrier.find(text, anchors)) {
      const { at, secret } = sighting;
      if (secret.includes("[redacted:")) continue;
      if (safe === undefined) safe = markSafe(text);
      if (!safe?.subarray(at, at + secret.length).includes(1)) found.push(sighting);
    }
  }
  return found;
}

/** Which characters are public by their form; null when none is. A list would be gone through for every sighting. */
function markSafe(text: string): Uint8Array | null {
  const spans = safeSpans(text);
  if (spans.length === 0) return null;
  const marks = new Uint8Array(text.length);
  for (const { at, end } of spans) marks.fill(1, at, end);
  return marks;
}

/** The same sighting as the text spells it, escapes included. */
function inOriginal(
  text: string,
  layer: { originOf(at: number): number },
  { at, secret, ...rest }: Sighting,
): Sighting {
  const start = layer.originOf(at);
  return { ...rest, at: start, secret: text.slice(start, layer.originOf(at + secret.length)) };
}

/** `found` begins with the most telling: where two overlap, the earlier in the list stays. */
function withoutOverlaps(found: readonly Sighting[], length: number): readonly Sighting[] {
  const covered = new Uint8Array(length); // One look per sighting, however many there are.
  const kept = found.filter(({ at, secret }) => {
    const span = covered.subarray(at, at + secret.length);
    if (span.includes(1)) return false;
    span.fill(1);
    return true;
  });
  return kept.sort((left, right) => left.at - right.at);
}
