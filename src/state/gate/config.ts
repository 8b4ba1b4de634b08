import * as z from "zod";
import { sha256 } from "../../base/hash.ts";
import { canonicalJson } from "../../base/json/canonical.ts";

const share = z.number().min(0).max(1);

/** Thresholds of the gate, each from 0 to 1. */
export const gateThresholdsSchema = z.strictObject({
  min_relevance: share.default(0.2).describe("Least relevance of what is admitted"),
  min_novelty: share.default(0.2).describe("Least novelty of a text that says nothing else new"),
  max_drift: share.default(0.6).describe("Drift from which a candidate contradicts an entry"),
  judge_min_relevance: share.default(0.5).describe("Least relevance when a model judges"),
  judge_min_novelty: share.default(0.3).describe("Least novelty when a model judges"),
  judge_max_drift: share.default(0.4).describe("Most drift when a model judges"),
});

/** Thresholds of the gate. */
export type GateThresholds = z.infer<typeof gateThresholdsSchema>;

/** How a gate decides, with the name and hash by which events record it. */
export interface GateConfig {
  readonly name: string;
  readonly hash: string;
  readonly thresholds: GateThresholds;
}

const NAME = "gate_v1";

/** The configuration of the gate for thresholds that differ from the defaults. */
export function gateConfig(thresholds: Partial<GateThresholds> = {}): GateConfig {
  const parsed = gateThresholdsSchema.parse(thresholds);
  return {
    name: NAME,
    hash: sha256(canonicalJson({ name: NAME, thresholds: parsed })),
    thresholds: parsed,
  };
}
