import type { Sighting } from "./sighting.ts";

/** What the user knows to be no secret: values, names of settings, and rules that are not wanted. */
export interface Allowance {
  /** Values that are never replaced; a `*` matches any characters. */
  readonly values: readonly string[];
  /** Names after which nothing is a secret, such as `SESSION_COOKIE`; in any case. */
  readonly names: readonly string[];
  /** Rules that do not apply, as placeholders call them. */
  readonly rules: readonly string[];
}

/** Nothing is allowed that looks like a secret. */
export const NOTHING_ALLOWED: Allowance = { values: [], names: [], rules: [] };

/** Returns whether a sighting is allowed to stay. */
export function createAllowed({ values, names, rules }: Allowance): (seen: Sighting) => boolean {
  const exact = new Set(values.filter((value) => !value.includes("*")));
  const open = values.filter((value) => value.includes("*")).map((value) => value.split("*"));
  const known = new Set(names.map((name) => name.toLowerCase()));
  const off = new Set(rules);
  return ({ kind, secret, name }) =>
    exact.has(secret) ||
    off.has(kind) ||
    (name !== undefined && known.has(name.toLowerCase())) ||
    open.some((pieces) => fits(secret, pieces));
}

/** Whether a text consists of pieces in order with anything between them; linear, unlike a pattern. */
function fits(text: string, pieces: readonly string[]): boolean {
  const first = pieces[0] ?? "";
  const last = pieces.at(-1) ?? "";
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
