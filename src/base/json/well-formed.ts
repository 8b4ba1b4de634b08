import type { Json } from "./value.ts";

/** Whether every text can be written as UTF-8: an unpaired surrogate would be stored as something else. */
export function isWellFormed(root: Json): boolean {
  // A list instead of recursion, since the caller decides about the depth.
  const open: Json[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === "string" && !value.isWellFormed()) return false;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) open.push(key, inner ?? null);
  }
  return true;
}
