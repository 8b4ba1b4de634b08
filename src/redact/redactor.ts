import { highEntropyRuns, isOwnId } from "./entropy.ts";
import { secretShapes } from "./shapes.ts";

/** One secret that was replaced; the secret itself is nowhere in it. */
export interface Redaction {
  readonly kind: string;
  readonly placeholder: string;
  /** How often it was replaced. */
  readonly count: number;
  /** Where it was replaced first. */
  readonly where: string;
}

/**
 * Replaces secrets by placeholders: the same secret always by the same. What was learnt from one text
 * is replaced in every other, also where nothing beside it tells that it is one.
 */
export interface Redactor {
  /** Looks for secrets without replacing any; keys of objects tell what their values are. */
  learn(value: unknown): void;
  /** The text without secrets; `where` names its place in the report. */
  text(text: string, where: string): string;
  /** Every string of a value, keys included. */
  value<Value>(value: Value, where: string): Value;
  /** What was replaced so far. */
  report(): readonly Redaction[];
  /** A redactor that knows the same secrets and has replaced none; for texts that were all learnt from. */
  again(): Redactor;
}

interface Secret {
  readonly kind: string;
  readonly placeholder: string;
}

/** Every secret that was met; shared by all redactors of one work. */
interface Knowledge {
  readonly secrets: Map<string, Secret>;
  /** Those replaced wherever they stand, longest first: a secret may hold another. */
  readonly telling: string[];
  /** Whether there are others, which only their place gives away. */
  hasShort: boolean;
}

/** A place in a text that gives a secret away. */
interface Sighting {
  readonly kind: string;
  readonly secret: string;
  readonly at: number;
}

/** More different secrets than this are noise, and would make every text slow to read. */
const MOST_SECRETS = 10_000;
/** A shorter secret may be an ordinary word elsewhere: it is replaced only where its place gives it away. */
const TELLING_LENGTH = 12;
const DEEPEST = 100;

/** A redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  return redactorOf({ secrets: new Map(), telling: [], hasShort: false }, false);
}

/** Keys and names come again with every item: looking at each of them once is enough. */
const MOST_PLAIN = 1000;
const LONGEST_PLAIN = 20;

/** Learns from texts one after the other; short ones that hold no secret are remembered. */
function createLearner(knowledge: Knowledge): (text: string) => void {
  const plain = new Set<string>();
  return (text) => {
    const isShort = text.length <= LONGEST_PLAIN;
    if (isShort && plain.has(text)) return;
    const sightings = sightingsIn(text);
    for (const sighting of sightings) secretOf(knowledge, sighting);
    if (isShort && sightings.length === 0 && plain.size < MOST_PLAIN) plain.add(text);
  };
}

function redactorOf(knowledge: Knowledge, isLearnt: boolean): Redactor {
  const learnFrom = createLearner(knowledge);
  const replaced = new Map<string, { count: number; readonly where: string }>();
  const note = ({ placeholder }: Secret, times: number, where: string) => {
    const found = replaced.get(placeholder);
    if (found === undefined) replaced.set(placeholder, { count: times, where });
    else found.count += times;
  };
  const text = (given: string, where: string) => {
    const seen = (secret: Secret, times: number) => note(secret, times, where);
    const isKnown = isLearnt && !knowledge.hasShort; // Looking for forms takes most of the time.
    const looked = isKnown ? given : replaceSeen(given, knowledge, seen);
    return replaceKnown(looked, knowledge, seen);
  };
  return {
    learn: (value) => eachText(value, learnFrom, 0),
    text,
    value: <Value>(value: Value, where: string) =>
      // Strings become strings and everything else keeps its form, so that the type holds.
      mapTexts(value, (words) => text(words, where), 0) as Value,
    report: () =>
      [...knowledge.secrets.values()].flatMap((secret) => {
        const found = replaced.get(secret.placeholder);
        return found === undefined ? [] : [{ ...secret, ...found }];
      }),
    again: () => redactorOf(knowledge, true),
  };
}

/** The secret of a sighting, known or new; null when there are too many. */
function secretOf(knowledge: Knowledge, { kind, secret }: Sighting): Secret | null {
  const { secrets, telling } = knowledge;
  const found = secrets.get(secret);
  if (found !== undefined || secrets.size >= MOST_SECRETS) return found ?? null;
  const made = { kind, placeholder: `[redacted:${kind}:${secrets.size + 1}]` };
  secrets.set(secret, made);
  if (secret.length >= TELLING_LENGTH) {
    const at = telling.findIndex((other) => other.length < secret.length);
    telling.splice(at === -1 ? telling.length : at, 0, secret);
  } else knowledge.hasShort = true;
  return made;
}

type Seen = (secret: Secret, times: number) => void;

function replaceKnown(text: string, { secrets, telling }: Knowledge, seen: Seen): string {
  let clean = text;
  for (const literal of telling) {
    const secret = secrets.get(literal);
    if (secret === undefined || !clean.includes(literal)) continue;
    const pieces = clean.split(literal);
    seen(secret, pieces.length - 1);
    clean = pieces.join(secret.placeholder);
  }
  return clean;
}

function replaceSeen(text: string, knowledge: Knowledge, seen: Seen): string {
  let clean = "";
  let from = 0;
  for (const sighting of sightingsIn(text)) {
    const secret = secretOf(knowledge, sighting);
    if (secret === null) continue;
    seen(secret, 1);
    clean += text.slice(from, sighting.at) + secret.placeholder;
    from = sighting.at + sighting.secret.length;
  }
  return clean + text.slice(from);
}

const TELLING_WORD = /pass|secret|token|key|credential/i;

/** Secrets in a text by place, none inside another; the most telling form names it. */
function sightingsIn(text: string): readonly Sighting[] {
  const found: Sighting[] = [];
  for (const { name, hints, pattern } of secretShapes) {
    if (hints.length > 0 && !hints.some((hint) => text.includes(hint))) continue;
    if (name === "assigned_secret" && !TELLING_WORD.test(text)) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.secret ?? match.groups?.other ?? match[0];
      if (secret.includes("[redacted:") || isOwnId(secret)) continue;
      if (name === "assigned_secret" && !looksMeant(secret)) continue;
      const at = match.index + match[0].lastIndexOf(secret);
      found.push({ kind: name, secret, at });
    }
  }
  for (const { value, at } of highEntropyRuns(text)) {
    found.push({ kind: "random_value", secret: value, at });
  }
  return found.length < 2 ? found : withoutOverlaps(found, text.length);
}

/** `found` is in order of telling: where two overlap, the earlier in the list stays. */
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

/** Values that stand for a secret and are none. */
const EXAMPLE =
  /^(?:\$|%|\{|<|\[|\*{3}|x{4,}|your[-_]|my[-_]|changeme|example|placeholder|redacted|process\.|os\.|env\.|getenv|null|undefined|true|false|none)/i;
const CODE = /[(){}]|=>|::|->|\.\w+\(/;

/** Whether what follows `password =` is a value and not a variable, a call or an example. */
function looksMeant(value: string): boolean {
  if (EXAMPLE.test(value) || CODE.test(value)) return false;
  const isName = /^[A-Za-z]+(?:[._/-][A-Za-z]+)*$/.test(value) || /^\d+$/.test(value);
  return !isName && new Set(value).size >= 5;
}

/** A key that says what stands below it, however deep. */
const TELLING_KEY = new RegExp(`${TELLING_WORD.source}|auth`, "i");

/** The nearest telling key, under which a string is shown. */
function keyBelow(above: string, key: string, isList: boolean): string {
  return !isList && TELLING_KEY.test(key) ? key : above;
}

/** Visits every string; one under a telling key is shown with its key. */
function eachText(value: unknown, visit: (text: string) => void, depth: number, key = ""): void {
  if (typeof value === "string") visit(key === "" ? value : `${key}: ${value}`);
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    if (!isList) visit(name);
    eachText(member, visit, depth + 1, keyBelow(key, name, isList));
  }
}

type Change = (text: string) => string;

function mapTexts(value: unknown, change: Change, depth: number, key = ""): unknown {
  if (typeof value === "string") return changeUnder(key, value, change);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((member) => mapTexts(member, change, depth + 1, key));
  const pairs = Object.entries(value).map(([name, member]) => [
    change(name),
    mapTexts(member, change, depth + 1, keyBelow(key, name, false)),
  ]);
  return Object.fromEntries(pairs);
}

/** What is nested deeper cannot be looked through, and so it does not leave. */
const TOO_DEEP = "[nested too deep to be looked through]";

/** The key tells what the value is: both are looked at together, and only the value is kept. */
function changeUnder(key: string, value: string, change: Change): string {
  if (key === "") return change(value);
  const together = change(`${key}: ${value}`);
  return together.startsWith(`${key}: `) ? together.slice(key.length + 2) : change(value);
}
