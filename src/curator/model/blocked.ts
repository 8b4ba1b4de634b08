import type { MemoryDigest } from "../memory/digest.ts";

/** Decisions of an operator about a model that the policy does not allow. */
export const modelDecisions = ["proceed", "abort", "update_default_model"] as const;

/**
 * The unresolved violation that blocks work, as its note says it; null when there is none or an
 * operator decided to go on.
 */
export function blockingViolation({ drift, decision }: MemoryDigest): string | null {
  const [newest] = drift;
  if (newest === undefined || !newest.text.includes(" class=violation ")) return null;
  const goesOn = decision !== null && decision !== "abort";
  return goesOn ? null : newest.text;
}
