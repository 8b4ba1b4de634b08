import * as z from "zod";
import { parseStoredTime } from "../ledger/stored-json.ts";
import { readTexts } from "../ledger/text-lookup.ts";
import type { Transaction } from "../stores/store.ts";
import { selectThreads, type ThreadRow } from "./tables/threads.ts";

/** A thread as lists show it. */
export const listedThreadSchema = () =>
  z.object({
    thread_id: z.string(),
    created_at_ms: z.number(),
    title: z.string().nullable(),
    archived: z.boolean(),
    /** The thread it branched off from, or was handed over by. */
    parent: z
      .object({
        kind: z.enum(["branch", "handoff"]),
        thread_id: z.string(),
        seq: z.number(),
        message_id: z.string().nullable(),
      })
      .nullable(),
    /** Its own messages. */
    messages: z.number(),
  });

/** A thread as lists show it, with the number of its own messages. */
export type CountedThread = z.infer<ReturnType<typeof listedThreadSchema>>;

/** A thread as lists show it. */
export type ListedThread = Omit<CountedThread, "messages">;

/** Where a thread came from. */
export type Origin = NonNullable<ListedThread["parent"]>;

/**
 * Every thread in the order of creation, with the number of its own messages. All titles are read
 * at once.
 */
export async function listThreads(
  tx: Transaction,
  options: { readonly archived: boolean },
): Promise<readonly CountedThread[]> {
  const rows = await selectThreads(tx, options);
  const titles = await readTexts(
    tx,
    rows.flatMap(({ title }) => title ?? []),
  );
  return rows.map((row) => ({ ...toListed(row, titles.require), messages: row.messages }));
}

/** A thread as lists show it. */
export async function describeThread(tx: Transaction, row: ThreadRow): Promise<ListedThread> {
  const titles = await readTexts(tx, row.title === null ? [] : [row.title]);
  return toListed(row, titles.require);
}

function toListed(row: ThreadRow, textOf: (name: string) => string): ListedThread {
  return {
    thread_id: row.thread_id,
    created_at_ms: parseStoredTime(row.created_at, {
      table: "threads",
      column: "created_at",
      row: row.thread_id,
    }),
    title: row.title === null ? null : textOf(row.title),
    archived: row.archived === 1,
    parent: parentOf(row),
  };
}

function parentOf(row: ThreadRow): Origin | null {
  if (row.parent_kind === null) return null;
  return {
    kind: row.parent_kind,
    thread_id: row.parent_thread_id ?? "",
    seq: row.parent_seq ?? 0,
    message_id: row.parent_message_id,
  };
}
