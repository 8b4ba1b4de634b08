/**
 * The ids of records, each with a number. A long conversation has so many that keeping their texts
 * costs more than finding them: a UUID is kept as the number it spells.
 */
export interface RecordIds {
  /** The number of an id; a new one has the next number. */
  add(text: string): number;
  /** The number of an id, or -1. */
  find(text: string): number;
  /** The id with a number. */
  text(id: number): string;
}

const NONE = -1;
const LENGTH = 36;
const WORDS = 4;
const FIRST_SIZE = 1024;

/** Places of a UUID's 32 digits in its text. */
const DIGITS = Uint8Array.from(
  Array.from({ length: LENGTH }, (_, place) => place).filter(
    (place) => ![8, 13, 18, 23].includes(place),
  ),
);

/** Hexadecimal digits by their character, in the one spelling that can be given back. */
const VALUES = new Int8Array(256).fill(NONE);
for (const [value, digit] of [..."0123456789abcdef"].entries()) VALUES[digit.charCodeAt(0)] = value;

/** Begins a list without ids. */
export function createIds(): RecordIds {
  /** The UUID that was spelled last. */
  const spelled = new Int32Array(WORDS);
  /** What other programs may use as ids. */
  const others = new Map<string, number>();
  const otherTexts = new Map<number, string>();
  let kept = new Int32Array(FIRST_SIZE * WORDS);
  let slots = new Int32Array(FIRST_SIZE * 2).fill(NONE);
  let count = 0;

  /** The slot of the UUID that was spelled last, or where it would be. */
  function slotOf(): number {
    const last = slots.length - 1;
    let slot = hashOf(spelled, 0) & last;
    for (let id = slots[slot] ?? NONE; id !== NONE; id = slots[slot] ?? NONE) {
      if (isSame(kept, id * WORDS, spelled)) break;
      slot = (slot + 1) & last;
    }
    return slot;
  }

  function widen(): void {
    const wider = new Int32Array(kept.length * 2);
    wider.set(kept);
    kept = wider;
    slots = new Int32Array(slots.length * 2).fill(NONE);
    const last = slots.length - 1;
    for (let id = 0; id < count; id++) {
      if (otherTexts.has(id)) continue;
      let slot = hashOf(kept, id * WORDS) & last;
      while (slots[slot] !== NONE) slot = (slot + 1) & last;
      slots[slot] = id;
    }
  }

  return {
    add(text) {
      const isUuid = spell(text, spelled);
      const known = isUuid ? (slots[slotOf()] ?? NONE) : (others.get(text) ?? NONE);
      if (known !== NONE) return known;
      if ((count + 1) * WORDS > kept.length) widen();
      const id = count++;
      if (isUuid) {
        slots[slotOf()] = id;
        kept.set(spelled, id * WORDS);
      } else {
        others.set(text, id);
        otherTexts.set(id, text);
      }
      return id;
    },
    find: (text) => (spell(text, spelled) ? (slots[slotOf()] ?? NONE) : (others.get(text) ?? NONE)),
    text: (id) => otherTexts.get(id) ?? textOf(kept.subarray(id * WORDS, (id + 1) * WORDS)),
  };
}

/** Takes the four words of a UUID from its text; false when it is none, or is spelled otherwise. */
function spell(text: string, words: Int32Array): boolean {
  if (text.length !== LENGTH) return false;
  if (text[8] !== "-" || text[13] !== "-" || text[18] !== "-" || text[23] !== "-") return false;
  for (let word = 0; word < WORDS; word++) {
    let value = 0;
    for (let digit = word * 8; digit < word * 8 + 8; digit++) {
      const four = VALUES[text.charCodeAt(DIGITS[digit] ?? 0)] ?? NONE;
      if (four === NONE) return false;
      value = (value << 4) | four;
    }
    words[word] = value;
  }
  return true;
}

function textOf(words: Int32Array): string {
  const digits = Array.from(words, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Every digit counts: ids that differ in a few of them must not share a slot. */
function hashOf(words: Int32Array, from: number): number {
  let hash = 0;
  for (let at = from; at < from + WORDS; at++) {
    hash = Math.imul(hash ^ (words[at] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

function isSame(kept: Int32Array, from: number, words: Int32Array): boolean {
  for (let at = 0; at < WORDS; at++) if (kept[from + at] !== words[at]) return false;
  return true;
}
