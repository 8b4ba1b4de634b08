import type { ModelPreferences } from "../../model/ai-context/records.ts";
import { isSameModel } from "../../model/model-name.ts";

/** The preferred model of a new responsibility, until a person chooses one. */
export const UNSET = "unset";

/** How a detected model compares with the policy. */
export type ModelClass = "match" | "fallback" | "violation" | "unknown";

/** The model that a mandate requires: its own, else the preferred one. */
export function requiredModel(policy: ModelPreferences, mandate: string | null): string {
  return overrideFor(policy, mandate) ?? policy.preferred_model;
}

/** Compares a detected model with the policy. A mandate with a model of its own has no fallback. */
export function classifyModel(
  policy: ModelPreferences,
  detected: string,
  mandate: string | null = null,
): ModelClass {
  const isUnset = requiredModel(policy, mandate) === UNSET;
  if (detected === "unknown" || detected === "" || isUnset) return "unknown";
  if (isSameModel(detected, requiredModel(policy, mandate))) return "match";
  const isApproved = policy.fallback_models?.some((name) => isSameModel(detected, name)) ?? false;
  return isApproved && overrideFor(policy, mandate) === null ? "fallback" : "violation";
}

/** The status of a class in telemetry. */
export const statusOf = {
  match: "ok",
  fallback: "warning",
  violation: "critical",
  unknown: "warning",
} as const satisfies Record<ModelClass, "ok" | "warning" | "critical">;

function overrideFor(policy: ModelPreferences, mandate: string | null): string | null {
  if (mandate === null) return null;
  const own = policy.capability_overrides?.find((each) => each.mandate === mandate);
  return own?.required_model ?? null;
}
