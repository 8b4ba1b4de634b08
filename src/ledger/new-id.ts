import { V7Generator } from "uuidv7";

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

/** A new UUIDv7, greater than every one that this process made before. */
export function newUuid(): string {
  return generator.generate().toString();
}
