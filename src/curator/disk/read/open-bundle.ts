import type { Ledger } from "../../../ledger/ledger.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import { clockOf } from "../../workspace/time.ts";
import { withLock } from "../lock.ts";
import { finishPublication, hasJournal, isChangedSince, publishPlaceOf } from "../publish.ts";
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

/** Reads the record of a workspace; each call opens it on a connection that cannot write. */
export function ledgerReader(context: OperationContext, place: Place): Ledger["read"] {
  return (work) => inWorkspace(context, reading(place), (ledger) => ledger.read(work));
}

/** How the record is opened by whoever only reads it: the database itself refuses changes. */
export function reading({ store }: Place) {
  return { store, effect: "read", readOnly: true } as const;
}
