import { isObject, type Json } from "../../src/base/json/value.ts";
import { replacements } from "../schemas/mutate.ts";
import { pick, type Random } from "./target.ts";

/** Pieces that have broken readers before. */
const pieces: readonly string[] = [
  "{",
  "}",
  "[",
  "]",
  '"',
  "'",
  ":",
  ",",
  "#",
  "-",
  ".",
  "/",
  "\\",
  "|",
  ">",
  "&",
  "*",
  "!",
  "%",
  "@",
  "`",
  "~",
  "^",
  "=",
  "+",
  "?",
  "\u0000",
  "\n",
  "\r",
  "\t",
  "\u202e",
  "\u{e0041}",
  "\ufeff",
  "\ud800",
  "\u2028",
  "\x1b[2J",
  "é",
  "e\u0301",
  "../",
  "..\\",
  "/etc/passwd",
  "C:\\",
  "CON",
  "__proto__",
  "constructor",
  "null",
  "1e999",
  "<<: *a",
  "&a [*a, *a]",
  "!!js/function",
  "---\n",
  "```",
  '"""',
  "'''",
  "[[a]]",
  "$(id)",
  "-0",
  "9".repeat(400),
  "a".repeat(5000),
  "[".repeat(2000),
  '{"a":'.repeat(2000),
];

/** A text with a few changes: bytes flipped, pieces put in, parts dropped, doubled or moved. */
export function mutateBytes(random: Random, original: Uint8Array): Buffer {
  let bytes: Buffer = Buffer.from(original);
  for (let left = 1 + random(4); left > 0; left--) bytes = mutateOnce(random, bytes);
  return bytes;
}

function mutateOnce(random: Random, bytes: Buffer): Buffer {
  const at = random(bytes.length + 1);
  const end = Math.min(bytes.length, at + random(200));
  const part = bytes.subarray(at, end);
  const join = (...parts: Uint8Array[]) =>
    Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(end)]);
  switch (random(7)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      if (at < flipped.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8));
      return flipped;
    }
    case 1:
      return join(Buffer.from(pick(random, pieces)), part);
    case 2:
      return join(Buffer.from(pick(random, pieces)));
    case 3:
      return join();
    case 4:
      return join(part, part);
    case 5:
      return bytes.subarray(0, at);
    default:
      return join(Buffer.from([random(256), random(256), random(256)]));
  }
}

/** A value with one part replaced, dropped, doubled or nested deep. */
export function mutateJson(random: Random, value: Json, depth = 0): Json {
  const isLeaf = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  if (isLeaf || (depth > 0 && random(6) === 0)) return replacementFor(random, value);
  if (Array.isArray(value)) {
    const at = random(value.length);
    if (random(8) === 0) return value.toSpliced(at, 1);
    if (random(8) === 0) return [...value, ...value];
    return value.with(at, mutateJson(random, value[at] ?? null, depth + 1));
  }
  if (!isObject(value)) return value;
  const key = pick(random, Object.keys(value));
  const { [key]: old = null, ...rest } = value;
  if (random(8) === 0) return rest;
  if (random(8) === 0) return { ...rest, [pick(random, pieces)]: old };
  return { ...value, [key]: mutateJson(random, old, depth + 1) };
}

function replacementFor(random: Random, value: Json): Json {
  if (random(4) === 0 && typeof value === "string") {
    return mutateBytes(random, Buffer.from(value)).toString("utf8");
  }
  if (random(12) === 0) return deep(20 + random(3000));
  return pick(random, [...replacements, ...pieces]);
}

function deep(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** A file of records, one a line, with some of them changed as JSON or as text. */
export function mutateLines(random: Random, original: string): Buffer {
  if (random(4) === 0) return mutateBytes(random, Buffer.from(original));
  const lines = original.split("\n");
  for (let left = 1 + random(5); left > 0; left--) {
    const at = random(lines.length);
    lines[at] = mutateLine(random, lines[at] ?? "");
    if (random(6) === 0) lines.splice(random(lines.length), 1);
    if (random(6) === 0) lines.splice(random(lines.length), 0, lines[at] ?? "");
  }
  return Buffer.from(lines.join("\n"));
}

function mutateLine(random: Random, line: string): string {
  try {
    return JSON.stringify(mutateJson(random, JSON.parse(line)));
  } catch {
    return mutateBytes(random, Buffer.from(line)).toString("utf8");
  }
}
