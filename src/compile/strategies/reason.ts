import type { Checkpoint } from "../../model/turn.ts";

/** The recorded reason of a selection; `absence` is the cause when no summary was chosen. */
export function reasonOf(
  selected: string,
  summaries: readonly Checkpoint[],
  absence: string,
): Readonly<Record<string, unknown>> {
  if (summaries.length === 0) return { selected, cause: absence };
  if (summaries.length === 1) return { selected, cause: "compaction_checkpoint" };
  const to_seqs = summaries.map(({ to_seq }) => to_seq);
  return {
    selected,
    cause: "compaction_checkpoint_hierarchy",
    levels: summaries.length,
    to_seqs,
  };
}
