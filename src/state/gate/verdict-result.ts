import * as z from "zod";
import { signalSchema } from "./audit.ts";
import type { Verdict } from "./gate.ts";
import { reasonTexts } from "./reason-texts.ts";

/** A verdict of the gate in a result. */
export const verdictFields = () => ({
  decision: z.enum(["admit", "update", "conflict", "reject"]),
  reason: z.string(),
  reason_code: z.string(),
  matched: z.object({ namespace: z.string(), id: z.string() }).nullable(),
  /** Entries that the text may contradict if it is committed. */
  compare: z
    .array(z.object({ namespace: z.string(), id: z.string(), content: z.string() }))
    .readonly(),
  signals: z.array(signalSchema()).readonly(),
  agreement: z.number(),
  confidence: z.number(),
  chance_corrected_agreement: z.number().nullable(),
  chance_corrected_method: z.string().nullable(),
  /** The tier of the judges; null when the rules decided. */
  judge_tier: z.string().nullable(),
  /** 1 when the arbiter's preference depends on the order of the contradicting statements. */
  position_bias: z.number().nullable(),
});

/** A verdict in the output. */
export function verdictOutput({ decision, reason, matched, compare, signals, audit }: Verdict) {
  return {
    decision,
    reason: reasonTexts[reason] ?? reason,
    reason_code: reason,
    matched,
    compare,
    signals,
    agreement: audit.agreement,
    confidence: audit.confidence,
    chance_corrected_agreement: audit.chance_corrected_agreement ?? null,
    chance_corrected_method: audit.chance_corrected_method ?? null,
    judge_tier: audit.judge_tier ?? null,
    position_bias: audit.position_bias ?? null,
  };
}
