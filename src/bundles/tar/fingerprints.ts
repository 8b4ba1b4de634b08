import { hash } from "node:crypto";

/** A set of texts in which every text takes the same 16 bytes, however long it is. */
export interface Fingerprints {
  has(text: string): boolean;
  /** Whether the text is new. */
  add(text: string): boolean;
}

const INTEGERS = 4;

/**
 * Keeps 128 bits of each text's SHA-256 in one flat hash table. A million hostile names of 4 KiB
 * would otherwise fill the memory. Two texts with the same 128 bits would need a broken SHA-256.
 */
export function createFingerprints(): Fingerprints {
  let table = new Uint32Array(1024 * INTEGERS);
  let count = 0;

  function grow(): void {
    const old = table;
    table = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += INTEGERS) {
      const print = old.subarray(at, at + INTEGERS);
      if (!isFree(print, 0)) table.set(print, slotOf(table, print));
    }
  }

  return {
    has: (text) => !isFree(table, slotOf(table, printOf(text))),
    add: (text) => {
      const print = printOf(text);
      const slot = slotOf(table, print);
      if (!isFree(table, slot)) return false;
      table.set(print, slot);
      count++;
      if (count * INTEGERS * 2 > table.length) grow();
      return true;
    },
  };
}

function printOf(text: string): Uint32Array {
  // As a binary string: allocating a buffer for every name would cost more than hashing it.
  const digest = hash("sha256", text, "binary");
  const print = new Uint32Array(INTEGERS);
  for (let at = 0; at < 4 * INTEGERS; at++) {
    const index = at >> 2;
    print[index] = ((print[index] ?? 0) << 8) | digest.charCodeAt(at);
  }
  return print;
}

/** The slot of a fingerprint in the table, or the free slot where it belongs (linear probing). */
function slotOf(table: Uint32Array, print: Uint32Array): number {
  let slot = ((print[0] ?? 0) * INTEGERS) % table.length;
  while (!isFree(table, slot) && !isSame(table, slot, print))
    slot = (slot + INTEGERS) % table.length;
  return slot;
}

function isFree(table: Uint32Array, slot: number): boolean {
  return !(table[slot] || table[slot + 1] || table[slot + 2] || table[slot + 3]);
}

function isSame(table: Uint32Array, slot: number, print: Uint32Array): boolean {
  for (let index = 0; index < INTEGERS; index++)
    if (table[slot + index] !== print[index]) return false;
  return true;
}
