import * as z from "zod";
import type { Schema } from "../../base/schema.ts";
import { signalSchema } from "./audit.ts";
import type { NearEntry, Verdict } from "./gate.ts";
import { reasonTexts } from "./reason-texts.ts";

const nearEntrySchema = () =>
  z.object({
    namespace: z.string(),
    id: z.string(),
    content: z.string(),
  }) satisfies Schema<NearEntry>;

/** The entries in force that an admitted text has to do with. */
export const nearEntriesFields = () => ({
  /** Entries that it may contradict: someone should decide. */
  compare: z.array(nearEntrySchema()).readonly(),
  /** Further entries that it may affect, the nearest first: a note only. */
  see_also: z.array(nearEntrySchema()).readonly(),
});

/** A verdict of the gate in a result. */
export const verdictFields = () => ({
  decision: z.enum(["admit", "update", "conflict", "reject"]),
  reason: z.string(),
  reason_code: z.string(),
  /** The entry that it contradicts, repeats or updates. */
  matched: nearEntrySchema().nullable(),
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
export function verdictOutput(verdict: Verdict) {
  const { decision, reason, matched, signals, audit } = verdict;
  return {
    decision,
    reason: reasonTexts[reason] ?? reason,
    reason_code: reason,
    matched,
    signals,
    agreement: audit.agreement,
    confidence: audit.confidence,
    chance_corrected_agreement: audit.chance_corrected_agreement ?? null,
    chance_corrected_method: audit.chance_corrected_method ?? null,
    judge_tier: audit.judge_tier ?? null,
    position_bias: audit.position_bias ?? null,
  };
}
