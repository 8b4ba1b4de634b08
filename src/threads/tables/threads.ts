import type { LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import { AFTER_ALL, firstRow } from "./queries.ts";
import type { TableSet } from "./table-set.ts";
import { integerAt, stringAt, stringOrNull, textRefAt } from "./values.ts";

/** A thread as it is listed. */
export type ThreadRow = {
  readonly thread_id: string;
  readonly pos: number;
  readonly created_at: string;
  readonly workspace: string;
  /** Hash of the text with its title. */
  readonly title: string | null;
  readonly archived: number;
  readonly parent_kind: "branch" | "handoff" | null;
  readonly parent_thread_id: string | null;
  readonly parent_seq: number | null;
  readonly parent_message_id: string | null;
  /** The bundle that it started from, if it began by a handoff. */
  readonly base_artifact_id: string | null;
};

/** Threads, and where each came from. */
export const threadTables: TableSet = {
  tables: ["threads"],
  create: ({ text, integer }) => [
    `create table threads (
      thread_id ${text} primary key, pos ${integer} not null, created_at ${text} not null,
      workspace ${text} not null, title ${text}, imported ${integer} not null,
      archived ${integer} not null, parent_kind ${text}, parent_thread_id ${text},
      parent_seq ${integer}, parent_message_id ${text}, base_artifact_id ${text})`,
    "create index threads_created on threads (created_at, thread_id)",
  ],
  apply: {
    continuity_created: applyCreated,
    continuity_archived: applyArchived,
    continuity_branched: applyBranched,
    continuity_handoff_created: applyHandedOff,
  },
};

/**
 * Only the first event of a stream creates a thread; a repeated creation is reported by
 * `event-order.ts`.
 */
function applyCreated(tx: Transaction, event: LedgerEvent, thread_id: string): void {
  if (event.seq !== 0) return;
  tx.write(
    `insert into threads (thread_id, pos, created_at, workspace, title, imported, archived)
     values (?, ?, ?, ?, ?, ?, 0)`,
    [
      thread_id,
      event.pos,
      event.at,
      stringAt(event.body, "workspace"),
      textRefAt(event.body, "title").sha256,
      event.raw === null ? 0 : 1,
    ],
  );
}

function applyArchived(tx: Transaction, { body }: LedgerEvent, thread_id: string): void {
  tx.write("update threads set archived = ? where thread_id = ?", [
    body.archived === false ? 0 : 1,
    thread_id,
  ]);
}

/**
 * Only the second event of a stream is read as an origin, so that a late one cannot change what was
 * compiled.
 */
function setParent(
  tx: Transaction,
  thread_id: string,
  parent: readonly [kind: string, id: string, seq: number, message: string | null],
  base: string | null,
): void {
  tx.write(
    `update threads set parent_kind = ?, parent_thread_id = ?, parent_seq = ?,
       parent_message_id = ?, base_artifact_id = ? where thread_id = ?`,
    [...parent, base, thread_id],
  );
}

function applyBranched(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  if (seq !== 1) return;
  const parent = stringAt(body, "parent_thread_id");
  const message = stringOrNull(body, "parent_message_id");
  setParent(tx, thread_id, ["branch", parent, integerAt(body, "parent_seq"), message], null);
}

function applyHandedOff(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  if (seq !== 1) return;
  const parent = stringAt(body, "from_thread_id");
  const message = stringOrNull(body, "from_message_id");
  const base = stringOrNull(body, "summary_artifact_id");
  setParent(tx, thread_id, ["handoff", parent, integerAt(body, "from_seq"), message], base);
}

const THREAD = `thread_id, pos, created_at, workspace, title, archived, parent_kind,
  parent_thread_id, parent_seq, parent_message_id, base_artifact_id`;

/** A thread by its full id. */
export function selectThread(tx: Transaction, id: string): Promise<ThreadRow | null> {
  return firstRow<ThreadRow>(tx, `select ${THREAD} from threads where thread_id = ?`, [id]);
}

/** The ids of threads with a prefix, two at most. */
export async function selectThreadIds(tx: Transaction, start: string): Promise<readonly string[]> {
  const rows = await tx.all<{ thread_id: string }>(
    "select thread_id from threads where thread_id >= ? and thread_id < ? order by thread_id limit 2",
    [start, start + AFTER_ALL],
  );
  return rows.map(({ thread_id }) => thread_id);
}

/**
 * Threads in the order of creation, with the number of their own messages. Archived ones only if
 * wanted.
 */
export function selectThreads(
  tx: Transaction,
  { archived }: { readonly archived: boolean },
): Promise<readonly (ThreadRow & { readonly messages: number })[]> {
  return tx.all(
    `select ${THREAD}, coalesce((select max(ordinal) from thread_messages as m
       where m.thread_id = threads.thread_id), 0) as messages
     from threads where archived <= ? order by created_at, thread_id`,
    [archived ? 1 : 0],
  );
}

/**
 * The oldest thread without a parent that is not archived and was created here or for this folder.
 * Threads imported from elsewhere do not count: posting must not continue another project's
 * conversation.
 */
export async function selectDefaultThread(
  tx: Transaction,
  workspace: string,
): Promise<string | null> {
  const found = await firstRow<{ thread_id: string }>(
    tx,
    `select thread_id from threads
     where parent_kind is null and archived = 0 and (imported = 0 or workspace = ?)
     order by pos limit 1`,
    [workspace],
  );
  return found?.thread_id ?? null;
}
