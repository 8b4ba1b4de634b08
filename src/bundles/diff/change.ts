import * as z from "zod";
import type { Json } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";

/** One difference between two bundles. */
export const changeSchema = () =>
  z.object({
    kind: z.enum(["added", "removed", "changed", "moved"]),
    file: z.string().nullable(),
    /** Pointer, line or entry within the file. */
    where: z.string().nullable(),
    /** The value on this side, shortened; null when there is none. */
    left: z.string().nullable(),
    right: z.string().nullable(),
  });

/** One difference between two bundles. */
export type Change = z.infer<ReturnType<typeof changeSchema>>;

/** Collects differences; only the first are kept, all are counted. */
export interface Changes {
  add(change: Change): void;
  count(): number;
  list(): readonly Change[];
}

/** Differences that are kept for display; the rest is only counted. */
const KEPT = 1_000;

/** Creates an empty collector. */
export function createChanges(): Changes {
  const kept: Change[] = [];
  let count = 0;
  return {
    add(change) {
      count++;
      if (kept.length < KEPT) kept.push(change);
    },
    count: () => count,
    list: () => kept,
  };
}

/** A value on one short line. */
export function formatValue(value: Json | undefined): string | null {
  if (value === undefined) return null;
  return excerpt(JSON.stringify(value) ?? "", 120);
}
