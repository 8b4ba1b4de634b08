import type { Checkpoint } from "../../../model/turn.ts";
import type { Ladder, Rung } from "../ladder.ts";
import type { ChosenItem } from "../strategy.ts";
import type { SelectionDraft } from "./selection-draft.ts";

/** A summary that was taken. */
export interface TakenSummary {
  readonly checkpoint: Checkpoint;
  readonly chosen: ChosenItem;
}

/**
 * The newest summary within its share of the budget. One that is too large is recorded, and the
 * next rung tried: an older summary with more recent turns is better than a newer one with none.
 */
export async function takeNewestSummary(
  draft: SelectionDraft,
  ladder: Ladder,
): Promise<TakenSummary | null> {
  const share = Math.floor((draft.budget.available * draft.limits.summary_share_percent) / 100);
  for (let rung = await ladder.next(); rung !== null; rung = await ladder.next()) {
    const taken = takeSummary(draft, rung, share);
    if (taken !== null) return taken;
  }
  return null;
}

/**
 * Older summaries as far as they fit, after the turns were taken. They have more detail about the
 * beginning than the newest can have. Oldest first.
 */
export async function takeOlderSummaries(
  draft: SelectionDraft,
  ladder: Ladder,
): Promise<TakenSummary[]> {
  const older: TakenSummary[] = [];
  for (let rung = await ladder.next(); rung !== null; rung = await ladder.next()) {
    const taken = takeSummary(draft, rung, draft.budget.available);
    if (taken !== null) older.unshift(taken);
  }
  return older;
}

function takeSummary(draft: SelectionDraft, rung: Rung, share: number): TakenSummary | null {
  const { checkpoint } = rung;
  const chosen = draft.costs.summary(rung, draft.input.thread_id);
  if (chosen.tokens <= share && draft.budget.take([chosen]) === null) return { checkpoint, chosen };
  const { checkpoint_id, to_seq } = checkpoint;
  draft.resets.push({
    input: "compaction_checkpoint",
    action: "dropped",
    reason: "over_budget",
    ref: { checkpoint_id, to_seq },
  });
  return null;
}
