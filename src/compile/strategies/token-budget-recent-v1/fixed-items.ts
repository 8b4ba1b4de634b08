/**
 * Items that are taken before any turn, each with its own rule when it does not fit: the question
 * must fit, files and the state are dropped with a record, and a missing handoff bundle is an
 * error, because without it a handed-over thread has no beginning.
 */

import { HoldallError } from "../../../base/errors.ts";
import type { ChosenItem } from "../strategy.ts";
import { namedItems, questionItem } from "../turn-items.ts";
import { type SelectionDraft, takeOrDrop } from "./selection-draft.ts";

/** The message to be answered: without it there is nothing to compile. */
export async function takeAnchor({ input, costs, budget }: SelectionDraft): Promise<ChosenItem> {
  const item = questionItem(input.anchor, input.thread_id);
  const anchor = await costs.estimate(item, "the message to be answered");
  const limit = budget.take([anchor]);
  if (limit === null) return anchor;
  throw new HoldallError(
    "E_OVER_BUDGET",
    `Cannot compile for message "${input.anchor.user.event_id}": it needs ${anchor.tokens} tokens (${anchor.bytes} bytes), ${Math.max(0, budget.available)} tokens are available, and it exceeds ${limit}`,
    { cure: "increase --budget" },
  );
}

/** Files and artifacts that the anchor names. */
export async function takeNamed(draft: SelectionDraft): Promise<readonly ChosenItem[]> {
  const taken: ChosenItem[] = [];
  for (const item of namedItems(draft.input.anchor, draft.input.thread_id)) {
    const ref = item.type === "file_ref" ? { path: item.path } : { artifact_id: item.artifact_id };
    const chosen = await draft.costs.estimate(item, "named by the message to be answered");
    taken.push(...takeOrDrop(draft, chosen, { input: item.type, ref }));
  }
  return taken;
}

/** The entries in force, as one item. */
export async function takeState(draft: SelectionDraft): Promise<readonly ChosenItem[]> {
  const { state } = draft.input;
  if (state === null) return [];
  const { artifact_id, state_hash } = state;
  const item = { type: "state_ref", artifact_id, state_hash } as const;
  const chosen = await draft.costs.estimate(item, "the state in force");
  return takeOrDrop(draft, chosen, { input: "state", ref: { state_hash } });
}

/** What the thread began with, when it began by a handoff; a branch inherits turns instead. */
export async function takeBase(draft: SelectionDraft): Promise<readonly ChosenItem[]> {
  const { base } = draft.input;
  if (base?.artifact_id === undefined) return [];
  const { artifact_id, thread_id, seq } = base;
  if ((await draft.input.size(artifact_id)) === null) {
    throw new HoldallError(
      "E_BLOB",
      `Cannot compile: the handoff bundle "${artifact_id}" that the thread starts from is missing`,
    );
  }
  const note = `handoff from ${thread_id}@${seq}`;
  const item = { type: "handoff_bundle_ref", artifact_id, note } as const;
  const chosen = await draft.costs.estimate(item, "what the thread began with");
  return takeOrDrop(draft, chosen, { input: "handoff_bundle", ref: { artifact_id } });
}
