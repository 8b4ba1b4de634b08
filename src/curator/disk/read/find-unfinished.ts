import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace, storeChoice } from "../../../runtime/workspace.ts";
import { locateStore } from "../../../stores/locate.ts";
import type { FormerRefresh } from "../../audit/entry.ts";
import { newestMark, type UnfinishedMark } from "../../bundle/unfinished.ts";
import { readMarksIn } from "../unfinished.ts";
import { type OpenedBundle, reading } from "./open-bundle.ts";

/** The mark of the newest refresh, if its files were not all written. */
export async function findUnfinished(
  context: OperationContext,
  { place, id, folder }: Pick<OpenedBundle, "place" | "id" | "folder">,
  newest: FormerRefresh | null,
): Promise<UnfinishedMark | null> {
  const marks = readMarksIn(folder);
  if (marks.length === 0) return null;
  const owner = { workspace: place.config.workspace_id, responsibility: id };
  if (locateStore(storeChoice(context, place.store)) === null) {
    return newestMark(null, marks, { owner, newest });
  }
  return inWorkspace(context, reading(place), (ledger) =>
    ledger.read((tx) => newestMark(tx, marks, { owner, newest })),
  );
}
