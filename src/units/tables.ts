import type { Projection } from "../ledger/projections.ts";
import { type LedgerEvent, streamId } from "../model/event.ts";
import { DEFAULT_NAMESPACE } from "../model/state.ts";
import type { Engine, SqlValue, Transaction } from "../stores/store.ts";
import { storedSchema, type UnitState } from "./bodies.ts";

/** A unit as it is listed; texts are named by their SHA-256. */
export type UnitRow = {
  readonly unit_id: string;
  /** Place of the event that stored it. */
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
  /** What else was said about it, as JSON. */
  readonly facts: string;
  readonly useful: number;
  readonly last_used: string | null;
};

/** Which units are wanted. */
export interface UnitFilter {
  /** Units of this namespace and of the one that all share; of the latter alone when null. */
  readonly namespace: string | null;
  readonly states?: readonly UnitState[];
  /** All of them. */
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
      useful ${integer} not null, last_used ${text})`,
    "create index units_pos on units (pos)",
    "create index units_content on units (content)",
    "create index units_node on units (node_id)",
    `create table unit_tags (
      unit_id ${text} not null, tag ${text} not null, primary key (unit_id, tag))`,
    "create index unit_tags_tag on unit_tags (tag)",
  ];
}

/** The tables of units. */
export const projection: Projection = {
  name: "units",
  version: 1,
  kinds: ["unit"],
  tables: ["units", "unit_tags"],
  create,
  apply(tx, event) {
    if (event.type === "unit_stored") applyStored(tx, event);
    else if (event.type === "unit_used") applyUsed(tx, event);
    else if (Object.hasOwn(becomes, event.type)) applyState(tx, event);
  },
};

const becomes: Readonly<Record<string, UnitState>> = {
  unit_retracted: "retracted",
  unit_archived: "archived",
  unit_restored: "active",
};

function applyStored(tx: Transaction, { stream, seq, pos, at, body }: LedgerEvent): void {
  // An imported log may say anything: what is not a unit is kept in the ledger and not listed.
  const parsed = storedSchema.safeParse(body);
  if (seq !== 0 || !parsed.success) return;
  const { content, record, tags, ...facts } = parsed.data;
  const { namespace, node_id, type, scope, agent_id, session_id, task_id, user_id } = facts;
  const unit_id = streamId(stream);
  tx.write(
    `insert into units (unit_id, pos, created_at, namespace, node_id, state, content, bytes, record,
       type, scope, agent_id, session_id, task_id, user_id, facts, useful)
     values (?, ?, ?, ?, ?, 'active', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
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

function applyState(tx: Transaction, { stream, type }: LedgerEvent): void {
  tx.write("update units set state = ? where unit_id = ?", [
    becomes[type] ?? "active",
    streamId(stream),
  ]);
}

/** A condition with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** What a filter asks of the table that is called `u`. */
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

const EQUAL = ["node_id", "type", "scope", "agent_id", "session_id", "task_id", "user_id"] as const;

const COLUMNS = `u.unit_id, u.pos, u.created_at, u.namespace, u.node_id, u.state, u.content, u.bytes,
  u.record, u.type, u.user_id, u.facts, u.useful, u.last_used`;

/** Units that a filter lets through, the newest first. */
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

/** A unit by its id. */
export async function selectUnit(tx: Transaction, unit_id: string): Promise<UnitRow | null> {
  const [row] = await tx.all<UnitRow>(`select ${COLUMNS} from units u where u.unit_id = ?`, [
    unit_id,
  ]);
  return row ?? null;
}

/** Units whose id begins so, or whose node is called so; two are enough to know that there are several. */
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

/** Units stored behind a place of the ledger, in order. */
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

/** Place of the unit that was stored last. */
export async function selectLastPos(tx: Transaction): Promise<number> {
  const [row] = await tx.all<{ pos: number | null }>("select max(pos) as pos from units");
  return row?.pos ?? 0;
}

/** How many units each namespace has in force. */
export function countNamespaces(
  tx: Transaction,
): Promise<readonly { readonly namespace: string; readonly units: number }[]> {
  return tx.all(
    "select namespace, count(*) as units from units where state = 'active' group by namespace order by namespace",
  );
}
