import * as z from "zod";
import type { JudgeCost } from "./judge-costs.ts";

/** One measurement of the gate, and whether it speaks for the candidate. */
export const signalSchema = () =>
  z.object({
    name: z.string(),
    value: z.number(),
    threshold: z.number(),
    passed: z.boolean(),
    margin: z.number(),
  });

/** One measurement of the gate, and whether it speaks for the candidate. */
export type Signal = z.infer<ReturnType<typeof signalSchema>>;

/** How far the signals support a verdict; the keys are those of the trail. */
export interface Audit {
  readonly signals: readonly Signal[];
  readonly agreement: number;
  readonly confidence: number;
  readonly chance_corrected_agreement?: number;
  readonly cohen_kappa?: number;
  readonly krippendorff_alpha?: number;
  readonly chance_corrected_method?: "cohen_kappa" | "krippendorff_alpha";
  readonly position_bias?: number;
  readonly position_bias_threshold?: number;
  readonly position_bias_flagged?: boolean;
  readonly judge_tier?: "cheap" | "frontier";
  readonly judge_costs?: readonly JudgeCost[];
}

/** A signal with its margin. */
export function signal(name: string, value: number, threshold: number, passed: boolean): Signal {
  return { name, value, threshold, passed, margin: marginOf(value, threshold) };
}

/** How far a value lies from its threshold, from 0 to 1. */
export function marginOf(value: number, threshold: number): number {
  const scale = Math.max(Math.abs(value), Math.abs(threshold), 1);
  return Math.min(1, Math.abs(value - threshold) / scale);
}

/** The audit of a verdict over its signals. */
export function auditOf(signals: readonly Signal[], admitted: boolean): Audit {
  const agreeing = signals.filter(({ passed }) => passed === admitted).length;
  const agreement = signals.length === 0 ? 1 : agreeing / signals.length;
  const confidence = signals.length === 0 ? 1 : (agreement + decisiveMargin(signals, admitted)) / 2;
  return { signals, agreement, confidence, ...chanceCorrected(signals) };
}

/** The margin that decides: the narrowest one of an admission, the widest failure of a rejection. */
function decisiveMargin(signals: readonly Signal[], admitted: boolean): number {
  if (admitted) return Math.min(...signals.map(({ margin }) => margin));
  return Math.max(0, ...signals.filter(({ passed }) => !passed).map(({ margin }) => margin));
}

function chanceCorrected(signals: readonly Signal[]): Partial<Audit> {
  if (signals.length < 2) return {};
  const value = agreementBeyondChance(signals.map(({ passed }) => passed));
  const method = signals.length === 2 ? "cohen_kappa" : "krippendorff_alpha";
  return { chance_corrected_agreement: value, chance_corrected_method: method, [method]: value };
}

/** Agreement of two or more votes beyond what chance would give; 1 when all are equal. */
export function agreementBeyondChance(votes: readonly boolean[]): number {
  const n = votes.length;
  const yes = votes.filter(Boolean).length;
  const no = n - yes;
  const expected = (yes / n) ** 2 + (no / n) ** 2;
  if (n < 2 || expected === 1) return 1;
  const observed = (yes * (yes - 1) + no * (no - 1)) / (n * (n - 1));
  return Math.min(1, Math.max(-1, (observed - expected) / (1 - expected)));
}
