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
const INTEGERS = 4;
const FIRST_SIZE = 1024;

const HYPHEN = 45;

/** Hexadecimal digits by their character, in the one spelling that can be given back. */
const VALUES = new Int8Array(256).fill(NONE);
for (const [value, digit] of [..."0123456789abcdef"].entries()) VALUES[digit.charCodeAt(0)] = value;

interface Ids {
  /** The UUID that was spelled last. */
  readonly spelled: Int32Array;
  /** The four words of each UUID, by its number. */
  kept: Int32Array;
  /** Numbers of UUIDs, each where its hash says or in the next free slot. */
  slots: Int32Array;
  count: number;
  /** Ids that are no UUIDs, as other programs may write. */
  readonly others: Map<string, number>;
  readonly otherTexts: Map<number, string>;
}

/** Begins a list without ids. */
export function createIds(): RecordIds {
  const ids: Ids = {
    spelled: new Int32Array(INTEGERS),
    kept: new Int32Array(FIRST_SIZE * INTEGERS),
    slots: new Int32Array(FIRST_SIZE * 2).fill(NONE),
    count: 0,
    others: new Map(),
    otherTexts: new Map(),
  };
  return {
    add: (text) => (parseUuid(text, ids.spelled) ? addUuid(ids) : addOther(ids, text)),
    find: (text) =>
      parseUuid(text, ids.spelled)
        ? (ids.slots[slotOf(ids)] ?? NONE)
        : (ids.others.get(text) ?? NONE),
    text: (id) =>
      ids.otherTexts.get(id) ?? textOf(ids.kept.subarray(id * INTEGERS, (id + 1) * INTEGERS)),
  };
}

function addUuid(ids: Ids): number {
  const slot = slotOf(ids);
  const known = ids.slots[slot] ?? NONE;
  if (known !== NONE) return known;
  const { slots } = ids;
  const id = nextOf(ids);
  // A list that had to be widened has its ids in other slots.
  ids.slots[slots === ids.slots ? slot : slotOf(ids)] = id;
  ids.kept.set(ids.spelled, id * INTEGERS);
  return id;
}

function addOther(ids: Ids, text: string): number {
  const known = ids.others.get(text);
  if (known !== undefined) return known;
  const id = nextOf(ids);
  ids.others.set(text, id);
  ids.otherTexts.set(id, text);
  return id;
}

function nextOf(ids: Ids): number {
  if ((ids.count + 1) * INTEGERS > ids.kept.length) widen(ids);
  return ids.count++;
}

/** The slot of the UUID that was spelled last, or where it would be. */
function slotOf({ slots, kept, spelled }: Ids): number {
  const last = slots.length - 1;
  let slot = hashOf(spelled, 0) & last;
  for (let id = slots[slot] ?? NONE; id !== NONE; id = slots[slot] ?? NONE) {
    if (isSame(kept, id * INTEGERS, spelled)) break;
    slot = (slot + 1) & last;
  }
  return slot;
}

function widen(ids: Ids): void {
  const kept = new Int32Array(ids.kept.length * 2);
  kept.set(ids.kept);
  const slots = new Int32Array(ids.slots.length * 2).fill(NONE);
  const last = slots.length - 1;
  for (let id = 0; id < ids.count; id++) {
    if (ids.otherTexts.has(id)) continue;
    let slot = hashOf(kept, id * INTEGERS) & last;
    while (slots[slot] !== NONE) slot = (slot + 1) & last;
    slots[slot] = id;
  }
  ids.kept = kept;
  ids.slots = slots;
}

/** Takes the four words of a UUID from its text; false when it is none, or is spelled otherwise. */
function parseUuid(text: string, integers: Int32Array): boolean {
  if (text.length !== LENGTH) return false;
  for (let at = 8; at <= 23; at += 5) if (text.charCodeAt(at) !== HYPHEN) return false;
  const a = digitsAt(text, 0);
  const b = digitsAt(text, 4);
  const c = digitsAt(text, 9);
  const d = digitsAt(text, 14);
  const e = digitsAt(text, 19);
  const f = digitsAt(text, 24);
  const g = digitsAt(text, 28);
  const h = digitsAt(text, 32);
  integers[0] = (a << 16) | b;
  integers[1] = (c << 16) | d;
  integers[2] = (e << 16) | f;
  integers[3] = (g << 16) | h;
  // A number below 0 anywhere is one that no four digits make.
  return (a | b | c | d | e | f | g | h) >= 0;
}

/** The number that four digits spell, or one below 0. */
function digitsAt(text: string, at: number): number {
  return (
    (digitAt(text, at) << 12) |
    (digitAt(text, at + 1) << 8) |
    (digitAt(text, at + 2) << 4) |
    digitAt(text, at + 3)
  );
}

function digitAt(text: string, at: number): number {
  return VALUES[text.charCodeAt(at)] ?? NONE;
}

function textOf(integers: Int32Array): string {
  const a = digitsOf(integers, 0);
  const b = digitsOf(integers, 1);
  const c = digitsOf(integers, 2);
  const d = digitsOf(integers, 3);
  return `${a}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${d}`;
}

function digitsOf(integers: Int32Array, at: number): string {
  return ((integers[at] ?? 0) >>> 0).toString(16).padStart(8, "0");
}

/** Every digit counts: ids that differ in a few of them must not share a slot. */
function hashOf(integers: Int32Array, from: number): number {
  let hash = 0;
  for (let at = from; at < from + INTEGERS; at++) {
    hash = Math.imul(hash ^ (integers[at] ?? 0), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}

function isSame(kept: Int32Array, from: number, integers: Int32Array): boolean {
  for (let at = 0; at < INTEGERS; at++) if (kept[from + at] !== integers[at]) return false;
  return true;
}
