import type { Findings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { outcomeContradiction } from "../../model/outcome-contradiction.ts";
import { objectOf, ownValue, textOf } from "../../model/task-bundle.ts";
import { isImpossibleDate } from "../../model/values.ts";

/**
 * What the shape of `bundle.json` does not express: dates that exist, scores in their usual range, an outcome that agrees
 * with its checks.
 */
export function checkValues(bundle: JsonObject, findings: Findings): void {
  const createdAt = textOf(bundle, "createdAt");
  if (createdAt !== null && isImpossibleDate(createdAt)) {
    const place = { file: "bundle.json", pointer: "/createdAt" };
    findings.error("E_TIME", place, "The day does not exist");
  }
  const contradiction = outcomeContradiction(bundle);
  if (contradiction !== null) {
    const place = { file: "bundle.json", pointer: "/outcome" };
    findings.error("E_OUTCOME", place, `The outcome ${contradiction}`);
    return;
  }
  const score = ownValue(objectOf(bundle, "outcome"), "score");
  if (typeof score === "number" && (score < 0 || score > 1)) {
    const place = { file: "bundle.json", pointer: "/outcome/score" };
    findings.warn(
      "W_RANGE",
      place,
      `The score ${score} is outside 0 to 1: a report counts the run as failed`,
    );
  }
}
