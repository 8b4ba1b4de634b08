import { isObject } from "../../../base/json/value.ts";
import { canonicalText } from "../../../ledger/event-hash.ts";
import { parseStored } from "../../../ledger/stored-json.ts";
import type { LedgerEvent } from "../../../model/event.ts";
import type { Transaction } from "../../../stores/store.ts";
import type { Subject, TableSet } from "../../tables/table-set.ts";
import { isOneOf, isTime } from "../../tables/values.ts";
import { handledSchema, signalledSchema } from "../bodies.ts";

/** The triggers that the curator follows, in the table that the documents call `events`. */
export const signalTables: TableSet = {
  tables: ["events"],
  create: ({ text, integer }) => [
    `create table events (
      id ${text} primary key, source ${text} not null, type ${text} not null,
      payload_json ${text} not null, received_at ${text} not null ${isTime("received_at")},
      processed_at ${text} ${isTime("processed_at")},
      status ${text} not null default 'pending'
        ${isOneOf("status", ["pending", "processing", "completed", "failed"])},
      retriable ${integer} not null default 1, metadata_json ${text})`,
    "create index events_pending on events (received_at, id) where status = 'pending'",
  ],
  triggers: () => [],
  apply: {
    responsibility_signalled: applySignalled,
    responsibility_signal_handled: applyHandled,
  },
};

/** A signal that waits. */
export type PendingSignal = { readonly id: string; readonly type: string };

/** Most signals that are followed at once; further ones wait for the next look. */
const MAX_SIGNALS = 1000;

/** The signals that wait for a responsibility, in the order in which they came. */
export async function selectPendingSignals(
  tx: Transaction,
  workspace_id: string,
  responsibility_id: string,
): Promise<readonly PendingSignal[]> {
  const rows = await tx.all<PendingSignal & { readonly metadata_json: string | null }>(
    `select id, type, metadata_json from events where status = 'pending' and metadata_json like ?
     order by received_at, id limit ${MAX_SIGNALS}`,
    [`%"${responsibility_id}"%`],
  );
  return rows.filter(({ id, metadata_json }) => {
    const place = { table: "events", column: "metadata_json", row: id };
    const about = parseStored(metadata_json ?? "null", place);
    return (
      isObject(about) &&
      about.workspace_id === workspace_id &&
      about.responsibility_id === responsibility_id
    );
  });
}

function applySignalled(
  tx: Transaction,
  { body }: LedgerEvent,
  { workspace_id, id: responsibility_id }: Subject,
): void {
  const parsed = signalledSchema.safeParse(body);
  if (!parsed.success) return;
  const { id, source, type, payload, at, retriable, metadata } = parsed.data;
  tx.write(
    `insert into events (id, source, type, payload_json, received_at, retriable, metadata_json)
     values (?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
    [
      id,
      source,
      type,
      canonicalText(payload),
      at,
      retriable ? 1 : 0,
      canonicalText({ ...metadata, workspace_id, responsibility_id }),
    ],
  );
}

function applyHandled(tx: Transaction, { body }: LedgerEvent): void {
  const parsed = handledSchema.safeParse(body);
  if (!parsed.success) return;
  const { id, status, at } = parsed.data;
  tx.write("update events set status = ?, processed_at = ? where id = ? and status = 'pending'", [
    status,
    at,
    id,
  ]);
}
