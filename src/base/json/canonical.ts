/**
 * The RFC 8785 form of a value: sorted keys, no spaces, ECMAScript numbers.
 * Throws for what JSON cannot represent: NaN, Infinity, unpaired surrogates, functions.
 */
export function canonicalJson(value: unknown): string {
  // Most values are in order already; checking that takes a third of the time of writing them.
  return isCanonical(value) ? JSON.stringify(value) : writeCanonical(value, canonicalScalar);
}

/**
 * The same to compare values that anyone may have written: an unpaired surrogate appears as its escape,
 * and a number that a conversion made too large by its name.
 */
export function comparableJson(value: unknown): string {
  return isCanonical(value) ? JSON.stringify(value) : writeCanonical(value, comparableScalar);
}

/** Whether `JSON.stringify()` gives the canonical form. */
function isCanonical(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object") return typeof value === "boolean";
  if (value === null) return true;
  if (Array.isArray(value)) return value.every(isCanonical);
  if ("toJSON" in value) return false;
  let last = "";
  for (const key of Object.keys(value)) {
    const isNext = key >= last && key.isWellFormed();
    if (!isNext || !isCanonical((value as Record<string, unknown>)[key])) return false;
    last = key;
  }
  return true;
}

type WriteScalar = (value: string | number) => string;

function writeCanonical(value: unknown, write: WriteScalar): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string" || typeof value === "number") return write(value);
  if (Array.isArray(value))
    return `[${value.map((each) => writeCanonical(each, write)).join(",")}]`;
  if (typeof value === "object") return canonicalObject(value as Record<string, unknown>, write);
  throw new TypeError(`Cannot write a ${typeof value} as JSON`);
}

function canonicalScalar(value: string | number): string {
  if (typeof value === "string" && !value.isWellFormed()) {
    throw new TypeError("Cannot write a string with an unpaired surrogate");
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TypeError("Cannot write a number that is not finite");
  }
  return JSON.stringify(value);
}

function comparableScalar(value: string | number): string {
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

function canonicalObject(object: Record<string, unknown>, write: WriteScalar): string {
  let out = "";
  // The default sort compares UTF-16 code units, as RFC 8785 requires.
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (value === undefined) continue;
    out += `${out === "" ? "" : ","}${write(key)}:${writeCanonical(value, write)}`;
  }
  return `{${out}}`;
}
