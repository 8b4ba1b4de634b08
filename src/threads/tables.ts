import type { JsonObject } from "../base/json/value.ts";
import type { Projection } from "../ledger/projections.ts";
import { isTextRef, type LedgerEvent, streamId } from "../model/event.ts";
import type { Engine, SqlValue, Transaction } from "../stores/store.ts";

/** A thread as it is listed. */
export type ThreadRow = {
  readonly thread_id: string;
  readonly pos: number;
  readonly created_at: string;
  readonly workspace: string;
  /** The text that holds its title. */
  readonly title: string | null;
  readonly archived: number;
  readonly parent_kind: "branch" | "handoff" | null;
  readonly parent_thread_id: string | null;
  readonly parent_seq: number | null;
  readonly parent_message_id: string | null;
  /** What a handoff gave it. */
  readonly base_artifact_id: string | null;
};

/** A message, and the run that answered it last as far as a cut lets see. */
export type TurnRow = {
  readonly ordinal: number;
  readonly seq: number;
  readonly event_id: string;
  readonly actor_id: string;
  readonly origin: string;
  readonly content: string | null;
  readonly bytes: number;
  readonly refs: string | null;
  readonly run_session_id: string | null;
  readonly reason: string | null;
  /** The text of the reply, when it is kept as one; else it is put together from what was said. */
  readonly reply: string | null;
  readonly reply_bytes: number | null;
  /** What the run did: frames, and bytes in their texts, as far as they were recorded before its end. */
  readonly steps: number | null;
  readonly step_bytes: number | null;
};

/** A run. */
export type RunRow = {
  readonly thread_id: string;
  readonly run_session_id: string;
  readonly message_id: string;
  readonly spawned_seq: number | null;
  readonly ended_seq: number | null;
  readonly reason: string | null;
};

/** Something a run said or did. */
export type PartRow = {
  readonly run_session_id: string;
  readonly seq: number;
  readonly kind: string;
  readonly tool_id: string | null;
  readonly name: string | null;
  readonly content: string | null;
  readonly bytes: number | null;
  readonly ok: number | null;
  readonly event_id: string;
};

/** What a tool changed. */
export type EffectRow = {
  readonly run_session_id: string;
  readonly seq: number;
  readonly tool_id: string;
  readonly affected_paths: string | null;
  readonly checkpoint_id: string | null;
};

/** A checkpoint; `to_ordinal` counts the thread's own messages. */
export type CheckpointRow = {
  readonly thread_id: string;
  readonly to_seq: number;
  readonly seq: number;
  readonly checkpoint_id: string;
  readonly summary_kind: string;
  readonly summary_artifact_id: string;
  readonly to_message_id: string | null;
  readonly to_ordinal: number;
};

/** A background job of a thread. */
export type JobRow = {
  readonly thread_id: string;
  readonly job_id: string;
  readonly job_kind: string;
};

/** Frames that are rarely looked at and then as a whole: only where they stand is kept. */
const MARKED = new Set([
  "continuity_context_selection_decided",
  "continuity_context_compiled",
  "continuity_compaction_auto_schedule_decided",
  "continuity_job_ended",
]);

function create({ text, integer }: Engine["types"]): readonly string[] {
  return [
    `create table threads (
      thread_id ${text} primary key, pos ${integer} not null, created_at ${text} not null,
      workspace ${text} not null, title ${text}, imported ${integer} not null,
      archived ${integer} not null, parent_kind ${text}, parent_thread_id ${text},
      parent_seq ${integer}, parent_message_id ${text}, base_artifact_id ${text})`,
    "create index threads_created on threads (created_at, thread_id)",
    `create table thread_messages (
      thread_id ${text} not null, ordinal ${integer} not null, seq ${integer} not null,
      event_id ${text} not null, actor_id ${text} not null, origin ${text} not null,
      content ${text}, bytes ${integer} not null, refs ${text}, primary key (thread_id, ordinal))`,
    "create unique index thread_messages_seq on thread_messages (thread_id, seq)",
    `create table thread_runs (
      run_session_id ${text} not null, thread_id ${text} not null, message_id ${text} not null,
      spawned_seq ${integer}, ended_seq ${integer}, reason ${text}, reply ${text},
      reply_bytes ${integer}, steps ${integer}, step_bytes ${integer}, primary key (run_session_id, thread_id))`,
    "create index thread_runs_ended on thread_runs (thread_id, message_id, ended_seq)",
    "create index thread_runs_open on thread_runs (run_session_id) where ended_seq is null",
    `create table thread_parts (
      run_session_id ${text} not null, is_step ${integer} not null, seq ${integer} not null,
      kind ${text} not null, tool_id ${text}, name ${text}, content ${text}, bytes ${integer},
      ok ${integer}, event_id ${text} not null, primary key (run_session_id, is_step, seq))`,
    `create table thread_effects (
      thread_id ${text} not null, run_session_id ${text} not null, seq ${integer} not null,
      tool_id ${text} not null, affected_paths ${text}, checkpoint_id ${text},
      primary key (thread_id, run_session_id, seq))`,
    `create table thread_checkpoints (
      thread_id ${text} not null, to_seq ${integer} not null, seq ${integer} not null,
      checkpoint_id ${text} not null, summary_kind ${text} not null,
      summary_artifact_id ${text} not null, to_message_id ${text}, to_ordinal ${integer} not null,
      primary key (thread_id, to_seq, seq))`,
    `create table thread_jobs (
      thread_id ${text} not null, job_id ${text} not null, job_kind ${text} not null,
      spawned_seq ${integer} not null, ended_seq ${integer}, primary key (thread_id, job_id))`,
    "create index thread_jobs_open on thread_jobs (thread_id, spawned_seq) where ended_seq is null",
    `create table thread_cursors (
      thread_id ${text} not null, provider ${text} not null, endpoint ${text} not null,
      model ${text} not null, seq ${integer} not null,
      primary key (thread_id, provider, endpoint, model))`,
    `create table thread_frames (
      thread_id ${text} not null, type ${text} not null, seq ${integer} not null,
      primary key (thread_id, type, seq))`,
  ];
}

/** The tables of threads. They follow the streams of threads and of runs. */
export const projection: Projection = {
  name: "threads",
  version: 2,
  kinds: ["continuity", "session"],
  tables: [
    "threads",
    "thread_messages",
    "thread_runs",
    "thread_parts",
    "thread_effects",
    "thread_checkpoints",
    "thread_jobs",
    "thread_cursors",
    "thread_frames",
  ],
  create,
  apply(tx, event) {
    if (event.stream.startsWith("session:")) applyPart(tx, event);
    else applyFrame(tx, event);
  },
};

type Apply = (tx: Transaction, event: LedgerEvent, thread_id: string) => void;

const applyByType: Readonly<Record<string, Apply>> = {
  continuity_created: applyCreated,
  continuity_archived: (tx, { body }, thread_id) =>
    tx.write("update threads set archived = ? where thread_id = ?", [
      body.archived === false ? 0 : 1,
      thread_id,
    ]),
  continuity_branched: applyBranched,
  continuity_handoff_created: applyHandedOff,
  continuity_message_appended: applyMessage,
  continuity_run_spawned: applyRunSpawned,
  continuity_run_ended: applyRunEnded,
  continuity_tool_side_effects: applyEffects,
  continuity_compaction_checkpoint_created: applyCheckpoint,
  continuity_job_spawned: applyJobSpawned,
  continuity_job_ended: applyJobEnded,
  continuity_provider_cursor_updated: applyCursor,
};

function applyFrame(tx: Transaction, event: LedgerEvent): void {
  const thread_id = streamId(event.stream);
  if (Object.hasOwn(applyByType, event.type)) applyByType[event.type]?.(tx, event, thread_id);
  if (!MARKED.has(event.type)) return;
  tx.write("insert into thread_frames (thread_id, type, seq) values (?, ?, ?)", [
    thread_id,
    event.type,
    event.seq,
  ]);
}

/** Imported logs may lack anything: what is no text is none. */
function word(body: JsonObject, key: string): string {
  const value = body[key];
  return typeof value === "string" ? value : "";
}

function wordOrNull(body: JsonObject, key: string): string | null {
  const value = body[key];
  return typeof value === "string" ? value : null;
}

function number(body: JsonObject, key: string): number {
  const value = body[key];
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}

/** The name and the size of a text; none where a foreign log has something else. */
function textIn(body: JsonObject, key: string): { sha256: string | null; bytes: number } {
  const value = body[key];
  return isTextRef(value) ? value : { sha256: null, bytes: 0 };
}

function applyCreated(tx: Transaction, event: LedgerEvent, thread_id: string): void {
  if (event.seq !== 0) return;
  tx.write(
    `insert into threads (thread_id, pos, created_at, workspace, title, imported, archived)
     values (?, ?, ?, ?, ?, ?, 0)`,
    [
      thread_id,
      event.pos,
      event.at,
      word(event.body, "workspace"),
      textIn(event.body, "title").sha256,
      event.raw === null ? 0 : 1,
    ],
  );
}

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
  const [parent, message] = [word(body, "parent_thread_id"), wordOrNull(body, "parent_message_id")];
  setParent(tx, thread_id, ["branch", parent, number(body, "parent_seq"), message], null);
}

function applyHandedOff(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  if (seq !== 1) return;
  const [parent, message] = [word(body, "from_thread_id"), wordOrNull(body, "from_message_id")];
  const base = wordOrNull(body, "summary_artifact_id");
  setParent(tx, thread_id, ["handoff", parent, number(body, "from_seq"), message], base);
}

function applyMessage(tx: Transaction, event: LedgerEvent, thread_id: string): void {
  const { seq, id, actor, body } = event;
  const content = textIn(body, "content");
  tx.write(
    `insert into thread_messages
       (thread_id, ordinal, seq, event_id, actor_id, origin, content, bytes, refs)
     values (?, coalesce((select max(ordinal) from thread_messages where thread_id = ?), 0) + 1,
       ?, ?, ?, ?, ?, ?, ?)`,
    [
      thread_id,
      thread_id,
      seq,
      id,
      actor?.id ?? "",
      actor?.origin ?? "",
      content.sha256,
      content.bytes,
      Array.isArray(body.refs) ? JSON.stringify(body.refs) : null,
    ],
  );
}

function applyRunSpawned(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  tx.write(
    `insert into thread_runs (run_session_id, thread_id, message_id, spawned_seq)
     values (?, ?, ?, ?) on conflict (run_session_id, thread_id) do nothing`,
    [word(body, "run_session_id"), thread_id, word(body, "message_id"), seq],
  );
}

function applyRunEnded(tx: Transaction, event: LedgerEvent, thread_id: string): void {
  const { seq, body, raw } = event;
  const run = word(body, "run_session_id");
  // What an imported log says about its replies is not proven; what it recorded is.
  const isOurs = raw === null && typeof body.reply_artifact_id === "string";
  tx.write(
    `insert into thread_runs
       (run_session_id, thread_id, message_id, ended_seq, reason, reply, reply_bytes, steps,
        step_bytes)
     select ?, ?, ?, ?, ?, ?, ?, count(*), coalesce(sum(bytes), 0)
     from thread_parts where run_session_id = ? and is_step = 1
     on conflict (run_session_id, thread_id) do update
     set ended_seq = excluded.ended_seq, reason = excluded.reason, reply = excluded.reply,
       reply_bytes = excluded.reply_bytes, steps = excluded.steps,
       step_bytes = excluded.step_bytes
     where thread_runs.ended_seq is null`,
    [
      run,
      thread_id,
      word(body, "message_id"),
      seq,
      wordOrNull(body, "reason") ?? "other",
      isOurs ? word(body, "reply_artifact_id") : null,
      isOurs ? number(body, "reply_bytes") : null,
      run,
    ],
  );
}

function applyEffects(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  tx.write(
    `insert into thread_effects
       (thread_id, run_session_id, seq, tool_id, affected_paths, checkpoint_id)
     values (?, ?, ?, ?, ?, ?)`,
    [
      thread_id,
      word(body, "run_session_id"),
      seq,
      word(body, "tool_id"),
      Array.isArray(body.affected_paths) ? JSON.stringify(body.affected_paths) : null,
      wordOrNull(body, "checkpoint_id"),
    ],
  );
}

function applyCheckpoint(tx: Transaction, event: LedgerEvent, thread_id: string): void {
  const { seq, id, body } = event;
  const to_seq = number(body, "to_seq");
  tx.write(
    `insert into thread_checkpoints (thread_id, to_seq, seq, checkpoint_id, summary_kind,
       summary_artifact_id, to_message_id, to_ordinal)
     values (?, ?, ?, ?, ?, ?, ?, coalesce((select ordinal from thread_messages
       where thread_id = ? and seq <= ? order by seq desc limit 1), 0))`,
    [
      thread_id,
      to_seq,
      seq,
      word(body, "checkpoint_id") || id,
      word(body, "summary_kind"),
      word(body, "summary_artifact_id"),
      wordOrNull(body, "to_message_id"),
      thread_id,
      to_seq,
    ],
  );
}

function applyJobSpawned(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  tx.write(
    `insert into thread_jobs (thread_id, job_id, job_kind, spawned_seq) values (?, ?, ?, ?)
     on conflict (thread_id, job_id) do nothing`,
    [thread_id, word(body, "job_id"), word(body, "job_kind"), seq],
  );
}

function applyJobEnded(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  tx.write(
    `update thread_jobs set ended_seq = ?
     where thread_id = ? and job_id = ? and ended_seq is null`,
    [seq, thread_id, word(body, "job_id")],
  );
}

function applyCursor(tx: Transaction, { seq, body }: LedgerEvent, thread_id: string): void {
  tx.write(
    `insert into thread_cursors (thread_id, provider, endpoint, model, seq) values (?, ?, ?, ?, ?)
     on conflict (thread_id, provider, endpoint, model) do update set seq = excluded.seq`,
    [thread_id, word(body, "provider"), word(body, "endpoint"), word(body, "model"), seq],
  );
}

/** What a session's frame is to a turn: the words of the reply, or a step of the work. */
const parts: Readonly<Record<string, { kind: string; isStep: 0 | 1; content: string | null }>> = {
  output_text_delta: { kind: "said", isStep: 0, content: "delta" },
  tool_started: { kind: "call", isStep: 1, content: "args" },
  tool_stdout: { kind: "output", isStep: 1, content: "chunk" },
  tool_stderr: { kind: "output", isStep: 1, content: "chunk" },
  tool_ended: { kind: "ended", isStep: 1, content: null },
  tool_failed: { kind: "failed", isStep: 1, content: "error" },
};

function applyPart(tx: Transaction, { stream, seq, id, type, body }: LedgerEvent): void {
  const part = Object.hasOwn(parts, type) ? parts[type] : undefined;
  if (part === undefined) return;
  const { kind, isStep, content } = part;
  const text = content === null ? null : textIn(body, content);
  tx.write(
    `insert into thread_parts
       (run_session_id, is_step, seq, kind, tool_id, name, content, bytes, ok, event_id)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      streamId(stream),
      isStep,
      seq,
      kind,
      wordOrNull(body, "tool_id"),
      wordOrNull(body, "name"),
      text?.sha256 ?? null,
      text?.bytes ?? null,
      kind === "ended" ? Number(body.exit_code === 0) : null,
      id,
    ],
  );
}

const THREAD = `thread_id, pos, created_at, workspace, title, archived, parent_kind,
  parent_thread_id, parent_seq, parent_message_id, base_artifact_id`;

async function first<Found extends Readonly<Record<string, SqlValue>>>(
  tx: Transaction,
  sql: string,
  params: readonly SqlValue[],
): Promise<Found | null> {
  return (await tx.all<Found>(sql, params))[0] ?? null;
}

/** A thread by its whole id. */
export function selectThread(tx: Transaction, id: string): Promise<ThreadRow | null> {
  return first<ThreadRow>(tx, `select ${THREAD} from threads where thread_id = ?`, [id]);
}

/** Past every text that begins with another: no character stands above this one. */
const LAST = "\u{10ffff}";

/** The ids of threads that begin with a text, two at most. */
export async function selectThreadIds(tx: Transaction, start: string): Promise<readonly string[]> {
  const rows = await tx.all<{ thread_id: string }>(
    "select thread_id from threads where thread_id >= ? and thread_id < ? order by thread_id limit 2",
    [start, start + LAST],
  );
  return rows.map(({ thread_id }) => thread_id);
}

/** Threads in the order they were made, with the number of their own messages. */
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

/** The oldest thread that began empty, is not put away, and was made here or for this folder. */
export async function selectDefaultThread(
  tx: Transaction,
  workspace: string,
): Promise<string | null> {
  const found = await first<{ thread_id: string }>(
    tx,
    `select thread_id from threads
     where parent_kind is null and archived = 0 and (imported = 0 or workspace = ?)
     order by pos limit 1`,
    [workspace],
  );
  return found?.thread_id ?? null;
}

/** How many messages of its own a thread has at or before a seq. */
export async function countMessages(tx: Transaction, id: string, seq: number): Promise<number> {
  const found = await first<{ n: number | null }>(
    tx,
    // The newest of them, and not a maximum: that would look at all of them.
    "select ordinal as n from thread_messages where thread_id = ? and seq <= ? order by seq desc limit 1",
    [id, seq],
  );
  return found?.n ?? 0;
}

/** Where a message stands. */
export type MessageRow = {
  readonly ordinal: number;
  readonly seq: number;
  readonly event_id: string;
};

/** A thread's own message by its ordinal. */
export function selectMessage(
  tx: Transaction,
  id: string,
  ordinal: number,
): Promise<MessageRow | null> {
  return first<MessageRow>(
    tx,
    "select ordinal, seq, event_id from thread_messages where thread_id = ? and ordinal = ?",
    [id, ordinal],
  );
}

/** A thread's own message by its seq. */
export function selectMessageAt(
  tx: Transaction,
  id: string,
  seq: number,
): Promise<MessageRow | null> {
  return first<MessageRow>(
    tx,
    "select ordinal, seq, event_id from thread_messages where thread_id = ? and seq = ?",
    [id, seq],
  );
}

/** A thread's own messages whose ids begin with a text, two at most; looks at all of them. */
export function selectMessageIds(
  tx: Transaction,
  id: string,
  start: string,
): Promise<readonly MessageRow[]> {
  return tx.all<MessageRow>(
    `select ordinal, seq, event_id from thread_messages
     where thread_id = ? and event_id >= ? and event_id < ? limit 2`,
    [id, start, start + LAST],
  );
}

/** Messages of a thread from an ordinal down, each with its reply as far as the cut lets see. */
export function selectTurns(
  tx: Transaction,
  page: {
    readonly thread_id: string;
    readonly from: number;
    readonly limit: number;
    readonly cut: number;
  },
): Promise<readonly TurnRow[]> {
  return tx.all<TurnRow>(
    `select m.ordinal, m.seq, m.event_id, m.actor_id, m.origin, m.content, m.bytes, m.refs,
       r.run_session_id, r.reason, r.reply, r.reply_bytes, r.steps, r.step_bytes
     from thread_messages as m
     left join thread_runs as r on r.thread_id = m.thread_id and r.message_id = m.event_id
       and r.ended_seq = (select max(e.ended_seq) from thread_runs as e
         where e.thread_id = m.thread_id and e.message_id = m.event_id and e.ended_seq <= ?)
     where m.thread_id = ? and m.ordinal <= ? and m.ordinal > ? order by m.ordinal desc`,
    // Bounded by ordinals, which have no gaps, and not by a limit: a server that knows little of its
    // tables would sort a whole thread for the newest rows.
    [page.cut, page.thread_id, page.from, page.from - page.limit],
  );
}

/** Ids asked for at once; a fixed number, so that the statement is one and stays prepared. */
const BATCH = 32;
const MARKS = Array.from({ length: BATCH }, () => "?").join(", ");

/** Asks for some ids at a time and joins the answers. */
async function inBatches<Found>(
  ids: readonly string[],
  ask: (batch: readonly string[]) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const last = batch.at(-1) ?? "";
    found.push(...(await ask([...batch, ...Array(BATCH - batch.length).fill(last)])));
  }
  return found;
}

/** What runs did, or what they said, in order. */
export function selectParts(
  tx: Transaction,
  runs: readonly string[],
  what: "steps" | "said",
): Promise<readonly PartRow[]> {
  return inBatches(runs, (batch) =>
    tx.all<PartRow>(
      `select run_session_id, seq, kind, tool_id, name, content, bytes, ok, event_id
       from thread_parts where run_session_id in (${MARKS}) and is_step = ?
       order by run_session_id, seq`,
      [...batch, what === "steps" ? 1 : 0],
    ),
  );
}

/** What tools of runs changed, as far as the cut lets see. */
export function selectEffects(
  tx: Transaction,
  thread_id: string,
  { runs, cut }: { readonly runs: readonly string[]; readonly cut: number },
): Promise<readonly EffectRow[]> {
  return inBatches(runs, (batch) =>
    tx.all<EffectRow>(
      `select run_session_id, seq, tool_id, affected_paths, checkpoint_id from thread_effects
       where thread_id = ? and run_session_id in (${MARKS}) and seq <= ?
       order by run_session_id, seq`,
      [thread_id, ...batch, cut],
    ),
  );
}

const CHECKPOINT =
  "thread_id, to_seq, seq, checkpoint_id, summary_kind, summary_artifact_id, to_message_id, to_ordinal";

/** Checkpoints of a thread below a place, from the one that reaches furthest down. */
export function selectCheckpoints(
  tx: Transaction,
  page: {
    readonly thread_id: string;
    /** Of those that reach as far as `to_seq`, only events before `seq`; all that reach less far. */
    readonly below: { readonly to_seq: number; readonly seq: number };
    readonly as_of: number;
    readonly limit: number;
  },
): Promise<readonly CheckpointRow[]> {
  const { thread_id, below, as_of, limit } = page;
  return tx.all<CheckpointRow>(
    `select ${CHECKPOINT} from thread_checkpoints
     where thread_id = ? and to_seq <= ? and (to_seq < ? or seq < ?) and seq <= ?
     order by to_seq desc, seq desc limit ?`,
    [thread_id, below.to_seq, below.to_seq, below.seq, as_of, limit],
  );
}

/** Runs whose ids begin with a text, two at most. */
export function selectRuns(tx: Transaction, start: string): Promise<readonly RunRow[]> {
  return tx.all<RunRow>(
    `select thread_id, run_session_id, message_id, spawned_seq, ended_seq, reason
     from thread_runs where run_session_id >= ? and run_session_id < ?
     order by run_session_id, thread_id limit 2`,
    [start, start + LAST],
  );
}

/** A run by its whole id. */
export function selectRun(tx: Transaction, id: string): Promise<RunRow | null> {
  return first<RunRow>(
    tx,
    `select thread_id, run_session_id, message_id, spawned_seq, ended_seq, reason
     from thread_runs where run_session_id = ? order by thread_id limit 1`,
    [id],
  );
}

/** The last seq at which a run of a message began or ended; 0 when it has none. */
export async function lastRunSeq(
  tx: Transaction,
  thread_id: string,
  message_id: string,
): Promise<number> {
  const found = await first<{ spawned: number | null; ended: number | null }>(
    tx,
    `select max(spawned_seq) as spawned, max(ended_seq) as ended from thread_runs
     where thread_id = ? and message_id = ?`,
    [thread_id, message_id],
  );
  return Math.max(found?.spawned ?? 0, found?.ended ?? 0);
}

/** Every run that has not ended, or those with an id. */
export function selectOpenRuns(tx: Transaction, id?: string): Promise<readonly RunRow[]> {
  return tx.all<RunRow>(
    `select thread_id, run_session_id, message_id, spawned_seq, ended_seq, reason
     from thread_runs where ended_seq is null and run_session_id >= ? and run_session_id <= ?
     order by run_session_id, thread_id`,
    [id ?? "", id ?? LAST],
  );
}

/** Whether a message is being answered. */
export async function hasOpenRun(
  tx: Transaction,
  thread_id: string,
  message_id: string,
): Promise<boolean> {
  const found = await first(
    tx,
    `select run_session_id from thread_runs
     where thread_id = ? and message_id = ? and ended_seq is null limit 1`,
    [thread_id, message_id],
  );
  return found !== null;
}

/** Every job that has not ended; those of one thread when it is named, the newest first. */
export function selectOpenJobs(tx: Transaction, thread?: string): Promise<readonly JobRow[]> {
  return tx.all<JobRow>(
    `select thread_id, job_id, job_kind from thread_jobs
     where ended_seq is null and thread_id >= ? and thread_id <= ?
     order by thread_id, spawned_seq desc`,
    [thread ?? "", thread ?? LAST],
  );
}

/** Where the newest frames of a marked type stand. */
export async function selectFrames(
  tx: Transaction,
  { thread_id, type, limit }: { thread_id: string; type: string; limit: number },
): Promise<readonly number[]> {
  const rows = await tx.all<{ seq: number }>(
    "select seq from thread_frames where thread_id = ? and type = ? order by seq desc limit ?",
    [thread_id, type, limit],
  );
  return rows.map(({ seq }) => seq);
}

/** Where frames of a marked type stand, in all threads, behind a place. */
export function selectAllFrames(
  tx: Transaction,
  page: {
    readonly type: string;
    readonly after: { readonly thread_id: string; readonly seq: number };
    readonly limit: number;
  },
): Promise<readonly { readonly thread_id: string; readonly seq: number }[]> {
  const { type, after, limit } = page;
  return tx.all(
    `select thread_id, seq from thread_frames
     where type = ? and (thread_id > ? or (thread_id = ? and seq > ?))
     order by thread_id, seq limit ?`,
    [type, after.thread_id, after.thread_id, after.seq, limit],
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
