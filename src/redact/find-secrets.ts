import { findAnchors } from "./anchors.ts";
import type { Span } from "./carriers/blocks.ts";
import { carriers } from "./carriers/registry.ts";
import { isEscaped, removeEscapes } from "./json-escapes.ts";
import { findRecords, type JsonRecord, withinRecord } from "./json-records.ts";
import { removeLineNumbers } from "./line-numbers.ts";
import { findWraps } from "./line-wraps.ts";
import { isNameInCode } from "./name-in-code.ts";
import { safeSpans } from "./safe-spans.ts";
import type { Sighting } from "./sighting.ts";

/** How deep JSON within JSON within JSON is looked through. */
const MAX_LAYERS = 3;

/** One reading of a text: as it is, or with one more layer of escapes taken away. */
interface Layer {
  readonly text: string;
  readonly records: readonly JsonRecord[];
  /** The same part of the text that is not read in any other way; null for what is no part of a string. */
  inOriginal(span: Span): Span | null;
}

/** Every secret in a text by place, none inside another; where two rules fit, the more telling names it. */
export function findSecrets(text: string): readonly Sighting[] {
  const complete: Sighting[] = [];
  const broken: Sighting[] = [];
  const parts: Sighting[][] = [];
  for (const layer of layersOf(text)) {
    const found = findIn(layer.text);
    const inLayer: Sighting[] = [];
    for (const sighting of found) {
      const span = { at: sighting.at, end: sighting.at + sighting.secret.length };
      const isComplete = withinRecord(layer.text, span, layer.records)?.isComplete ?? false;
      // Lines of a string are seen in the next layer.
      if (!isComplete && layer.records.length > 0 && ESCAPED_LINE.test(sighting.secret)) continue;
      const seen = inOriginal(text, layer, sighting);
      if (seen !== null) (isComplete ? complete : inLayer).push(seen);
    }
    parts.unshift(inLayer);
    for (const sighting of findBroken(layer.text, found)) {
      const seen = inOriginal(text, layer, sighting);
      if (seen !== null) broken.push(seen);
    }
  }
  // What was found of a broken secret is only its beginning. The strings of a record show where a secret ends
  // better than the record does, unless it is all of a string.
  const all = [...broken, ...complete, ...parts.flat()];
  return all.length < 2 ? all : withoutOverlaps(all, text.length);
}

const ESCAPED_LINE = /\\[nr]/;

function* layersOf(text: string): Generator<Layer> {
  let layer: Layer = createLayer(text, (span) => span);
  yield* withListings(layer);
  for (let depth = 0; depth < MAX_LAYERS; depth++) {
    if (layer.records.length === 0 && !isEscaped(layer.text)) return;
    const above = layer;
    const { text: clean, originOf } = removeEscapes(above.text, above.records);
    layer = createLayer(clean, ({ at, end }) =>
      above.inOriginal({ at: originOf(at), end: originOf(end) }),
    );
    yield* withListings(layer);
  }
}

/** A layer, and what it lists of files without the numbers of their lines. */
function* withListings(layer: Layer): Generator<Layer> {
  yield layer;
  const listing = removeLineNumbers(layer.text);
  if (listing === null) return;
  const { text, originOf } = listing;
  yield createLayer(text, ({ at, end }) =>
    layer.inOriginal({ at: originOf(at), end: originOf(end) }),
  );
}

function createLayer(text: string, above: (span: Span) => Span | null): Layer {
  const records = findRecords(text);
  const inOriginal = (span: Span) => {
    const inside = withinRecord(text, span, records);
    return inside === null ? null : above(inside);
  };
  return { text, records, inOriginal };
}

/** Secrets that the edge of a terminal broke into several lines; `complete` begin on a line of their own. */
function findBroken(text: string, unbroken: readonly Sighting[]): Sighting[] {
  const found: Sighting[] = [];
  const starts = new Set(unbroken.map(({ at }) => at));
  for (const wrap of findWraps(text)) {
    if (starts.has(wrap.originOf(wrap.cut) + 1)) continue;
    for (const sighting of findIn(wrap.text)) {
      const end = sighting.at + sighting.secret.length;
      if (sighting.at >= wrap.cut || end <= wrap.cut) continue;
      const at = wrap.originOf(sighting.at);
      found.push({ ...sighting, at, secret: text.slice(at, wrap.originOf(end)) });
    }
  }
  return found;
}

/** What no text has: a file that is none was read as one. Escapes are those of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for.
const BINARY = /[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/;

/** Sightings in one reading of a text, the most telling rule first. */
function findIn(text: string): Sighting[] {
  // Looked for only where there is something to compare with.
  let safe: Uint8Array | null | undefined;
  const found: Sighting[] = [];
  const anchors = findAnchors(text);
  for (const carrier of carriers) {
    for (const sighting of carrier.find(text, anchors)) {
      const { at, secret } = sighting;
      if (secret.includes("[redacted:") || BINARY.test(secret)) continue;
      if (carrier.isGuess && isNameInCode(text, sighting)) continue;
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
function inOriginal(text: string, layer: Layer, sighting: Sighting): Sighting | null {
  const { at, secret, ...rest } = sighting;
  const span = layer.inOriginal({ at, end: at + secret.length });
  return span === null ? null : { ...rest, at: span.at, secret: text.slice(span.at, span.end) };
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
