import type { Transaction } from "../../stores/store.ts";
import { stateStream } from "../address.ts";
import type { Decision } from "../change.ts";
import type { StateView } from "../change-state.ts";
import type { BudgetRules } from "../commit/place-entry.ts";
import { readTrail } from "../history/read-trail.ts";
import { selectState } from "../tables.ts";
import { type Anchor, anchorNote, planAnchor, readAnchor } from "./anchor.ts";
import type { LoggedAnchor } from "./anchor-log.ts";

/** The result for an anchor of an old log: set, already known, or older than the one in force. */
export type AnchorOutcome = "set" | "known" | "older";

/** Sets an anchor of an old log, unless the state has the same or a later one. */
export async function planLoggedAnchor(
  view: StateView,
  { anchor, updated_at, line }: LoggedAnchor,
  { file, rules }: { readonly file: string; readonly rules: BudgetRules },
): Promise<Decision<AnchorOutcome>> {
  const row = await selectState(view.tx, view.state.id);
  const before = await readAnchor(view.tx, row?.anchor ?? null);
  if (before !== null && isSameAnchor(before, anchor)) return { changes: [], result: "known" };
  const since = before === null ? null : await lastAnchorTime(view.tx, view.state.id);
  const isLater =
    since === null || (updated_at !== null && Date.parse(updated_at) > Date.parse(since));
  if (!isLater) return { changes: [], result: "older" };
  const { changes } = await planAnchor(view, anchor, rules);
  const note = anchorNote("state_anchored", anchor, { imported: { file, line, updated_at } });
  return { changes: [...changes, note], result: "set" };
}

function isSameAnchor(left: Anchor, right: Anchor): boolean {
  const key = ({ current_task, next_step, plan_pointer, last_decisions }: Anchor) =>
    JSON.stringify([current_task, next_step, plan_pointer, last_decisions]);
  return key(left) === key(right);
}

/** When the anchor was last set. */
async function lastAnchorTime(tx: Transaction, id: string): Promise<string | null> {
  const times: string[] = [];
  for (const type of ["anchored", "checkpointed"]) {
    const lines = await readTrail(tx, stateStream(id), { type, limit: 1 });
    times.push(...lines.map(({ at }) => at));
  }
  return times.sort().at(-1) ?? null;
}
