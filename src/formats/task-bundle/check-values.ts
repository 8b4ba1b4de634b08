import type { Findings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { instantOf } from "../../model/values.ts";
import { objectOf, ownValue, textOf } from "./model.ts";

/** What the shape of `bundle.json` does not say: days that exist, scores in their usual range. */
export function checkValues(bundle: JsonObject, findings: Findings): void {
  const createdAt = textOf(bundle, "createdAt");
  if (createdAt !== null && !isInstant(createdAt)) {
    const place = { file: "bundle.json", pointer: "/createdAt" };
    findings.error("E_TIME", place, "The day does not exist");
  }
  const score = ownValue(objectOf(bundle, "outcome"), "score");
  if (typeof score === "number" && (score < 0 || score > 1)) {
    const place = { file: "bundle.json", pointer: "/outcome/score" };
    findings.warn("W_RANGE", place, `The score ${score} is outside 0 to 1`);
  }
}

/** Whether a well-formed time stamp names a day that exists; others are left to the schema. */
export function isInstant(text: string): boolean {
  // Every month has 28 days: only later ones are worth the full reading.
  return (
    text.slice(8, 10) <= "28" || !/^\d{4}-\d\d-\d\d[Tt]/.test(text) || instantOf(text) !== null
  );
}
