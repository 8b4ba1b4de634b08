import { type LedgerEvent, streamId } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import { BATCH_MARKS, inBatches } from "./queries.ts";
import type { TableSet } from "./table-set.ts";
import { stringAt, stringOrNull, textRefAt } from "./values.ts";

/**
 * One frame of a run: a piece of its reply, or part of a step. `content` is the hash of its text.
 */
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

/**
 * What runs replied and did, and which files their tools changed. `is_step` is part of the key so
 * that the reply of a run can be read without passing over its tool output, which is often a
 * thousand times larger.
 */
export const runPartTables: TableSet = {
  tables: ["thread_parts", "thread_effects"],
  create: ({ text, integer }) => [
    `create table thread_parts (
      run_session_id ${text} not null, is_step ${integer} not null, seq ${integer} not null,
      kind ${text} not null, tool_id ${text}, name ${text}, content ${text}, bytes ${integer},
      ok ${integer}, event_id ${text} not null, primary key (run_session_id, is_step, seq))`,
    `create table thread_effects (
      thread_id ${text} not null, run_session_id ${text} not null, seq ${integer} not null,
      tool_id ${text} not null, affected_paths ${text}, checkpoint_id ${text},
      primary key (thread_id, run_session_id, seq))`,
  ],
  apply: {
    continuity_tool_side_effects: applyEffects,
  },
};

/**
 * What a frame of a run contributes: a piece of the reply, or a step of the work. Other types are
 * not indexed.
 */
const parts: Readonly<Record<string, { kind: string; isStep: 0 | 1; content: string | null }>> = {
  output_text_delta: { kind: "said", isStep: 0, content: "delta" },
  tool_started: { kind: "call", isStep: 1, content: "args" },
  tool_stdout: { kind: "output", isStep: 1, content: "chunk" },
  tool_stderr: { kind: "output", isStep: 1, content: "chunk" },
  tool_ended: { kind: "ended", isStep: 1, content: null },
  tool_failed: { kind: "failed", isStep: 1, content: "error" },
};

/** Writes what one frame of a run adds to the reply or to the steps. */
export function applyPart(tx: Transaction, { stream, seq, id, type, body }: LedgerEvent): void {
  const part = Object.hasOwn(parts, type) ? parts[type] : undefined;
  if (part === undefined) return;
  const { kind, isStep, content } = part;
  const text = content === null ? null : textRefAt(body, content);
  tx.write(
    `insert into thread_parts
       (run_session_id, is_step, seq, kind, tool_id, name, content, bytes, ok, event_id)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      streamId(stream),
      isStep,
      seq,
      kind,
      stringOrNull(body, "tool_id"),
      stringOrNull(body, "name"),
      text?.sha256 ?? null,
      text?.bytes ?? null,
      kind === "ended" ? Number(body.exit_code === 0) : null,
      id,
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
      stringAt(body, "run_session_id"),
      seq,
      stringAt(body, "tool_id"),
      Array.isArray(body.affected_paths) ? JSON.stringify(body.affected_paths) : null,
      stringOrNull(body, "checkpoint_id"),
    ],
  );
}

/** What runs did, or what they said, in order. */
export function selectParts(
  tx: Transaction,
  runs: readonly string[],
  what: "steps" | "reply",
): Promise<readonly PartRow[]> {
  return inBatches(runs, (batch) =>
    tx.all<PartRow>(
      `select run_session_id, seq, kind, tool_id, name, content, bytes, ok, event_id
       from thread_parts where run_session_id in (${BATCH_MARKS}) and is_step = ?
       order by run_session_id, seq`,
      [...batch, what === "steps" ? 1 : 0],
    ),
  );
}

/** What the tools of runs changed, at or before the cut. */
export function selectEffects(
  tx: Transaction,
  thread_id: string,
  { runs, cut }: { readonly runs: readonly string[]; readonly cut: number },
): Promise<readonly EffectRow[]> {
  return inBatches(runs, (batch) =>
    tx.all<EffectRow>(
      `select run_session_id, seq, tool_id, affected_paths, checkpoint_id from thread_effects
       where thread_id = ? and run_session_id in (${BATCH_MARKS}) and seq <= ?
       order by run_session_id, seq`,
      [thread_id, ...batch, cut],
    ),
  );
}
