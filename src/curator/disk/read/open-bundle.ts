import type { JsonObject } from "../../../base/json/value.ts";
import { promptFiles } from "../../../model/ai-context/context-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import { readStanding } from "../../bundle/metadata.ts";
import {
  changesFocus,
  memoryMarkOf,
  type StaleInput,
  staleInputs,
  takeWatermarks,
} from "../../freshness/watermarks.ts";
import { keptEvents } from "../../memory/digest.ts";
import { type Memory, reconcileMemory } from "../../memory/reconcile.ts";
import { BUNDLE } from "../../workspace/layout.ts";
import type { CuratorRecord } from "../../workspace/record.ts";
import { clockOf } from "../../workspace/time.ts";
import { readKeptDigest } from "../kept-digest.ts";
import { withLock } from "../lock.ts";
import { readMemory } from "../memory-file.ts";
import { finishPublication, hasJournal, isChangedSince, publishPlaceOf } from "../publish.ts";
import { readMarks } from "../read-record.ts";
import { type DiskFiles, diskFiles } from "../responsibility-files.ts";
import {
  curatorFolder,
  openPlace,
  type Place,
  type PlaceInput,
  responsibilityRoot,
} from "../workspace.ts";

/** How long a reader waits for a publication that is going on. */
const MAX_WAIT_MS = 2000;

/** The files of a responsibility, opened for reading. */
export interface OpenedBundle {
  readonly place: Place;
  readonly id: string;
  readonly root: string;
  /** Where locks, staging and caches are. */
  readonly folder: string;
  readonly files: DiskFiles;
  readonly at: string;
}

/**
 * Opens a responsibility for reading; a publication that was interrupted is finished first. A check leaves files
 * that somebody changed since as they are, to report them.
 */
export async function openBundle(
  context: OperationContext,
  input: PlaceInput & { readonly id: string; readonly now?: string | undefined },
  { isCheck = false }: { readonly isCheck?: boolean } = {},
): Promise<OpenedBundle> {
  const place = openPlace(context, input);
  const root = responsibilityRoot(place, input.id);
  const folder = curatorFolder(place, input.id);
  if (hasJournal(folder)) {
    const what = `read "${input.id}"`;
    const publication = publishPlaceOf({ root, folder });
    await withLock(folder, { what, waitMs: MAX_WAIT_MS }, async () => {
      if (!(isCheck && isChangedSince(publication))) finishPublication(publication);
    });
  }
  const files = diskFiles(root, folder);
  return { place, id: input.id, root, folder, files, at: clockOf(input.now, context.now) };
}

/** How the record is opened by whoever only reads it: the database itself refuses changes. */
export function reading({ store }: Place) {
  return { store, effect: "read", readOnly: true } as const;
}

/** The memory of a bundle, and which inputs changed since it was made. */
export interface BundleState {
  readonly memory: Memory;
  readonly stale: readonly StaleInput[];
  /** Whether what is worked on now changed, too. */
  readonly changesFocus: boolean;
}

/** Reads what freshness is judged by, and compares it with what the bundle was made from. */
export function readState(context: OperationContext, bundle: OpenedBundle): Promise<BundleState> {
  const { place, id } = bundle;
  return inWorkspace(context, reading(place), async (ledger) => {
    const standing = readStanding(bundle.files);
    const { noted: notesFrom } = memoryMarkOf(standing);
    const workspace = place.config.workspace_id;
    const marks = await ledger.read((tx) =>
      readMarks(tx, { workspace, responsibility: id, notesFrom }),
    );
    return compareMarks(bundle, standing, marks);
  });
}

/** Whether all files for a prompt are there. */
function isWritten(files: DiskFiles): boolean {
  return promptFiles.every((stem) => files.stat(`${BUNDLE}/${stem}.md`) !== null);
}

/** Compares what the workspace records now with what the bundle was made from. */
export function compareMarks(
  { place, root, folder, files }: OpenedBundle,
  standing: JsonObject | null,
  record: Pick<CuratorRecord, "notes" | "lastRequestEvent">,
): BundleState {
  const mark = memoryMarkOf(standing);
  const file = readMemory(root);
  const memory = reconcileMemory(file.bytes, mark, {
    notes: record.notes,
    keep: keptEvents(place.config.recent_activity_max),
    kept: readKeptDigest(folder, file),
  });
  const now = takeWatermarks(files, record, { lastLine: memory.digest.lastLine, mark });
  return {
    memory,
    stale: isWritten(files) ? staleInputs(standing, now) : ["bundle"],
    changesFocus: changesFocus(standing, now),
  };
}
