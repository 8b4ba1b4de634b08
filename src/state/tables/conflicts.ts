import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { LedgerEvent } from "../../model/event.ts";
import type { Engine, Transaction } from "../../stores/store.ts";
import type { EntryKey } from "../gate/gate.ts";

/** Two entries in force of which the later may contradict the earlier, until someone decides. */
export interface PossibleConflict extends EntryKey {
  readonly other: EntryKey;
}

/** The table of possible conflicts. */
export function createConflictTable({ text, integer }: Engine["types"]): readonly string[] {
  return [
    `create table state_conflicts (
      state_id ${text} not null, namespace ${text} not null, id ${text} not null,
      other_namespace ${text} not null, other_id ${text} not null, pos ${integer} not null,
      drift ${integer} not null, primary key (state_id, namespace, id, other_namespace, other_id))`,
  ];
}

/** Changes of the text of an entry: what it was compared with before no longer counts. */
const TEXT_CHANGES: ReadonlySet<string> = new Set([
  "state_updated",
  "state_edited",
  "state_merged",
  "state_deleted",
]);

/** Records what an event says about possible conflicts. */
export function applyToConflicts(tx: Transaction, event: LedgerEvent, state_id: string): void {
  const { type, body, pos } = event;
  const entry = keyIn(body);
  if (entry === null) return;
  // A refused text that was dismissed says nothing about the entries in force.
  if (type === "state_dismissed" && body.refused === undefined) {
    dismiss(tx, state_id, entry, keyIn(body.other));
  }
  if (TEXT_CHANGES.has(type)) dismiss(tx, state_id, entry, null);
  const drift = driftIn(body);
  for (const [place, other] of comparedIn(body).entries()) {
    tx.write(
      `insert into state_conflicts
         (state_id, namespace, id, other_namespace, other_id, pos, drift)
       values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      // A verdict names the likeliest first, and measures only that one.
      [state_id, entry.namespace, entry.id, other.namespace, other.id, pos, drift - place],
    );
  }
}

/** Removes the conflicts of an entry, with one other entry or with all. */
function dismiss(tx: Transaction, state_id: string, entry: EntryKey, other: EntryKey | null): void {
  const keys = [entry.namespace, entry.id];
  const and = other === null ? "" : " and other_namespace = ? and other_id = ?";
  const andFirst = other === null ? "" : " and namespace = ? and id = ?";
  const more = other === null ? [] : [other.namespace, other.id];
  tx.write(`delete from state_conflicts where state_id = ? and namespace = ? and id = ?${and}`, [
    state_id,
    ...keys,
    ...more,
  ]);
  tx.write(
    `delete from state_conflicts where state_id = ? and other_namespace = ? and other_id = ?${andFirst}`,
    [state_id, ...keys, ...more],
  );
}

/** No verdict names more. */
const MAX_COMPARED = 16;

/** The entries that a verdict marks for comparison; malformed values of an imported log are ignored. */
function comparedIn({ gate }: JsonObject): readonly EntryKey[] {
  const compare = isObject(gate) ? gate.compare : null;
  if (!Array.isArray(compare)) return [];
  return compare.slice(0, MAX_COMPARED).flatMap((each) => keyIn(each) ?? []);
}

/** How close to a contradiction the gate found a text, in thousandths: its signal "drift". */
function driftIn({ gate }: JsonObject): number {
  const signals = isObject(gate) && Array.isArray(gate.signals) ? gate.signals : [];
  const drift = signals.filter(isObject).find(({ name }) => name === "drift")?.value;
  if (typeof drift !== "number" || !Number.isFinite(drift)) return 0;
  return Math.round(Math.min(1, Math.max(0, drift)) * 1000);
}

const LABEL = /^[^\p{Cc}]{1,512}$/u;

function keyIn(value: unknown): EntryKey | null {
  if (!isObject(value)) return null;
  const { namespace, id } = value;
  if (typeof namespace !== "string" || typeof id !== "string") return null;
  return LABEL.test(namespace) && LABEL.test(id) ? { namespace, id } : null;
}

/** The possible conflicts between entries in force: the likeliest first, of equal ones the newest. */
export async function selectConflicts(
  tx: Transaction,
  state_id: string,
): Promise<readonly PossibleConflict[]> {
  const rows = await tx.all<{
    readonly namespace: string;
    readonly id: string;
    readonly other_namespace: string;
    readonly other_id: string;
  }>(
    `select c.namespace, c.id, c.other_namespace, c.other_id from state_conflicts c
     join state_entries e on e.state_id = c.state_id and e.namespace = c.namespace and e.id = c.id
     join state_entries o on o.state_id = c.state_id and o.namespace = c.other_namespace
       and o.id = c.other_id
     where c.state_id = ? and e.is_active = 1 and o.is_active = 1
     order by c.drift desc, c.pos desc, c.other_namespace, c.other_id`,
    [state_id],
  );
  return rows.map(({ namespace, id, other_namespace, other_id }) => ({
    namespace,
    id,
    other: { namespace: other_namespace, id: other_id },
  }));
}
