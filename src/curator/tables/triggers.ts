/**
 * Triggers with which the database itself refuses changes that no event made. A status changes only by
 * inserting the change into a log beside the table; a trigger then moves the row, and another one refuses
 * every other way. The log itself can neither be changed nor shortened.
 */

import type { Engine, TriggerStep } from "../../stores/store.ts";

/** A table with a status, and the log of its changes. */
export interface GuardedStatus {
  readonly table: string;
  /** The column with the status. */
  readonly status: string;
  readonly log: string;
  /** Columns that identify a row: in the table, and in the log. */
  readonly key: readonly (readonly [table: string, log: string])[];
  /** Allowed changes, as `from>to`. */
  readonly arrows: readonly string[];
  /** What an error is called: `E_RFA` for `E_RFA_STALE`. */
  readonly prefix: string;
}

/** The triggers of a table whose status follows its log. */
export function statusTriggers(guarded: GuardedStatus, engine: Engine): readonly string[] {
  const { table, status, log, prefix } = guarded;
  const isChange = "new.event_type = 'status_changed'";
  const isMoved = `old.${status} <> new.${status}`;
  const [isStale, move, isForbidden, isUnrecorded] = conditions(guarded);
  const follow: readonly TriggerStep[] = [{ unless: isStale, code: `${prefix}_STALE` }, move];
  const guard: readonly TriggerStep[] = [
    { unless: isForbidden, code: `${prefix}_STATE` },
    { unless: isUnrecorded, code: `${prefix}_NO_EVENT` },
  ];
  return [
    ...engine.trigger({
      name: `${log}_follow`,
      on: `after insert on ${log}`,
      when: isChange,
      steps: follow,
    }),
    ...engine.trigger({
      name: `${table}_status`,
      on: `before update of ${status} on ${table}`,
      when: isMoved,
      steps: guard,
    }),
    ...refuse(engine, { table: log, on: "update", code: `${prefix}_APPEND_ONLY` }),
    ...refuse(engine, { table: log, on: "delete", code: `${prefix}_APPEND_ONLY` }),
    ...refuse(engine, { table, on: "delete", code: `${prefix}_NO_EVENT` }),
  ];
}

function conditions({ table, status, log, key, arrows }: GuardedStatus) {
  const row = key.map(([ours, theirs]) => `${table}.${ours} = new.${theirs}`).join(" and ");
  const events = key.map(([ours, theirs]) => `e.${theirs} = new.${ours}`).join(" and ");
  const newest = events.replaceAll("e.", "n.");
  const list = arrows.map((arrow) => `'${arrow}'`).join(", ");
  return [
    `exists (select 1 from ${table} where ${row} and ${table}.${status} = new.old_status)`,
    `update ${table} set ${status} = new.new_status where ${row}`,
    `(old.${status} || '>' || new.${status}) in (${list})`,
    `exists (select 1 from ${log} e where ${events} and e.event_type = 'status_changed'
       and e.old_status = old.${status} and e.new_status = new.${status}
       and e.id = (select max(n.id) from ${log} n where ${newest}))`,
  ] as const;
}

/** Refuses an update or a delete; always, or unless a condition is true. */
export function refuse(
  engine: Engine,
  {
    table,
    on,
    code,
    unless = "false",
  }: {
    readonly table: string;
    readonly on: "insert" | "update" | "delete";
    readonly code: string;
    readonly unless?: string;
  },
): readonly string[] {
  return engine.trigger({
    name: `${table}_${on}`,
    on: `before ${on} on ${table}`,
    steps: [{ unless, code }],
  });
}
