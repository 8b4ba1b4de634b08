/**
 * The tables of units: a projection of the `unit:` streams and of recalls, which can be dropped and
 * rebuilt from the events. Texts are not copied here: a row refers to its content by SHA-256, so
 * that a redaction of the content needs no change of this table.
 */

import * as z from "zod";
import type { Projection } from "../ledger/projections.ts";
import { type LedgerEvent, streamId } from "../model/event.ts";
import { DEFAULT_NAMESPACE } from "../model/state.ts";
import type { Engine, SqlValue, Transaction } from "../stores/store.ts";
import { recalledSchema, storedSchema, type UnitState } from "./event-bodies.ts";

/** A row of the list of units; texts are given by SHA-256. */
export type UnitRow = {
  readonly unit_id: string;
  /** Position of the event that stored it. */
  readonly pos: number;
  readonly created_at: string;
  readonly namespace: string;
  readonly node_id: string | null;
  readonly state: UnitState;
  readonly content: string;
  readonly bytes: number;
  readonly record: string | null;
  readonly type: string | null;
  readonly user_id: string | null;
  /** Its other facts, as JSON. */
  readonly facts: string;
  readonly useful: number;
  /** Reads that gave it to an agent. */
  readonly accesses: number;
  /** When it was last given to an agent or marked as useful. */
  readonly last_used: string | null;
};

/** Which units to select. */
export interface UnitFilter {
  /** Units of this namespace and of `shared`; of `shared` alone when null. */
  readonly namespace: string | null;
  readonly states?: readonly UnitState[];
  /** Every one of these tags is required. */
  readonly tags?: readonly string[];
  readonly node_id?: string | undefined;
  readonly type?: string | undefined;
  readonly scope?: string | undefined;
  readonly agent_id?: string | undefined;
  readonly session_id?: string | undefined;
  readonly task_id?: string | undefined;
  readonly user_id?: string | undefined;
}

function create({ text, integer }: Engine["types"]): readonly string[] {
  return [
    `create table units (
      unit_id ${text} primary key, pos ${integer} not null, created_at ${text} not null,
      namespace ${text} not null, node_id ${text}, state ${text} not null, content ${text} not null,
      bytes ${integer} not null, record ${text}, type ${text}, scope ${text}, agent_id ${text},
      session_id ${text}, task_id ${text}, user_id ${text}, facts ${text} not null,
      useful ${integer} not null, accesses ${integer} not null, last_used ${text})`,
    "create index units_pos on units (pos)",
    "create index units_content on units (content)",
    "create index units_node on units (node_id)",
    `create table unit_tags (
      unit_id ${text} not null, tag ${text} not null, primary key (unit_id, tag))`,
    "create index unit_tags_tag on unit_tags (tag)",
    `create table unit_savings (
      pos ${integer} primary key, at ${text} not null, op ${text} not null, session_id ${text},
      returned_tokens ${integer} not null, baseline_tokens ${integer} not null)`,
  ];
}

/** The tables of units. */
export const projection: Projection = {
  name: "units",
  version: 2,
  kinds: ["unit", "use"],
  tables: ["units", "unit_tags", "unit_savings"],
  create,
  apply(tx, event) {
    if (event.type === "unit_stored") applyStored(tx, event);
    else if (event.type === "unit_used") applyUsed(tx, event);
    else if (event.type === "use_recalled") applyRecalled(tx, event);
    else if (Object.hasOwn(stateAfter, event.type)) applyState(tx, event);
  },
};

/** The state of a unit after an event. Any order is allowed, also from deleted back to active. */
const stateAfter: Readonly<Record<string, UnitState>> = {
  unit_retracted: "retracted",
  unit_archived: "archived",
  unit_restored: "active",
  unit_deleted: "deleted",
};

function applyStored(tx: Transaction, { stream, seq, pos, at, body }: LedgerEvent): void {
  // An imported log may contain anything: an invalid unit stays in the ledger but is not listed.
  const parsed = storedSchema.safeParse(body);
  if (seq !== 0 || !parsed.success) return;
  const { content, record, tags, ...facts } = parsed.data;
  const { namespace, node_id, type, scope, agent_id, session_id, task_id, user_id } = facts;
  const unit_id = streamId(stream);
  tx.write(
    `insert into units (unit_id, pos, created_at, namespace, node_id, state, content, bytes, record,
       type, scope, agent_id, session_id, task_id, user_id, facts, useful, accesses)
     values (?, ?, ?, ?, ?, 'active', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
    [unit_id, pos, at, namespace, node_id, content.sha256, content.bytes, record?.sha256 ?? null]
      .concat([type, scope, agent_id, session_id, task_id, user_id])
      .concat([JSON.stringify({ ...facts, tags })]),
  );
  for (const tag of new Set(tags)) {
    tx.write("insert into unit_tags (unit_id, tag) values (?, ?)", [unit_id, tag]);
  }
}

function applyUsed(tx: Transaction, { stream, at }: LedgerEvent): void {
  tx.write("update units set useful = useful + 1, last_used = ? where unit_id = ?", [
    at,
    streamId(stream),
  ]);
}

/** A unit that occurs twice in a recall counts once. */
function applyRecalled(tx: Transaction, { pos, at, body }: LedgerEvent): void {
  const parsed = recalledSchema.safeParse(body);
  if (!parsed.success) return;
  const { op, units, session_id, returned_tokens, baseline_tokens } = parsed.data;
  for (const unit_id of new Set(units)) {
    const set = "accesses = accesses + 1, last_used = ?";
    tx.write(`update units set ${set} where unit_id = ?`, [at, unit_id]);
  }
  tx.write(
    `insert into unit_savings (pos, at, op, session_id, returned_tokens, baseline_tokens)
     values (?, ?, ?, ?, ?, ?)`,
    [pos, at, op, session_id, returned_tokens, baseline_tokens],
  );
}

function applyState(tx: Transaction, { stream, pos, type }: LedgerEvent): void {
  const to = stateAfter[type] ?? "active";
  // A deleted unit left the search index; with the position of this event it is indexed again.
  tx.write(
    `update units set pos = case when state = 'deleted' and ? = 'active' then ? else pos end,
       state = ? where unit_id = ?`,
    [to, pos, to, streamId(stream)],
  );
}

/** A condition with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** The condition of a filter on the table with the alias `u`. */
export function conditionOf(filter: UnitFilter): Condition {
  const { namespace, states = ["active"], tags = [] } = filter;
  const parts = [
    "u.namespace in (?, ?)",
    `u.state in (${states.map(() => "?").join(", ")})`,
    ...tags.map(
      () => "exists (select 1 from unit_tags t where t.unit_id = u.unit_id and t.tag = ?)",
    ),
  ];
  const params: SqlValue[] = [
    namespace ?? DEFAULT_NAMESPACE,
    DEFAULT_NAMESPACE,
    ...states,
    ...tags,
  ];
  for (const key of EQUAL) {
    const value = filter[key];
    if (value === undefined) continue;
    parts.push(`u.${key} = ?`);
    params.push(value);
  }
  return { sql: parts.join(" and "), params };
}

/** Whether a filter asks for what only units have: tags, types or owners. */
export function wantsOnlyUnits(filter: UnitFilter): boolean {
  return (filter.tags ?? []).length > 0 || EQUAL.some((key) => filter[key] !== undefined);
}

/** How many units match a filter. */
export async function countUnits(tx: Transaction, filter: UnitFilter): Promise<number> {
  const { sql, params } = conditionOf(filter);
  const [row] = await tx.all<{ n: number }>(
    `select count(*) as n from units u where ${sql}`,
    params,
  );
  return row?.n ?? 0;
}

/** Keys of a filter that are columns of the same name. */
const EQUAL = ["node_id", "type", "scope", "agent_id", "session_id", "task_id", "user_id"] as const;

const COLUMNS = `u.unit_id, u.pos, u.created_at, u.namespace, u.node_id, u.state, u.content, u.bytes,
  u.record, u.type, u.user_id, u.facts, u.useful, u.accesses, u.last_used`;

/** Units that match a filter, the newest first. */
export function selectUnits(
  tx: Transaction,
  filter: UnitFilter,
  limit: number,
): Promise<readonly UnitRow[]> {
  const { sql, params } = conditionOf(filter);
  return tx.all<UnitRow>(
    `select ${COLUMNS} from units u where ${sql} order by u.pos desc limit ?`,
    [...params, limit],
  );
}

/** Units that match a filter and belong or relate to a node, the newest first. */
export function selectAbout(
  tx: Transaction,
  filter: UnitFilter,
  { node, limit }: { readonly node: string; readonly limit: number },
): Promise<readonly UnitRow[]> {
  const { sql, params } = conditionOf(filter);
  // Relations are only in the JSON of the facts; the characters with a meaning in LIKE are escaped.
  const text = JSON.stringify(node).replaceAll(/[\\%_]/g, "\\$&");
  const linked = ["subject", "object"].map((side) => `%"${side}":${text}%`);
  return tx.all<UnitRow>(
    `select ${COLUMNS} from units u
     where ${sql} and (u.node_id = ? or u.facts like ? escape '\\' or u.facts like ? escape '\\')
     order by u.pos desc limit ?`,
    [...params, node, ...linked, limit],
  );
}

/** A unit by its id. */
export async function selectUnit(tx: Transaction, unit_id: string): Promise<UnitRow | null> {
  const [row] = await tx.all<UnitRow>(`select ${COLUMNS} from units u where u.unit_id = ?`, [
    unit_id,
  ]);
  return row ?? null;
}

/** Units with this id prefix or node id; at most two, which is enough to detect ambiguity. */
export function selectNamed(
  tx: Transaction,
  name: string,
  [from, to]: readonly [string, string],
): Promise<readonly UnitRow[]> {
  return tx.all<UnitRow>(
    `select ${COLUMNS} from units u where u.node_id = ? or (u.unit_id >= ? and u.unit_id < ?)
     order by u.pos desc limit 2`,
    [name, from, to],
  );
}

/** Ids of the units whose content is a text. */
export async function selectIdsWith(tx: Transaction, content: string): Promise<readonly string[]> {
  const rows = await tx.all<{ unit_id: string }>("select unit_id from units where content = ?", [
    content,
  ]);
  return rows.map(({ unit_id }) => unit_id);
}

/** Units stored after a position of the ledger, in order. */
export function selectStoredAfter(
  tx: Transaction,
  pos: number,
  limit: number,
): Promise<readonly UnitRow[]> {
  return tx.all<UnitRow>(`select ${COLUMNS} from units u where u.pos > ? order by u.pos limit ?`, [
    pos,
    limit,
  ]);
}

/** Position of the unit that was stored last. */
export async function selectLastPos(tx: Transaction): Promise<number> {
  const [row] = await tx.all<{ pos: number | null }>("select max(pos) as pos from units");
  return row?.pos ?? 0;
}

/** Number of active units of each namespace. */
export function countNamespaces(
  tx: Transaction,
): Promise<readonly { readonly namespace: string; readonly units: number }[]> {
  return tx.all(
    "select namespace, count(*) as units from units where state = 'active' group by namespace order by namespace",
  );
}

/**
 * Tokens that recalls returned and saved. A recall that returned more than its baseline saved
 * nothing; it is not subtracted from the others.
 */
export const savingsSchema = () =>
  z.object({
    calls: z.number(),
    returned_tokens: z.number(),
    baseline_tokens: z.number(),
    saved_tokens: z.number(),
  });

/** The savings of an operation or a session, and from when to when. */
export type SavingsRow = z.infer<ReturnType<typeof savingsSchema>> & {
  readonly name: string | null;
  readonly first_ts: string;
  readonly last_ts: string;
};

/** Tokens that recalls returned and saved since a time, in total or by operation or session. */
export function sumSavings(
  tx: Transaction,
  since: string,
  by: "op" | "session_id" | null,
): Promise<readonly SavingsRow[]> {
  const name = by ?? "null";
  // One engine returns sums of integers as another type, hence the cast.
  return tx.all<SavingsRow>(
    `select ${name} as name, count(*) as calls,
       cast(sum(returned_tokens) as bigint) as returned_tokens,
       cast(sum(baseline_tokens) as bigint) as baseline_tokens,
       cast(sum(case when baseline_tokens > returned_tokens
         then baseline_tokens - returned_tokens else 0 end) as bigint) as saved_tokens,
       min(at) as first_ts, max(at) as last_ts
     from unit_savings where at >= ?
     ${by === null ? "having count(*) > 0" : `group by ${by} order by ${by}`}`,
    [since],
  );
}
