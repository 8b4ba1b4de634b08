import * as z from "zod";

/** A number given as digits, with or without a point. */
export function decimal() {
  return z.coerce.number<number>();
}
