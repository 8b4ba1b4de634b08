import { readStanding } from "../../bundle/metadata.ts";
import { memoryMarkOf } from "../../freshness/watermarks.ts";
import { keptEvents } from "../../memory/digest.ts";
import { reconcileMemory, startsAsRecorded } from "../../memory/reconcile.ts";
import { EVENTS } from "../../workspace/layout.ts";
import { appendMemory, readAppendOnly } from "../append-only-files.ts";
import { readKeptDigest } from "../kept-digest.ts";
import { withLock } from "../lock.ts";
import { readMarks } from "../read-record.ts";
import { diskFiles } from "../responsibility-files.ts";
import { curatorFolder, findResponsibility } from "../workspace.ts";
import type { ActingPlace } from "./acting.ts";

/** How long to wait for a process that works on the same responsibility. */
const MAX_WAIT_MS = 2000;

/**
 * Appends notes that a process recorded and then ended before it wrote them. A memory whose earlier lines
 * were changed is left to the next mandate, which reports it.
 */
export async function appendMissingNotes(
  { ledger, acting, place }: ActingPlace,
  responsibility: string,
): Promise<void> {
  const root = findResponsibility(place, responsibility);
  if (root === null) return;
  const folder = curatorFolder(place, responsibility);
  const what = `write the memory of "${responsibility}"`;
  await withLock(folder, { what, waitMs: MAX_WAIT_MS }, async () => {
    const mark = memoryMarkOf(readStanding(diskFiles(root, folder)));
    const { notes } = await ledger.read((tx) =>
      readMarks(tx, { workspace: acting.workspace, responsibility, notesFrom: mark.noted }),
    );
    const file = readAppendOnly(root, EVENTS);
    if (notes.length === 0 || !startsAsRecorded(file.bytes, mark)) return;
    const kept = readKeptDigest(folder, file);
    const keep = keptEvents(place.config.recent_activity_max);
    appendMemory(root, reconcileMemory(file.bytes, mark, { notes, keep, kept }).missing);
  });
}
