/**
 * Joins the table sets of threads into one projection. All of it can be rebuilt from the ledger:
 * raise `version` when the meaning of a table changes, and the ledger rebuilds the tables on the
 * next opening.
 */

import type { Projection } from "../../ledger/projections.ts";
import { streamId } from "../../model/event.ts";
import { checkpointTables } from "./checkpoints.ts";
import { cursorTables } from "./cursors.ts";
import { frameTables } from "./frames.ts";
import { jobTables } from "./jobs.ts";
import { messageTables } from "./messages.ts";
import { applyPart, runPartTables } from "./run-parts.ts";
import { runTables } from "./runs.ts";
import type { ApplyFrame, TableSet } from "./table-set.ts";
import { threadTables } from "./threads.ts";

/** In the order in which tables are created and listed. */
const sets: readonly TableSet[] = [
  threadTables,
  messageTables,
  runTables,
  runPartTables,
  checkpointTables,
  jobTables,
  cursorTables,
  frameTables,
];

/** One event type may change the tables of several sets, as the end of a job does. */
const appliers: ReadonlyMap<string, readonly ApplyFrame[]> = collectAppliers();

/**
 * The tables of threads. They follow the streams of threads and of runs, within the transaction of
 * each append.
 */
export const projection: Projection = {
  name: "threads",
  version: 2,
  kinds: ["continuity", "session"],
  tables: sets.flatMap(({ tables }) => tables),
  create: (types) => sets.flatMap((set) => set.create(types)),
  apply(tx, event) {
    if (event.stream.startsWith("session:")) {
      applyPart(tx, event);
      return;
    }
    const thread_id = streamId(event.stream);
    for (const apply of appliers.get(event.type) ?? []) apply(tx, event, thread_id);
  },
};

function collectAppliers(): Map<string, ApplyFrame[]> {
  const byType = new Map<string, ApplyFrame[]>();
  for (const { apply } of sets) {
    for (const [type, each] of Object.entries(apply)) {
      byType.set(type, [...(byType.get(type) ?? []), each]);
    }
  }
  return byType;
}
