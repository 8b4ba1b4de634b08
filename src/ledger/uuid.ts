import { V7Generator } from "uuidv7";
import { sha256 } from "../base/hash.ts";

/** Random numbers are drawn in bulk: an append of many events needs one for each. */
const drawn = new Uint32Array(1024);
let used = drawn.length;

const generator = new V7Generator({
  nextUint32() {
    if (used === drawn.length) {
      crypto.getRandomValues(drawn);
      used = 0;
    }
    return drawn[used++] ?? 0;
  },
});

/** A new UUIDv7, greater than every one that this process created before: ids sort by time. */
export function newUuid(): string {
  return generator.generate().toString();
}

/**
 * An id that follows from some strings, in the form of a UUID: importing the same thing again gives
 * the same id.
 */
export function deriveUuid(...names: readonly string[]): string {
  const hex = sha256(JSON.stringify(names));
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
