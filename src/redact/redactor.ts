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
}

interface Secret {
  readonly kind: string;
  readonly placeholder: string;
  count: number;
  where: string;
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
  const known = new Map<string, Secret>();
  const telling: string[] = []; // Longest first: a secret may hold another.

  function secretOf({ kind, secret }: Sighting): Secret | null {
    const found = known.get(secret);
    if (found !== undefined || known.size >= MOST_SECRETS) return found ?? null;
    const placeholder = `[redacted:${kind}:${known.size + 1}]`;
    const made = { kind, placeholder, count: 0, where: "" };
    known.set(secret, made);
    if (secret.length >= TELLING_LENGTH) {
      const at = telling.findIndex((other) => other.length < secret.length);
      telling.splice(at === -1 ? telling.length : at, 0, secret);
    }
    return made;
  }

  function note(secret: Secret, times: number, where: string): void {
    secret.count += times;
    if (secret.where === "") secret.where = where;
  }

  function replaceKnown(text: string, where: string): string {
    let clean = text;
    for (const literal of telling) {
      if (!clean.includes(literal)) continue;
      const secret = known.get(literal);
      if (secret === undefined) continue;
      const pieces = clean.split(literal);
      note(secret, pieces.length - 1, where);
      clean = pieces.join(secret.placeholder);
    }
    return clean;
  }

  function replaceSeen(text: string, where: string): string {
    let clean = "";
    let from = 0;
    for (const sighting of sightingsIn(text)) {
      const secret = secretOf(sighting);
      if (secret === null || sighting.at < from) continue;
      note(secret, 1, where);
      clean += text.slice(from, sighting.at) + secret.placeholder;
      from = sighting.at + sighting.secret.length;
    }
    return clean + text.slice(from);
  }

  const redactText = (text: string, where: string) => replaceKnown(replaceSeen(text, where), where);
  return {
    learn: (value) => eachText(value, (text) => sightingsIn(text).forEach(secretOf), 0),
    text: redactText,
    value: <Value>(value: Value, where: string) =>
      // Strings become strings and everything else keeps its form, so that the type holds.
      mapTexts(value, (text) => redactText(text, where), 0) as Value,
    report: () => [...known.values()].filter(({ count }) => count > 0).map((one) => ({ ...one })),
  };
}

/** Secrets in a text by place, none inside another; the most telling form names it. */
function sightingsIn(text: string): readonly Sighting[] {
  const found: Sighting[] = [];
  for (const { name, pattern } of secretShapes) {
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.secret ?? match[0];
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

/** Visits every string; one under a telling key is shown with its key. */
function eachText(value: unknown, visit: (text: string) => void, depth: number): void {
  if (typeof value === "string") visit(value);
  if (typeof value !== "object" || value === null || depth > DEEPEST) return;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member === "string" && !Array.isArray(value)) visit(`${key}: ${member}`);
    else eachText(member, visit, depth + 1);
  }
}

function mapTexts(value: unknown, change: (text: string) => string, depth: number): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) return change(JSON.stringify(value));
  if (Array.isArray(value)) return value.map((member) => mapTexts(member, change, depth + 1));
  const pairs = Object.entries(value).map(([key, member]) => {
    if (typeof member !== "string") return [change(key), mapTexts(member, change, depth + 1)];
    // The key tells what the value is: both are looked at together.
    const together = change(`${key}: ${member}`);
    return together.startsWith(`${key}: `)
      ? [key, together.slice(key.length + 2)]
      : [change(key), change(member)];
  });
  return Object.fromEntries(pairs);
}
