import * as z from "zod";

/** An integer given as digits, at least `least`. */
export function integer(least = 0) {
  return z.coerce.number<number>().int().min(least).max(Number.MAX_SAFE_INTEGER);
}
