import * as z from "zod";

/**
 * An integer written as digits, at least `least`. Coerced, because command lines only have strings.
 */
export function integer(least = 0) {
  return z.coerce.number<number>().int().min(least).max(Number.MAX_SAFE_INTEGER);
}
