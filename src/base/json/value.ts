/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** Any JSON object. Keys such as `__proto__` are plain data: never assign them onto live objects. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Whether a value is a JSON object, not an array or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets a key as an own data property, whatever its name. */
export function setKey(object: object, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
    return;
  }
  (object as Record<string, unknown>)[key] = value;
}

/**
 * Source texts of numbers that JavaScript would write differently (`7.0`, `1e3`, 20-digit integers), by
 * object and key, so that an unchanged value is written back as it was read.
 */
const spellings = new WeakMap<object, Map<string, string>>();

/** Remembers how a number was spelled. */
export function rememberSpelling(object: object, key: string, text: string): void {
  const known = spellings.get(object) ?? new Map<string, string>();
  known.set(key, text);
  spellings.set(object, known);
}

/** The source text of a number, if it is still the same number. */
export function spellingOf(object: object, key: string, value: number): string | undefined {
  const text = spellings.get(object)?.get(key);
  return text !== undefined && Object.is(Number(text), value) ? text : undefined;
}

/** Copies a key with its value and its spelling; absent keys are not copied. */
export function copyKey(from: object, to: object, key: string, as: string = key): void {
  if (!Object.hasOwn(from, key)) return;
  setKey(to, as, (from as Record<string, unknown>)[key]);
  const text = spellings.get(from)?.get(key);
  if (text !== undefined) rememberSpelling(to, as, text);
}

/** A copy of an object without some keys, spellings kept. */
export function omitKeys(object: object, keys: ReadonlySet<string>): Record<string, Json> {
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(object)) if (!keys.has(key)) copyKey(object, copy, key);
  return copy;
}

/** A shallow copy of an object. Not a spread: spellings belong to the object that was read. */
export function copyObject(object: object): Record<string, Json> {
  return omitKeys(object, NO_KEYS);
}

const NO_KEYS: ReadonlySet<string> = new Set();

/**
 * A value as text, for people and for comparing: a string unchanged, anything else as JSON. Not
 * `String()`, which fails for an object with a key named `toString`.
 */
export function asText(value: Json | undefined): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** A value as a number; anything else is 0, without conversion. */
export function asNumber(value: Json | undefined): number {
  return typeof value === "number" ? value : 0;
}
