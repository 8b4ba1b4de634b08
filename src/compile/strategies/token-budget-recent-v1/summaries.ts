import type { Checkpoint } from "../../../model/turn.ts";
import type { Ladder, Rung } from "../ladder.ts";
import type { Chosen } from "../strategy.ts";
import type { Fill } from "./selection-draft.ts";

/** A summary that was taken. */
export interface TakenSummary {
  readonly checkpoint: Checkpoint;
  readonly chosen: Chosen;
}

/** The newest summary that is within its share; what is too large is recorded, and the next rung tried. */
export async function takeNewestSummary(fill: Fill, ladder: Ladder): Promise<TakenSummary | null> {
  const share = Math.floor((fill.budget.available * fill.limits.summary_share_percent) / 100);
  for (let rung = await ladder.next(); rung !== null; rung = await ladder.next()) {
    const taken = takeSummary(fill, rung, share);
    if (taken !== null) return taken;
  }
  return null;
}

/** Older summaries, as far as they fit; they say more about the beginning than the newest can. Oldest first. */
export async function takeOlderSummaries(fill: Fill, ladder: Ladder): Promise<TakenSummary[]> {
  const older: TakenSummary[] = [];
  for (let rung = await ladder.next(); rung !== null; rung = await ladder.next()) {
    const taken = takeSummary(fill, rung, fill.budget.available);
    if (taken !== null) older.unshift(taken);
  }
  return older;
}

function takeSummary(fill: Fill, rung: Rung, share: number): TakenSummary | null {
  const { checkpoint } = rung;
  const chosen = fill.pricer.summary(rung, fill.input.thread_id);
  if (chosen.tokens <= share && fill.budget.take([chosen]) === null) return { checkpoint, chosen };
  const { checkpoint_id, to_seq } = checkpoint;
  fill.resets.push({
    input: "compaction_checkpoint",
    action: "dropped",
    reason: "over_budget",
    ref: { checkpoint_id, to_seq },
  });
  return null;
}
