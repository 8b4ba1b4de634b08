/**
 * The RFC 8785 form of a value: sorted keys, no spaces, ECMAScript numbers.
 * Throws on what JSON cannot say: NaN, Infinity, lone surrogates, functions.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return canonicalString(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new TypeError("Cannot write a number that is not finite");
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") return canonicalObject(value as Record<string, unknown>);
  throw new TypeError(`Cannot write a ${typeof value} as JSON`);
}

function canonicalString(text: string): string {
  if (!text.isWellFormed()) throw new TypeError("Cannot write a string with a lone surrogate");
  return JSON.stringify(text);
}

function canonicalObject(object: Record<string, unknown>): string {
  let out = "";
  // The default sort compares UTF-16 code units, which is what RFC 8785 asks for.
  for (const key of Object.keys(object).sort()) {
    const value = object[key];
    if (value === undefined) continue;
    out += `${out === "" ? "" : ","}${canonicalString(key)}:${canonicalJson(value)}`;
  }
  return `{${out}}`;
}
