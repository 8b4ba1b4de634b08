import path from "node:path";
import { readStanding } from "../../curator/bundle/metadata.ts";
import {
  memoryMarkOf,
  type StaleInput,
  staleInputs,
  takeWatermarks,
} from "../../curator/freshness/watermarks.ts";
import type { CuratorRecord } from "../../curator/mandates/record.ts";
import { type Memory, reconcileMemory } from "../../curator/memory/reconcile.ts";
import { BUNDLE } from "../../curator/workspace/layout.ts";
import { clockOf } from "../../curator/workspace/time.ts";
import type { OperationContext } from "../operation/operation.ts";
import { inWorkspace } from "../operation/workspace.ts";
import { withLock } from "./disk/lock.ts";
import { readMemory } from "./disk/memory-file.ts";
import { finishPublication, hasJournal } from "./disk/publish.ts";
import { type DiskFiles, diskFiles } from "./disk/responsibility-files.ts";
import {
  curatorFolder,
  openPlace,
  type Place,
  type PlaceInput,
  responsibilityRoot,
} from "./disk/workspace.ts";
import { readRecord } from "./read-record.ts";

/** How long a reader waits for a publication that is going on. */
const READER_WAIT_MS = 2000;

/** The files of a responsibility, opened for reading. */
export interface OpenedBundle {
  readonly place: Place;
  readonly id: string;
  readonly root: string;
  readonly files: DiskFiles;
  readonly at: string;
}

/** Opens a responsibility for reading; a publication that was interrupted is finished first. */
export async function openBundle(
  context: OperationContext,
  input: PlaceInput & { readonly id: string; readonly now?: string | undefined },
): Promise<OpenedBundle> {
  const place = openPlace(context, input);
  const root = responsibilityRoot(place, input.id);
  const folder = curatorFolder(place, input.id);
  if (hasJournal(folder)) {
    const what = `read "${input.id}"`;
    await withLock(folder, { what, waitMs: READER_WAIT_MS }, async () =>
      finishPublication({ folder, target: path.join(root, BUNDLE) }),
    );
  }
  const files = diskFiles(root, path.join(folder, "cache.json"));
  return { place, id: input.id, root, files, at: clockOf(input.now, context.now) };
}

/** What the workspace records about a bundle, and which of its inputs changed since it was made. */
export interface BundleState {
  readonly record: CuratorRecord;
  readonly memory: Memory;
  readonly stale: readonly StaleInput[];
}

/** Reads the record and compares it with what the bundle was made from. */
export function readState(context: OperationContext, bundle: OpenedBundle): Promise<BundleState> {
  const { place, id, root, files, at } = bundle;
  const { config } = place;
  return inWorkspace(context, { store: place.store, effect: "read" }, async (ledger) => {
    const standing = readStanding(files);
    const mark = memoryMarkOf(standing);
    const record = await ledger.read((tx) =>
      readRecord(tx, {
        ...{ workspace: config.workspace_id, responsibility: id, at },
        ...{ maxEvents: config.recent_activity_max, notesFrom: mark.noted },
        folders: [root, place.root],
      }),
    );
    const memory = reconcileMemory(readMemory(root), mark, record.notes);
    const lines = [...memory.lines, ...memory.missing];
    const now = takeWatermarks(files, record, { lines, mark });
    return { record, memory, stale: staleInputs(standing, now) };
  });
}
