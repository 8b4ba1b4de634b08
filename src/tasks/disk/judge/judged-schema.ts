import * as z from "zod";
import type { JsonObject } from "../../../base/json/value.ts";
import { checkResultSchema, type JudgedOutcome } from "../../judge/checks.ts";

/** Who judged: the name of these rules, and their version, which changes when a score could. */
const JUDGE = { name: "holdall-checks", version: "1" } as const;

/** The judge of an outcome, as it is recorded. */
export interface JudgeRecord {
  readonly name: string;
  readonly version: string;
  readonly at: string;
}

/** The record of a judgement at a time. */
export function judgeRecord(now: Date): JudgeRecord {
  return { ...JUDGE, at: now.toISOString() };
}

/** An outcome as `bundle.json` has it. */
export function outcomeJson(
  { status, score, checks }: JudgedOutcome,
  judge: JudgeRecord,
): JsonObject {
  return { status, score, checks: checks.map((check) => ({ ...check })), judge: { ...judge } };
}

/** A judged outcome in a result. */
export const judgedSchema = () =>
  z.object({
    status: z.enum(["success", "failure", "partial"]),
    score: z.number(),
    checks: z.array(checkResultSchema()).readonly(),
    judge: z.object({ name: z.string(), version: z.string(), at: z.string() }),
  });
