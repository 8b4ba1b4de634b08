import * as z from "zod";
import { type Allowance, createAllowed, NOTHING_ALLOWED } from "./allowance.ts";
import { findSecrets } from "./find-secrets.ts";
import { isSecretUnder } from "./judge-value.ts";
import { strengthOf } from "./secret-names.ts";
import type { Sighting } from "./sighting.ts";
import { isUnmistakable } from "./value-kinds.ts";

/** One secret that was replaced; the secret itself is nowhere in it. */
export const redactionSchema = () =>
  z.object({
    kind: z.string(),
    placeholder: z.string(),
    /** How often it was replaced. */
    count: z.number(),
    /** Where it was replaced first. */
    where: z.string(),
  });

/** One secret that was replaced; the secret itself is nowhere in it. */
export type Redaction = z.infer<ReturnType<typeof redactionSchema>>;

/**
 * Replaces secrets by placeholders: the same secret always by the same. What was learnt from one text
 * is replaced in every other, also where nothing beside it shows that it is one.
 */
export interface Redactor {
  /** Looks for secrets without replacing any; keys of objects show what their values are. */
  learn(value: unknown): void;
  /** The text without secrets; `where` names its place in the report. */
  text(text: string, where: string): string;
  /** Every string of a value, keys included. */
  value<Value>(value: Value, where: string): Value;
  /** What was replaced so far. */
  report(): readonly Redaction[];
  /** A redactor that knows the same secrets and has replaced none; for texts that were all learnt from. */
  withEmptyReport(): Redactor;
}

interface Secret {
  readonly kind: string;
  readonly placeholder: string;
}

/** Every secret that was met; shared by all redactors of one work. */
interface Knowledge {
  readonly secrets: Map<string, Secret>;
  /** Those replaced wherever they are, longest first: a secret may contain another. */
  readonly telling: string[];
  /** The others, which only their place gives away. */
  readonly short: string[];
  /** What the user knows to be no secret. */
  readonly isAllowed: (sighting: Sighting) => boolean;
}

/** More different secrets than this are noise, and would make every text slow to read. */
const MAX_SECRETS = 10_000;
const MAX_DEPTH = 100;
/** The rule of a value that its name gives away. */
const NAMED = "assigned_secret";

/** A redactor that knows no secret yet, and leaves alone what the user allows. */
export function createRedactor(allowance: Allowance = NOTHING_ALLOWED): Redactor {
  const isAllowed = createAllowed(allowance);
  return redactorOf({ secrets: new Map(), telling: [], short: [], isAllowed }, false);
}

/** Keys and names come again with every item: looking at each of them once is enough. */
const MAX_PLAIN = 1000;
const MAX_PLAIN_LENGTH = 20;

/** Learns from texts one after the other; short ones without a secret are remembered. */
function createLearner(knowledge: Knowledge): (text: string, key: string) => void {
  const plain = new Set<string>();
  return (text, key) => {
    const isShort = text.length <= MAX_PLAIN_LENGTH;
    if (isSecretUnder(key, text))
      secretOf(knowledge, { kind: NAMED, secret: text, at: 0, name: key });
    if (isShort && plain.has(text)) return;
    const sightings = findSecrets(text);
    for (const sighting of sightings) secretOf(knowledge, sighting);
    if (isShort && sightings.length === 0 && plain.size < MAX_PLAIN) plain.add(text);
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
  const text = (original: string, where: string) => {
    const seen = (secret: Secret, times: number) => note(secret, times, where);
    // Looking for forms takes most of the time: a text that was learnt from has none but the known ones.
    const isPlain = isLearnt && !knowledge.short.some((secret) => original.includes(secret));
    const looked = isPlain ? original : replaceSeen(original, knowledge, seen);
    return replaceKnown(looked, knowledge, seen);
  };
  const under = (key: string, value: string, where: string) => {
    if (!isSecretUnder(key, value)) return text(value, where);
    const secret = secretOf(knowledge, { kind: NAMED, secret: value, at: 0, name: key });
    if (secret === null) return text(value, where);
    note(secret, 1, where);
    return secret.placeholder;
  };
  return {
    learn: (value) => eachText(value, learnFrom, 0),
    text,
    value: <Value>(value: Value, where: string) =>
      // Strings become strings and everything else keeps its form, so that the type is right.
      mapTexts(value, (each, key) => under(key, each, where), 0) as Value,
    report: () =>
      [...knowledge.secrets.values()].flatMap((secret) => {
        const found = replaced.get(secret.placeholder);
        return found === undefined ? [] : [{ ...secret, ...found }];
      }),
    withEmptyReport: () => redactorOf(knowledge, true),
  };
}

/** The secret of a sighting, known or new; null when it is allowed or there are too many. */
function secretOf(knowledge: Knowledge, sighting: Sighting): Secret | null {
  const { secrets, telling } = knowledge;
  const { kind, secret } = sighting;
  const found = secrets.get(secret);
  if (knowledge.isAllowed(sighting)) return null;
  if (found !== undefined || secrets.size >= MAX_SECRETS) return found ?? null;
  const created = { kind, placeholder: `[redacted:${kind}:${secrets.size + 1}]` };
  secrets.set(secret, created);
  if (isUnmistakable(secret)) {
    const at = telling.findIndex((other) => other.length < secret.length);
    telling.splice(at === -1 ? telling.length : at, 0, secret);
  } else knowledge.short.push(secret);
  return created;
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
  for (const sighting of findSecrets(text)) {
    const secret = secretOf(knowledge, sighting);
    if (secret === null) continue;
    seen(secret, 1);
    clean += text.slice(from, sighting.at) + secret.placeholder;
    from = sighting.at + sighting.secret.length;
  }
  return clean + text.slice(from);
}

/** Visits every string, with the nearest key above it. */
function eachText(
  value: unknown,
  visit: (text: string, key: string) => void,
  depth: number,
  key = "",
): void {
  if (typeof value === "string") visit(value, key);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const [at, member] of value.entries())
      eachText(member, visit, depth + 1, keyInList(key, value[at - 1]));
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    visit(name, "");
    eachText(member, visit, depth + 1, keyBelow(key, name));
  }
}

/** In a list of arguments an option is the key of what follows it: `["--token", "…"]`. */
function keyInList(above: string, previous: unknown): string {
  return typeof previous === "string" && OPTION.test(previous) ? previous : above;
}

const OPTION = /^--?[A-Za-z][\w-]{1,62}$/;

/** A key says what is below it, also through a list or an object without a telling key of its own. */
function keyBelow(above: string, key: string): string {
  return strengthOf(above) !== "none" && NEUTRAL_KEY.test(key) ? above : key;
}

const NEUTRAL_KEY = /^(?:value|values|data|default|current|text|\d+)$/;

type Change = (text: string, key: string) => string;

function mapTexts(value: unknown, change: Change, depth: number, key = ""): unknown {
  if (typeof value === "string") return change(value, key);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MAX_DEPTH) return TOO_DEEP;
  if (Array.isArray(value)) {
    const list = value.map((member, at) =>
      mapTexts(member, change, depth + 1, keyInList(key, value[at - 1])),
    );
    return list.every((member, at) => member === value[at]) ? value : list;
  }
  let isChanged = false;
  const pairs = Object.entries(value).map(([name, member]) => {
    const next = mapTexts(member, change, depth + 1, keyBelow(key, name));
    const nextName = change(name, "");
    if (next !== member || nextName !== name) isChanged = true;
    return [nextName, next];
  });
  return isChanged ? Object.fromEntries(pairs) : value;
}

/** What is nested deeper cannot be looked through, and so it does not leave. */
const TOO_DEEP = "[nested too deep to be looked through]";
