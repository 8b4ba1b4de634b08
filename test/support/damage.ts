import type { Sample } from "../../src/formats/format.ts";

/** A bundle with one thing broken. */
export interface DamagedCopy {
  readonly what: string;
  readonly files: Record<string, string | Uint8Array>;
}

const FLIPS = 12;
const CUTS = 6;
const LINES = 40;

/** Copies of a bundle, each with a file removed, a line dropped, bits flipped or its end cut off. */
export function* damagedCopies(files: Sample["files"], seed = 1): Generator<DamagedCopy> {
  const random = randomFrom(seed);
  for (const [path, content] of Object.entries(files)) {
    const { [path]: _removed, ...rest } = files;
    yield { what: `${path} removed`, files: rest };
    yield { what: `${path} empty`, files: { ...files, [path]: "" } };
    const bytes = Buffer.from(content);
    const lines = bytes.toString("latin1").split(/(?<=\n)/);
    for (const index of lines.slice(0, LINES).keys()) {
      const left = Buffer.from(lines.toSpliced(index, 1).join(""), "latin1");
      yield { what: `${path} without line ${index + 1}`, files: { ...files, [path]: left } };
    }
    for (let flip = 0; flip < FLIPS && bytes.length > 0; flip++) {
      const at = random(bytes.length);
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8));
      yield { what: `${path} with byte ${at} flipped`, files: { ...files, [path]: flipped } };
    }
    for (let cut = 0; cut < CUTS; cut++) {
      const at = random(bytes.length + 1);
      yield { what: `${path} cut at ${at}`, files: { ...files, [path]: bytes.subarray(0, at) } };
    }
  }
}

/** Whole numbers below a bound, the same ones for the same seed. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    // mulberry32: small, and good enough to scatter damage.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
