import { unresolvedDrift } from "../files/recent-activity.ts";
import { parseMemoryLine } from "../memory/line.ts";

/** Decisions of an operator about a model that the policy does not allow. */
export const modelDecisions = ["proceed", "abort", "update_default_model"] as const;

/**
 * The unresolved violation that blocks work, as its note says it; null when there is none or an
 * operator decided to go on.
 */
export function blockingViolation(memory: readonly string[]): string | null {
  const noted = memory.flatMap((line) =>
    line.includes(" model_drift") || line.includes(" decision (")
      ? (parseMemoryLine(line) ?? [])
      : [],
  );
  const drift = unresolvedDrift(noted)[0];
  if (drift === undefined || !drift.text.includes(" class=violation ")) return null;
  const at = noted.lastIndexOf(drift);
  const decided = noted
    .slice(at + 1)
    .findLast(({ kind, facts }) => kind === "decision" && facts.subject === "model");
  const goesOn = decided !== undefined && decided.facts.decision !== "abort";
  return goesOn ? null : drift.text;
}
