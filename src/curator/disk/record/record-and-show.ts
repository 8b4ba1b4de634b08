/**
 * Records a change of a workspace and writes the files that show it: lines of memories, pages of requests, folders of
 * bundles. Whether they can be written is checked before the change is committed: what cannot be shown is refused,
 * and nothing is recorded. A file that fails all the same, on a full disk for instance, is reported with what is
 * recorded (`complete-recorded.ts`).
 */

import { HoldallError } from "../../../base/errors.ts";
import { requireAppendable, requireWritable } from "../../../disk/require-writable.ts";
import type { UnitOfWork } from "../../../ledger/unit-of-work.ts";
import type { Transaction } from "../../../stores/store.ts";
import type { Bundle } from "../../ingestion/metadata.ts";
import type { Note } from "../../requests/record.ts";
import { selectByIds } from "../../requests/tables/queries.ts";
import { EVENTS } from "../../workspace/layout.ts";
import { appendMemory } from "../append-only-files.ts";
import { publishBundle, requireBundleFiles } from "../bundles.ts";
import { beforeRecording, completeRecorded, type FileStep } from "../complete-recorded.ts";
import { acceptedContext, knowledgePaths, placeKnowledge } from "../knowledge.ts";
import { LOCK, withLock } from "../lock.ts";
import { pagesOfRequests, viewsOfRequests, writeView } from "../views.ts";
import { CURATOR_FOLDER, curatorFolder, findResponsibility } from "../workspace.ts";
import type { ActingPlace } from "./acting.ts";

/** What shows a change. */
export interface ShownChange {
  /** What is recorded, as an error names it: `request "req_a"`. */
  readonly what: string;
  /** Lines that memories get. */
  readonly notes: readonly Note[];
  /** Ids of requests whose pages change. */
  readonly requests: readonly string[];
  readonly bundles?: readonly ShownBundle[];
}

/** A bundle whose folder changes. */
export interface ShownBundle {
  readonly bundle: Bundle;
  /** Content by its hash, where it is at hand. */
  readonly contents?: ReadonlyMap<string, Uint8Array>;
  /** The command that puts its files into place when they could not be. */
  readonly completedBy: string;
}

/** A change that was recorded, and what shows it. */
export interface RecordedChange<Result> {
  readonly result: Result;
  readonly shown: ShownChange;
}

/** How long to wait for another process that writes the same memory. */
const MAX_WAIT_MS = 2000;

/** Records a change and shows it. What concerns many at once is recorded also when one of them cannot be shown. */
export async function recordAndShow<Result>(
  where: ActingPlace,
  record: (unit: UnitOfWork) => Promise<RecordedChange<Result>>,
  { concernsMany = false }: { readonly concernsMany?: boolean } = {},
): Promise<Result> {
  const { result, shown } = await where.ledger.write(async (unit) => {
    const change = await record(unit);
    if (!concernsMany) {
      await beforeRecording(change.shown.what, () => requireFiles(unit.tx, where, change.shown));
    }
    return change;
  });
  await completeRecorded(shown.what, await stepsOf(where, shown));
  return result;
}

/** Refuses a change that could not be shown. */
async function requireFiles(
  tx: Transaction,
  { acting, place }: ActingPlace,
  { notes, requests, bundles = [] }: ShownChange,
): Promise<void> {
  for (const responsibility of new Set(notes.map((note) => note.responsibility))) {
    const root = findResponsibility(place, responsibility);
    if (root === null) continue;
    requireWritable(place.root, `${CURATOR_FOLDER}/${responsibility}/${LOCK}`);
    requireAppendable(root, EVENTS);
  }
  for (const page of await pagesOfRequests(tx, acting.workspace, requests)) {
    const root = findResponsibility(place, page.responsibility);
    if (root !== null) requireWritable(root, page.name);
  }
  for (const accepted of await acceptedBy(tx, acting.workspace, requests)) {
    const root = findResponsibility(place, accepted.responsibility);
    if (root !== null) for (const name of knowledgePaths(accepted)) requireWritable(root, name);
  }
  for (const { bundle } of bundles) requireBundleFiles(place, bundle);
}

async function stepsOf(
  where: ActingPlace,
  { notes, requests, bundles = [] }: ShownChange,
): Promise<readonly FileStep[]> {
  const { place } = where;
  return [
    ...bundles.map(({ bundle, contents, completedBy }) => ({
      completedBy,
      write: () => publishBundle(place, bundle, contents),
    })),
    ...memorySteps(where, notes),
    ...(await knowledgeSteps(where, requests)),
    ...(await pageSteps(where, requests)),
  ];
}

async function acceptedBy(tx: Transaction, workspace: string, requests: readonly string[]) {
  if (requests.length === 0) return [];
  return acceptedContext(tx, workspace, await selectByIds(tx, workspace, requests));
}

/** The texts of offers that were accepted become knowledge of their responsibility. */
async function knowledgeSteps(
  { ledger, acting, place }: ActingPlace,
  requests: readonly string[],
): Promise<readonly FileStep[]> {
  const found = await ledger.read((tx) => acceptedBy(tx, acting.workspace, requests));
  return found.flatMap((accepted): FileStep[] => {
    const { responsibility } = accepted;
    const root = findResponsibility(place, responsibility);
    if (root === null) return [];
    return [
      {
        completedBy: `holdall context views ${responsibility}`,
        write: () => placeKnowledge(place, root, accepted),
      },
    ];
  });
}

/**
 * Appends lines that the ledger has to the memories that they belong to. A memory that another process
 * works on, or that has no folder, is left: the next run of a mandate adds what it lacks.
 */
function memorySteps({ place }: ActingPlace, notes: readonly Note[]): readonly FileStep[] {
  const byResponsibility = Map.groupBy(notes, ({ responsibility }) => responsibility);
  return [...byResponsibility].flatMap(([responsibility, ofOne]): FileStep[] => {
    const lines = ofOne.map(({ line }) => line);
    const root = findResponsibility(place, responsibility);
    if (root === null) return [];
    const what = `write the memory of "${responsibility}"`;
    const append = () =>
      withLock(curatorFolder(place, responsibility), { what, waitMs: MAX_WAIT_MS }, async () =>
        appendMemory(root, lines),
      );
    return [
      {
        completedBy: `holdall context refresh ${responsibility}`,
        write: () => append().catch(ignoreLock),
      },
    ];
  });
}

function ignoreLock(error: unknown): void {
  if (!(error instanceof HoldallError) || error.code !== "E_LOCKED") throw error;
}

/** The pages say what the record says now, also when others have changed it meanwhile. */
async function pageSteps(
  { ledger, place }: ActingPlace,
  requests: readonly string[],
): Promise<readonly FileStep[]> {
  if (requests.length === 0) return [];
  const found = await ledger.read((tx) => viewsOfRequests(tx, place, requests));
  return [...found].flatMap(([responsibility, views]): FileStep[] => {
    const root = findResponsibility(place, responsibility);
    if (root === null) return [];
    return [...views].map(([name, text]) => ({
      completedBy: `holdall context views ${responsibility}`,
      write: () => writeView(root, name, text),
    }));
  });
}
