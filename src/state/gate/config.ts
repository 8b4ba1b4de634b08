import * as z from "zod";
import { sha256 } from "../../base/hash.ts";
import { canonicalJson } from "../../base/json/canonical.ts";

const share = z.number().min(0).max(1);

/** Thresholds of the gate, each from 0 to 1. */
export const gateThresholdsSchema = z.strictObject({
  min_relevance: share.default(0.2).describe("Minimum relevance of a candidate"),
  min_novelty: share
    .default(0.2)
    .describe(
      "Minimum novelty of a text; one that repeats an entry has 0, so 0 admits repetitions",
    ),
  max_drift: share
    .default(0.6)
    .describe(
      "Drift from which a candidate counts as a contradiction; below it, it is admitted and marked for comparison",
    ),
  judge_min_relevance: share.default(0.5).describe("Minimum relevance when a model judges"),
  judge_min_novelty: share.default(0.3).describe("Minimum novelty when a model judges"),
  judge_max_drift: share.default(0.4).describe("Maximum drift when a model judges"),
});

/** Thresholds of the gate. */
export type GateThresholds = z.infer<typeof gateThresholdsSchema>;

/** The configuration of the gate, with the name and hash that events record. */
export interface GateConfig {
  readonly name: string;
  readonly hash: string;
  readonly thresholds: GateThresholds;
}

const NAME = "gate_v2";

/** The configuration for thresholds that differ from the defaults. */
export function gateConfig(thresholds: Partial<GateThresholds> = {}): GateConfig {
  const parsed = gateThresholdsSchema.parse(thresholds);
  return {
    name: NAME,
    hash: sha256(canonicalJson({ name: NAME, thresholds: parsed })),
    thresholds: parsed,
  };
}
