import { copyObject, type Json, type JsonObject } from "../../base/json/value.ts";

/** The tiers in order, in the short form that we write. */
export const TIERS = ["L0", "L1", "L2", "L3"] as const;

/** The tier a value names in either spelling, as we write it; null for anything else. */
export function tierOf(value: Json | undefined): (typeof TIERS)[number] | null {
  const short = typeof value === "string" ? value.slice(0, 2).toUpperCase() : "";
  return TIERS.find((tier) => tier === short) ?? null;
}

/**
 * The record with the short name of its tier; the same object if nothing changes, so that callers
 * can compare.
 */
export function normaliseTier(record: JsonObject): JsonObject {
  const tier = tierOf(record.tier);
  if (tier === null || tier === record.tier) return record;
  return Object.assign(copyObject(record), { tier });
}
