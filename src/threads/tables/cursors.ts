import type { LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import type { TableSet } from "./table-set.ts";
import { stringAt } from "./values.ts";

/**
 * The current cursor of each provider, endpoint and model. Only the seq is kept; the content is
 * read from the event. A missing endpoint or model is the empty string, because a null would never
 * conflict with itself in the primary key.
 */
export const cursorTables: TableSet = {
  tables: ["thread_cursors"],
  create: ({ text, integer }) => [
    `create table thread_cursors (
      thread_id ${text} not null, provider ${text} not null, endpoint ${text} not null,
      model ${text} not null, seq ${integer} not null,
      primary key (thread_id, provider, endpoint, model))`,
  ],
  apply: {
    continuity_provider_cursor_updated: applyCursor,
  },
};

function applyCursor(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  tx.write(
    `insert into thread_cursors (thread_id, provider, endpoint, model, seq) values (?, ?, ?, ?, ?)
     on conflict (thread_id, provider, endpoint, model) do update set seq = excluded.seq`,
    [
      thread_id,
      stringAt(body, "provider"),
      stringAt(body, "endpoint"),
      stringAt(body, "model"),
      seq,
    ],
  );
}

/** The current cursor of every key of a thread. */
export function selectCursors(
  tx: Transaction,
  thread_id: string,
): Promise<readonly { readonly seq: number }[]> {
  return tx.all<{ seq: number }>(
    "select seq from thread_cursors where thread_id = ? order by provider, endpoint, model",
    [thread_id],
  );
}
