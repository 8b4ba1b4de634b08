import type { Block } from "../hygiene/gate.ts";
import type { Metric } from "../workspace/record.ts";
import type { MandateChoice, Override, Snapshot } from "./mandate.ts";
import { type Draft, type Staged, stage } from "./stage.ts";
import { judge, overrideLine, type Verdict, volumeMetric } from "./volume-verdict.ts";

/** The curated files, and whether they may be published. */
export interface JudgedStage {
  readonly staged: Staged;
  /** Null when the volume was not measured. */
  readonly verdict: Verdict | null;
  /** Why nothing may be published; null when it may, also because the steward decided so. */
  readonly block: Block | null;
  /** The measurement of the volume. */
  readonly metrics: readonly Metric[];
}

/** Builds the curated files and measures them; an override of the limits becomes a line of the memory. */
export function stageWithinLimits(
  snapshot: Snapshot,
  choice: MandateChoice,
  draft: Draft,
  override: Override | null,
): JudgedStage {
  const staged = stage(snapshot, choice, draft);
  if (!choice.gated) return { staged, verdict: null, block: null, metrics: [] };
  const verdict = judge(snapshot, staged);
  const { block } = verdict;
  if (block === null || override === null) {
    return { staged, verdict, block, metrics: [volumeMetric(verdict, null)] };
  }
  const notes = [...draft.notes, overrideLine(snapshot, override, verdict)];
  return {
    staged: stage(snapshot, choice, { ...draft, notes }),
    verdict,
    block: null,
    metrics: [volumeMetric(verdict, override)],
  };
}
