import type { Finding } from "../../../base/findings.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace, storeChoice } from "../../../runtime/workspace.ts";
import { locateStore } from "../../../stores/locate.ts";
import { readStanding } from "../../bundle/metadata.ts";
import { memoryMarkOf } from "../../freshness/watermarks.ts";
import { lostNotes } from "../../memory/lost-notes.ts";
import { readNotes } from "../../memory/noted.ts";
import { memoryLines, startsAsRecorded } from "../../memory/reconcile.ts";
import { EVENTS } from "../../workspace/layout.ts";
import { readMemory } from "../memory-file.ts";
import { diskFiles } from "../responsibility-files.ts";
import { type OpenedBundle, reading } from "./open-bundle.ts";

/**
 * Whether the memory still has what was recorded of it: its beginning by the metadata of the bundle, and each
 * line by the ledger. The metadata lie in the project, where they could have been changed with the memory.
 */
export async function checkMemory(
  context: OperationContext,
  bundle: Pick<OpenedBundle, "place" | "id" | "root">,
): Promise<readonly Finding[]> {
  const { bytes } = readMemory(bundle.root);
  const mark = memoryMarkOf(readStanding(diskFiles(bundle.root)));
  if (!startsAsRecorded(bytes, mark)) {
    return [mutated("Lines that the last run recorded have been changed or removed")];
  }
  const lost = lostNotes(memoryLines(bytes), await readLedgerNotes(context, bundle));
  if (lost.length === 0) return [];
  const count = formatCount(lost.length, "recorded line");
  return [mutated(`${count} of the ledger missing from the file, or changed in it`)];
}

/** Everything that the workspace recorded for this memory; nothing where there is no workspace. */
function readLedgerNotes(
  context: OperationContext,
  { place, id }: Pick<OpenedBundle, "place" | "id">,
): Promise<readonly string[]> {
  if (locateStore(storeChoice(context, place.store)) === null) return Promise.resolve([]);
  const owner = { workspace: place.config.workspace_id, responsibility: id };
  return inWorkspace(context, reading(place), async (ledger) => {
    const { notes } = await ledger.read((tx) => readNotes(tx, owner, 0));
    return notes;
  });
}

function mutated(message: string): Finding {
  const place = { file: EVENTS, pointer: null, line: null };
  return { severity: "error", code: "E_MEMORY_MUTATED", ...place, message };
}
