/**
 * One look through a text for the literals that rules depend on. A rule whose literal a text lacks is not
 * tried, and rules that begin with a literal are tried only where it is: each rule on its own would read
 * the text again.
 *
 * Three characters of each literal are looked for at once, in any case, and the literal is compared where they are.
 */

/** A number of a group of literals. */
export type AnchorGroup = number;

/** What a look through a text found. */
export interface Anchors {
  /** Whether the text contains one of the group's literals. */
  contains(group: AnchorGroup): boolean;
  /** Whether it contains a literal of any group. */
  readonly isTelling: boolean;
  /** Every place at which a literal of the list begins, in any case, and others besides; in order. */
  startsOf(list: StartList): readonly number[];
}

/** Literals whose places are wanted. */
export type StartList = "tokens" | "keywords" | "accounts";

const BITS = 5;
const WIDTH = 3;
/** One class for all that is not ASCII: rules fold cases there that we need not know. */
const NOT_ASCII = 31;
const CLASSES = new Uint8Array(128);
for (let code = 0; code < 128; code++) CLASSES[code] = classOf(String.fromCharCode(code));

function classOf(character: string): number {
  if (/[a-z]/i.test(character)) return character.toLowerCase().charCodeAt(0) - 96;
  if (/\d/.test(character)) return 27;
  if (character === "-") return 28;
  if (character === ":" || character === "/") return 29;
  return /\s/.test(character) ? 0 : 30;
}

/** A literal that has three characters at a place of its own. */
interface Literal {
  readonly text: string;
  readonly offset: number;
  readonly group: AnchorGroup;
}

/** What three characters may belong to. */
interface Mark {
  readonly literals: Literal[];
  isToken: boolean;
  isKeyword: boolean;
  isAccount: boolean;
}

/** A mark for each window of three classes, by its number; 0 for none. */
const windows = new Uint16Array(1 << (BITS * WIDTH));
const MASK = windows.length - 1;
const NOTHING: Mark = { literals: [], isToken: false, isKeyword: false, isAccount: false };
const marks: Mark[] = [NOTHING];
let groups = 0;

/** Adds a group of literals, each of two characters or more; to be called while modules load. */
export function anchorGroup(literals: readonly string[]): AnchorGroup {
  const group = groups++;
  for (const text of literals) {
    const offset = rarestPart(text);
    for (const mark of marksOf(text.slice(offset, offset + WIDTH))) {
      mark.literals.push({ text, offset, group });
    }
  }
  return group;
}

/** Adds literals whose places are wanted. */
export function anchorStarts(list: StartList, literals: readonly string[]): void {
  for (const literal of literals) {
    for (const mark of marksOf(literal.slice(0, WIDTH))) {
      if (list === "tokens") mark.isToken = true;
      else if (list === "keywords") mark.isKeyword = true;
      else mark.isAccount = true;
    }
  }
}

/** The marks of all windows that may show these characters. */
function marksOf(part: string): readonly Mark[] {
  if (part.length < 2) throw new RangeError(`Cannot look for "${part}": it is too short`);
  const classes = [...part].map((_, at) => classAt(part, at));
  const prefix = classes.reduce((window, each) => (window << BITS) | each, 0);
  const isOpen = classes.length < WIDTH; // Anything may follow two characters.
  const first = isOpen ? prefix << BITS : prefix;
  const count = isOpen ? 1 << BITS : 1;
  return Array.from({ length: count }, (_, place) => markAt(first + place));
}

function markAt(window: number): Mark {
  const number = windows[window] || marks.push({ ...NOTHING, literals: [] }) - 1;
  windows[window] = number;
  return marks[number] ?? NOTHING;
}

/** The position of the three characters of a literal that other texts have least often. */
function rarestPart(literal: string): number {
  let best = 0;
  for (let at = 1; at + WIDTH <= literal.length; at++) {
    if (frequencyAt(literal, at) < frequencyAt(literal, best)) best = at;
  }
  return best;
}

/** From seldom to often; what is no letter comes before all of them. */
const BY_FREQUENCY = "zqxjkvbywgpfmucdlhrsnioate ";

function frequencyAt(literal: string, at: number): number {
  const part = literal.slice(at, at + WIDTH).toLowerCase();
  return [...part].reduce((sum, each) => sum + BY_FREQUENCY.indexOf(each), 0);
}

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (CLASSES[code] ?? 0) : NOT_ASCII;
}

/** What a look through a text has found so far: the places of literals, and their groups; null for none. */
interface Look {
  readonly tokens: number[];
  readonly keywords: number[];
  readonly accounts: number[];
  groups: Set<AnchorGroup> | null;
}

/** Looks through a text once. */
export function findAnchors(text: string): Anchors {
  const look: Look = { tokens: [], keywords: [], accounts: [], groups: null };
  if (text.length < SHORT) lookThrough(text, look);
  else for (let from = 0; from < text.length; from += PIECE) lookAtPiece(text, from, look);
  return {
    contains: (group) => look.groups?.has(group) ?? false,
    isTelling: look.groups !== null,
    startsOf: (list) => look[list],
  };
}

/** Copying a shorter text costs more than it saves. */
const SHORT = 100;

function lookThrough(text: string, look: Look): void {
  let window = 0;
  // One step past the end: a literal of two characters may be the last.
  for (let at = 0; at <= text.length; at++) {
    const kind = at < text.length ? (ALL_CLASSES[text.charCodeAt(at)] ?? 0) : 0;
    window = ((window << BITS) | kind) & MASK;
    const number = windows[window] ?? 0;
    if (number !== 0 && at >= WIDTH - 1) see(text, at - WIDTH + 1, number, look);
  }
}

/** Characters that are copied out of a text at once, and those of the piece before that a literal may begin with. */
const PIECE = 16 * 1024;
const BEFORE = WIDTH - 1;
const copy = Buffer.allocUnsafeSlow(2 * (PIECE + BEFORE));
const codes = new Uint16Array(copy.buffer, copy.byteOffset, PIECE + BEFORE);
const ALL_CLASSES = new Uint8Array(0x10000).fill(NOT_ASCII);
ALL_CLASSES.set(CLASSES);

/** The same for a piece of a long text, copied out: one character of a text costs several times one of a list. */
function lookAtPiece(text: string, from: number, look: Look): void {
  const before = Math.min(from, BEFORE);
  const piece = text.slice(from - before, from + PIECE);
  copy.write(piece, "utf16le");
  const isLast = from + PIECE >= text.length;
  let window = 0;
  for (let at = 0; at < piece.length; at++) {
    window = ((window << BITS) | (ALL_CLASSES[codes[at] ?? 0] ?? 0)) & MASK;
    const number = windows[window] ?? 0;
    if (number !== 0 && at >= BEFORE) see(text, from - before + at - BEFORE, number, look);
  }
  const end = windows[(window << BITS) & MASK] ?? 0;
  if (isLast && end !== 0) see(text, text.length - BEFORE, end, look);
}

/** Compares the literals of a mark with the text at a place. */
function see(text: string, from: number, number: number, look: Look): void {
  const { literals, isToken, isKeyword, isAccount } = marks[number] ?? NOTHING;
  if (isToken) look.tokens.push(from);
  if (isKeyword) look.keywords.push(from);
  if (isAccount) look.accounts.push(from);
  for (const literal of literals) {
    if (look.groups?.has(literal.group)) continue;
    if (!text.startsWith(literal.text, from - literal.offset)) continue;
    look.groups ??= new Set();
    look.groups.add(literal.group);
  }
}
