import * as z from "zod";
import type { JsonObject } from "../../../base/json/value.ts";
import { type JudgedOutcome, judgedOutcomeSchema } from "../../judge/checks.ts";

/** Who judged: the name of these rules, and their version, which changes when a score could. */
const JUDGE = { name: "holdall-checks", version: "1" } as const;

/** The judge of an outcome, as it is recorded. */
const judgeRecordSchema = () => z.object({ name: z.string(), version: z.string(), at: z.string() });

/** The judge of an outcome, as it is recorded. */
export type JudgeRecord = z.infer<ReturnType<typeof judgeRecordSchema>>;

/** The record of a judgement at a time. */
export function judgeRecord(now: Date): JudgeRecord {
  return { ...JUDGE, at: now.toISOString() };
}

/** An outcome as `bundle.json` has it. What the checks printed is in files of the bundle, if anywhere. */
export function outcomeJson(
  { status, score, checks, hidden }: JudgedOutcome,
  judge: JudgeRecord,
): JsonObject {
  const results = checks.map(({ output: _, ...check }) => check);
  const used = hidden === undefined ? {} : { hidden: { ...hidden } };
  return { status, score, checks: results, ...used, judge: { ...judge } };
}

/** Where a bundle has what its checks printed, the first check first. */
export function checkOutputs({
  checks,
}: Pick<JudgedOutcome, "checks">): ReadonlyMap<string, string> {
  const outputs = new Map<string, string>();
  for (const [at, { output }] of checks.entries()) {
    if (output !== undefined && output !== "") outputs.set(`checks/${at + 1}.txt`, output);
  }
  return outputs;
}

/** A judged outcome in a result. */
export const judgedSchema = () =>
  z.object({ ...judgedOutcomeSchema().shape, judge: judgeRecordSchema() });
