import type { Block } from "../hygiene/gate.ts";
import type { Metric } from "../workspace/record.ts";
import { type BuiltFiles, buildFiles, type Draft } from "./build-files.ts";
import type { MandateChoice, Override, Snapshot } from "./mandate.ts";
import { judge, overrideLine, type Verdict, volumeMetric } from "./volume-verdict.ts";

/** The curated files, and whether they may be published. */
export interface JudgedFiles {
  readonly curated: BuiltFiles;
  /** Null when the volume was not measured. */
  readonly verdict: Verdict | null;
  /** Why nothing may be published; null when it may, also because the steward decided so. */
  readonly block: Block | null;
  /** The measurement of the volume. */
  readonly metrics: readonly Metric[];
}

/** Builds the curated files and measures them; an override of the limits becomes a line of the memory. */
export function buildWithinLimits(
  snapshot: Snapshot,
  choice: MandateChoice,
  draft: Draft,
  override: Override | null,
): JudgedFiles {
  const curated = buildFiles(snapshot, choice, draft);
  if (!choice.gated) return { curated, verdict: null, block: null, metrics: [] };
  const verdict = judge(snapshot, curated);
  const { block } = verdict;
  if (block === null || override === null) {
    return { curated, verdict, block, metrics: [volumeMetric(verdict, null)] };
  }
  const notes = [...draft.notes, overrideLine(snapshot, override, verdict)];
  return {
    curated: buildFiles(snapshot, choice, { ...draft, notes }),
    verdict,
    block: null,
    metrics: [volumeMetric(verdict, override)],
  };
}
