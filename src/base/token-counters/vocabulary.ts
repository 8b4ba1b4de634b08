/**
 * The tokens of a vocabulary in one run of bytes that is used as it lies in a file: a table of slots, the
 * place of each token, and the tokens themselves. A map of 200,000 strings would take a start longer to
 * fill than most commands take altogether.
 */

/** A token, by its text or, where it is no whole characters, by its bytes; its place in the list is its rank. */
type Token = string | readonly number[];

/** Finds the rank of a token: merges with a lower rank are made first. */
export interface Vocabulary {
  /** The rank of the token that these bytes are; -1 when they are none. */
  rankOf(bytes: Uint8Array, start: number, end: number): number;
}

/** Marks the numbers as ours, and shows the byte order that they were written in. */
const MAGIC = 0x486f6c64;
/** Numbers before the slots: the mark, how many slots there are (a power of two), and how many tokens. */
const HEADER = 3;

/** Packs the tokens of a vocabulary; some ranks have none. */
export function packVocabulary(tokens: readonly (Token | undefined)[]): Uint8Array {
  const parts = Array.from(tokens, (token = []) =>
    typeof token === "string" ? Buffer.from(token) : Buffer.from([...token]),
  );
  const size = slotsFor(parts.length);
  const numbers = new Uint32Array(HEADER + size + parts.length + 1);
  numbers.set([MAGIC, size, parts.length]);
  const slots = numbers.subarray(HEADER, HEADER + size);
  const places = numbers.subarray(HEADER + size);
  for (const [rank, part] of parts.entries()) {
    places[rank + 1] = (places[rank] ?? 0) + part.length;
    if (part.length > 0) slots[freeSlot(slots, hashOf(part, 0, part.length))] = rank + 1;
  }
  return Buffer.concat([Buffer.from(numbers.buffer), ...parts]);
}

/** At most two of three slots are taken: most searches end at the first one. */
function slotsFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(count * 1.5 + 1));
}

function freeSlot(slots: Uint32Array, hash: number): number {
  let at = hash & (slots.length - 1);
  while (slots[at] !== 0) at = (at + 1) & (slots.length - 1);
  return at;
}

/** Opens packed tokens, without reading them one by one. */
export function openVocabulary(packed: Uint8Array): Vocabulary {
  const own = inOwnOrder(packed);
  const [, size = 0, count = 0] = new Uint32Array(own.buffer, own.byteOffset, HEADER);
  const slots = new Uint32Array(own.buffer, own.byteOffset + 4 * HEADER, size);
  const places = new Uint32Array(own.buffer, own.byteOffset + 4 * (HEADER + size), count + 1);
  const text = own.subarray(4 * (HEADER + size + count + 1));
  const mask = size - 1;
  const isToken = (rank: number, bytes: Uint8Array, start: number, end: number): boolean => {
    let place = places[rank] ?? 0;
    if ((places[rank + 1] ?? 0) - place !== end - start) return false;
    for (let at = start; at < end; at++) if (bytes[at] !== text[place++]) return false;
    return true;
  };
  return {
    rankOf(bytes, start, end) {
      for (let at = hashOf(bytes, start, end) & mask; ; at = (at + 1) & mask) {
        const found = slots[at] ?? 0;
        if (found === 0) return -1;
        if (isToken(found - 1, bytes, start, end)) return found - 1;
      }
    },
  };
}

/** The bytes with numbers that this machine reads, at an address where it can. */
function inOwnOrder(packed: Uint8Array): Uint8Array {
  const own = packed.byteOffset % 4 === 0 ? packed : Uint8Array.from(packed);
  if (new Uint32Array(own.buffer, own.byteOffset, 1)[0] === MAGIC) return own;
  const view = new DataView(own.buffer, own.byteOffset);
  // Written on a machine with the other byte order: this one reads the numbers backwards.
  const isBig = view.getUint32(0) === MAGIC;
  const numbers = HEADER + view.getUint32(4, !isBig) + view.getUint32(8, !isBig) + 1;
  const copy = Buffer.from(own);
  copy.subarray(0, 4 * numbers).swap32();
  return copy;
}

/** FNV-1a, with its upper half mixed in: slots are chosen by the lower bits. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
