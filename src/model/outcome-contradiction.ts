import { isObject, type JsonObject } from "../base/json/value.ts";
import { excerpt } from "../base/text/text.ts";
import { objectOf, ownValue, textOf } from "./task-bundle.ts";

/** Weights are summed in floating point, and scores are rounded when they are shown. */
const TOLERANCE = 0.001;

/**
 * Why the outcome of a `bundle.json` contradicts the rest of it, as the end of a sentence that begins with
 * "The outcome"; null when it does not. A status or score that was changed by hand beside its checks is found here
 * also in a bundle without sums.
 */
export function outcomeContradiction(bundle: JsonObject): string | null {
  const outcome = objectOf(bundle, "outcome");
  const run = objectOf(bundle, "run");
  const checks = readChecks(outcome);
  const score = ownValue(outcome, "score");
  // The format leaves the range of other scores to whoever gave them.
  const isJudged = ["checks", "judge"].some((key) => ownValue(outcome, key) !== undefined);
  if (isJudged && typeof score === "number" && scoreFault(score) !== null) return scoreFault(score);
  const isSuccess = textOf(outcome, "status") === "success";
  if (isSuccess) {
    const failed = checks.find(({ required, passed }) => required && !passed);
    if (failed) return `is "success", but the required check "${excerpt(failed.name)}" failed`;
    if (ownValue(run, "timedOut") === true)
      return 'is "success", but the run ended at its time limit';
    const exitCode = ownValue(run, "exitCode");
    if (exitCode === null) return 'is "success", but a signal ended the agent';
    if (typeof exitCode === "number" && exitCode !== 0) {
      return `is "success", but the agent exited with ${exitCode}`;
    }
  }
  const weight = checks.reduce((sum, check) => sum + check.weight, 0);
  if (weight === 0 || typeof score !== "number") return null;
  const share = checks.reduce((sum, check) => sum + (check.passed ? check.weight : 0), 0) / weight;
  return Math.abs(share - score) <= TOLERANCE
    ? null
    : `has the score ${score}, but its checks give ${Math.round(share * 10_000) / 10_000}`;
}

/** Why a score cannot be used, as the end of a sentence about the outcome; null when it can. */
export function scoreFault(score: number | null): string | null {
  if (score === null || (score >= 0 && score <= 1)) return null;
  return `has the score ${score}, which is not from 0 to 1`;
}

interface RecordedCheck {
  readonly name: string;
  readonly weight: number;
  readonly required: boolean;
  readonly passed: boolean;
}

function readChecks(outcome: JsonObject): readonly RecordedCheck[] {
  const checks = ownValue(outcome, "checks");
  if (!Array.isArray(checks)) return [];
  return checks.filter(isObject).map((check) => {
    const weight = ownValue(check, "weight");
    return {
      name: textOf(check, "name") ?? "",
      weight: typeof weight === "number" && weight > 0 ? weight : 0,
      required: ownValue(check, "required") === true,
      passed: ownValue(check, "passed") === true,
    };
  });
}
