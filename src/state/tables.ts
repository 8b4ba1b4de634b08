/**
 * The tables of states: a projection of the `state:` and `use:` streams that can be dropped and
 * rebuilt from the events at any time. A body that cannot be parsed changes no entry:
 * an imported log may contain events of later versions.
 */

import { isObject, type JsonObject } from "../base/json/value.ts";
import type { Projection } from "../ledger/projections.ts";
import { type LedgerEvent, streamId } from "../model/event.ts";
import type { Engine, SqlValue, Transaction } from "../stores/store.ts";
import { parseStateBody, type StateBody } from "./event-bodies.ts";
import { boundsOf } from "./fold.ts";
import { type JudgeCost, judgeCostsIn } from "./gate/judge-costs.ts";
import { toLiveEntry } from "./state.ts";
import { applyToConflicts, createConflictTable } from "./tables/conflicts.ts";
import { applyToProposals, createProposalTable } from "./tables/proposals.ts";
import { parseUseBody, type UseBody } from "./use/use-body.ts";

/** A row of the list of states. */
export type StateRow = {
  readonly state_id: string;
  readonly user_id: string;
  readonly session_id: string;
  readonly task_id: string;
  /** JSON. */
  readonly bounds: string;
  readonly head_seq: number;
  readonly state_hash: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  /** JSON of the last checkpoint or anchor. */
  readonly anchor: string | null;
  readonly checkpoint_seq: number | null;
  readonly checkpoint_at: string | null;
  readonly agent_id: string | null;
};

/** An entry of a state; without an image it was deleted. */
export type EntryRow = {
  readonly namespace: string;
  readonly id: string;
  /** Seq of the event that added it; the order of a snapshot. */
  readonly since: number;
  readonly version: number;
  /** JSON of the entry as its last event has it. */
  readonly image: string | null;
  /** JSON of the reference to the full text, when the image contains a shortened one. */
  readonly whole: string | null;
  readonly hash: string | null;
};

/** How an entry was used. */
export type UseRow = {
  readonly namespace: string;
  readonly id: string;
  readonly access_count: number;
  readonly useful_count: number;
  readonly last_access: string | null;
  /** A number as text, because the engines write fractions differently. */
  readonly retrieval_strength: string | null;
};

function create(types: Engine["types"]): readonly string[] {
  const { text, integer } = types;
  return [
    ...createConflictTable(types),
    ...createProposalTable(types),
    `create table states (
      state_id ${text} primary key, user_id ${text} not null, session_id ${text} not null,
      task_id ${text} not null, bounds ${text} not null, head_seq ${integer} not null,
      state_hash ${text}, created_at ${text} not null, updated_at ${text} not null,
      selected_pos ${integer}, anchor ${text}, checkpoint_seq ${integer}, checkpoint_at ${text},
      agent_id ${text})`,
    "create index states_session on states (session_id, task_id, user_id)",
    "create index states_selected on states (selected_pos) where selected_pos is not null",
    `create table state_entries (
      state_id ${text} not null, namespace ${text} not null, id ${text} not null,
      since ${integer} not null, version ${integer} not null, is_active ${integer} not null,
      tokens ${integer} not null, image ${text}, whole ${text}, hash ${text},
      primary key (state_id, namespace, id))`,
    "create index state_entries_since on state_entries (state_id, since)",
    `create table state_use (
      state_id ${text} not null, namespace ${text} not null, id ${text} not null,
      access_count ${integer} not null, useful_count ${integer} not null, last_access ${text},
      retrieval_strength ${text}, primary key (state_id, namespace, id))`,
    `create table state_aliases (
      host ${text} not null, host_session_id ${text} not null, state_id ${text} not null,
      pos ${integer} not null, primary key (host, host_session_id))`,
    `create table state_judge_costs (
      pos ${integer} not null, place ${integer} not null, at ${text} not null, judge ${text} not null,
      prompt_tokens ${integer} not null, completion_tokens ${integer} not null,
      primary key (pos, place))`,
  ];
}

/** The tables of states, derived from the streams of changes and of use. */
export const projection: Projection = {
  name: "state",
  version: 5,
  kinds: ["state", "use"],
  tables: [
    "states",
    "state_entries",
    "state_use",
    "state_aliases",
    "state_judge_costs",
    "state_conflicts",
    "state_proposals",
  ],
  create,
  apply(tx, event) {
    const state_id = streamId(event.stream);
    if (event.stream.startsWith("use:")) return applyUse(tx, event, state_id);
    const body = parseStateBody(event.type, event.body);
    if (body?.kind === "declared") insertState(tx, event, body);
    if (body?.kind === "bounded") {
      set(tx, state_id, { bounds: JSON.stringify(boundsOf(body)) });
    }
    if (body?.kind === "changed") changeEntry(tx, event, body);
    if (body?.kind === "noted") note(tx, event, state_id);
    if (body !== null) {
      applyToConflicts(tx, event, state_id);
      applyToProposals(tx, event, state_id);
    }
    for (const [place, cost] of judgeCostsIn(event.body).entries()) {
      insertCost(tx, event, place, cost);
    }
    set(tx, state_id, {
      head_seq: event.seq,
      updated_at: event.at,
      ...(body?.state_hash === undefined ? {} : { state_hash: body.state_hash }),
    });
  },
};

function set(tx: Transaction, state_id: string, values: Readonly<Record<string, SqlValue>>): void {
  const columns = Object.keys(values).map((column) => `${column} = ?`);
  tx.write(`update states set ${columns.join(", ")} where state_id = ?`, [
    ...Object.values(values),
    state_id,
  ]);
}

/** A second declaration of a state only replaces its bounds. */
function insertState(
  tx: Transaction,
  { stream, seq, at }: LedgerEvent,
  body: Extract<StateBody, { kind: "declared" }>,
): void {
  const { user_id, session_id, task_id, state_hash } = body;
  tx.write(
    `insert into states
       (state_id, user_id, session_id, task_id, bounds, head_seq, state_hash, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (state_id) do update set bounds = excluded.bounds`,
    [
      streamId(stream),
      user_id,
      session_id,
      task_id,
      JSON.stringify(boundsOf(body)),
      seq,
      state_hash ?? null,
      at,
      at,
    ],
  );
}

function changeEntry(
  tx: Transaction,
  { stream, seq }: LedgerEvent,
  body: Extract<StateBody, { kind: "changed" }>,
): void {
  const { namespace, id, after, whole: fullText, before_version } = body;
  const entry =
    after === null ? null : toLiveEntry({ ...after, id }, { namespace, fullText, addedSeq: seq });
  const version = after === null ? (before_version ?? 1) : (after.version ?? 1);
  // An entry keeps its position unless it was deleted. Without a declared state the select finds no row.
  tx.write(
    `insert into state_entries
       (state_id, namespace, id, since, version, is_active, tokens, image, whole, hash)
     select state_id, ?, ?, ?, ?, ?, ?, ?, ?, ? from states where state_id = ?
     on conflict (state_id, namespace, id) do update set
       since = case when state_entries.image is null then excluded.since else state_entries.since end,
       version = case when excluded.image is null and state_entries.image is not null
         then state_entries.version else excluded.version end,
       is_active = excluded.is_active, tokens = excluded.tokens, image = excluded.image,
       whole = excluded.whole, hash = excluded.hash`,
    [
      namespace,
      id,
      seq,
      version,
      entry !== null && entry.image.state !== "archived" ? 1 : 0,
      entry?.image.tokens ?? 0,
      entry === null ? null : JSON.stringify(entry.image),
      fullText === null || entry === null ? null : JSON.stringify(fullText),
      entry?.hash ?? null,
      streamId(stream),
    ],
  );
}

/**
 * Notes that have a column of their own. The current state is the one with the highest
 * `selected_pos`, so that a selection is one write and the earlier ones need no update.
 */
function note(tx: Transaction, event: LedgerEvent, state_id: string): void {
  const { type, body, pos, seq, at, actor } = event;
  if (type === "state_selected") set(tx, state_id, { selected_pos: pos });
  if (isObject(body.anchor)) set(tx, state_id, { anchor: JSON.stringify(body.anchor) });
  if (type === "state_checkpointed") {
    const agent_id = labelIn(body, "agent_id") ?? actor?.id ?? null;
    set(tx, state_id, { checkpoint_seq: seq, checkpoint_at: at, agent_id });
  }
  if (type === "state_aliased") alias(tx, event, state_id);
}

/** The last alias wins: a host's session continues one state at a time. */
function alias(tx: Transaction, { body, pos }: LedgerEvent, state_id: string): void {
  const host = labelIn(body, "host");
  const session = labelIn(body, "host_session_id");
  if (host === null || session === null) return;
  tx.write(
    `insert into state_aliases (host, host_session_id, state_id, pos)
     select ?, ?, state_id, ? from states where state_id = ?
     on conflict (host, host_session_id) do update
     set state_id = excluded.state_id, pos = excluded.pos`,
    [host, session, pos, state_id],
  );
}

function insertCost(
  tx: Transaction,
  { pos, at }: LedgerEvent,
  place: number,
  { judge, prompt_tokens, completion_tokens }: JudgeCost,
): void {
  tx.write(
    `insert into state_judge_costs (pos, place, at, judge, prompt_tokens, completion_tokens)
     values (?, ?, ?, ?, ?, ?)`,
    [pos, place, at, judge, prompt_tokens, completion_tokens],
  );
}

/**
 * Names of hosts, sessions and agents: bounded, and without control characters.
 */
const LABEL = /^[^\p{Cc}]{1,512}$/u;

function labelIn(body: JsonObject, key: string): string | null {
  const value = body[key];
  return typeof value === "string" && LABEL.test(value) ? value : null;
}

function applyUse(tx: Transaction, event: LedgerEvent, state_id: string): void {
  const body = parseUseBody(event.type, event.body);
  for (const each of body?.entries ?? []) countUse(tx, state_id, each);
}

/**
 * Counters add up over events; the time and the strength are those of the last event that has one.
 */
function countUse(
  tx: Transaction,
  state_id: string,
  { namespace, id, reads, useful, last_access, retrieval_strength }: UseBody["entries"][number],
): void {
  tx.write(
    `insert into state_use
       (state_id, namespace, id, access_count, useful_count, last_access, retrieval_strength)
     values (?, ?, ?, ?, ?, ?, ?)
     on conflict (state_id, namespace, id) do update set
       access_count = state_use.access_count + excluded.access_count,
       useful_count = state_use.useful_count + excluded.useful_count,
       last_access = coalesce(excluded.last_access, state_use.last_access),
       retrieval_strength = coalesce(excluded.retrieval_strength, state_use.retrieval_strength)`,
    [
      state_id,
      namespace,
      id,
      reads ?? 0,
      useful ?? 0,
      last_access ?? null,
      retrieval_strength === undefined ? null : String(retrieval_strength),
    ],
  );
}

const STATE = `state_id, user_id, session_id, task_id, bounds, head_seq, state_hash, created_at,
  updated_at, anchor, checkpoint_seq, checkpoint_at, agent_id`;

/** A state by its id. */
export async function selectState(tx: Transaction, state_id: string): Promise<StateRow | null> {
  const [row] = await tx.all<StateRow>(`select ${STATE} from states where state_id = ?`, [
    state_id,
  ]);
  return row ?? null;
}

/** The workspace's current state, when one was selected. */
export async function selectCurrent(tx: Transaction): Promise<StateRow | null> {
  const [row] = await tx.all<StateRow>(
    `select ${STATE} from states where selected_pos is not null order by selected_pos desc limit 1`,
  );
  return row ?? null;
}

/** Every state, the last changed first. */
export function selectStates(tx: Transaction): Promise<readonly StateRow[]> {
  return tx.all<StateRow>(
    `select ${STATE} from states order by updated_at desc, session_id, task_id, user_id`,
  );
}

/** Entries in force and tokens of each state. */
export function selectTotals(
  tx: Transaction,
): Promise<readonly { readonly state_id: string; readonly n: number; readonly tokens: number }[]> {
  return tx.all(
    `select state_id, sum(is_active) as n, sum(tokens) as tokens from state_entries
     where image is not null group by state_id`,
  );
}

/** The entries of a state in snapshot order, deleted ones included. */
export function selectEntries(tx: Transaction, state_id: string): Promise<readonly EntryRow[]> {
  return tx.all<EntryRow>(
    `select namespace, id, since, version, image, whole, hash from state_entries
     where state_id = ? order by since`,
    [state_id],
  );
}

/** How the entries of a state were used. */
export function selectUse(tx: Transaction, state_id: string): Promise<readonly UseRow[]> {
  return tx.all<UseRow>(
    `select namespace, id, access_count, useful_count, last_access, retrieval_strength
     from state_use where state_id = ? order by namespace, id`,
    [state_id],
  );
}

/** The state that a host's session is an alias of. */
export async function selectAliased(
  tx: Transaction,
  host: string,
  host_session_id: string,
): Promise<string | null> {
  const [row] = await tx.all<{ state_id: string }>(
    "select state_id from state_aliases where host = ? and host_session_id = ?",
    [host, host_session_id],
  );
  return row?.state_id ?? null;
}

/** Calls and tokens of one judge. */
export type JudgeCostRow = {
  readonly judge: string;
  readonly calls: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
};

/** Calls and tokens of each judge since a time. */
export function sumJudgeCosts(tx: Transaction, since: string): Promise<readonly JudgeCostRow[]> {
  // One engine returns sums of integers as another type, hence the cast.
  return tx.all<JudgeCostRow>(
    `select judge, count(*) as calls, cast(sum(prompt_tokens) as bigint) as prompt_tokens,
       cast(sum(completion_tokens) as bigint) as completion_tokens
     from state_judge_costs where at >= ? group by judge order by judge`,
    [since],
  );
}
