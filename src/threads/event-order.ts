/**
 * Checks the state machine that the events of a thread describe, for `verify`. In our own streams a
 * violation is an error; an imported log may have been written by other rules, so there it is a
 * warning.
 *
 * - thread: created (seq 0), then at most one origin (seq 1), then anything;
 * - run: spawned, then selection decided, then context compiled, then ended once; effects and
 *   cursors between;
 * - job: spawned, then ended once;
 * - checkpoint: covers a message that lies before it.
 */

import type { Findings } from "../base/findings.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { EventCheck, LedgerModule } from "../ledger/projections.ts";
import { readById, readHead } from "../ledger/read.ts";
import { type LedgerEvent, streamId } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { threadStream } from "./stream.ts";
import { selectMessageAt } from "./tables/messages.ts";

/**
 * How far a run has come in its thread. Kept per run until the check is over: the order of its
 * events is only known by remembering.
 */
interface RunState {
  readonly message_id: unknown;
  isSelected: boolean;
  isEnded: boolean;
}

/** What the events before this one have started, by thread and id. */
interface OpenWork {
  readonly runs: Map<string, RunState>;
  /** Whether a job has ended. */
  readonly jobs: Map<string, boolean>;
}

/** What is wrong with the place of an event; null when nothing is. */
type Fault = string | null;

type Rule = (event: LedgerEvent, begun: OpenWork, tx: Transaction) => Promise<Fault> | Fault;

/** Checks that the events of threads come in a possible order and refer to events that exist. */
export const orderCheck: NonNullable<LedgerModule["check"]> = {
  kinds: ["continuity"],
  begin: (findings): EventCheck => {
    const begun: OpenWork = { runs: new Map(), jobs: new Map() };
    return async (tx, event) => {
      const fault = positionFault(event) ?? (await ruleFault(event, begun, tx));
      if (fault !== null) report(findings, event, fault);
    };
  },
};

function report(findings: Findings, event: LedgerEvent, fault: string): void {
  const { stream, seq, pos, type, raw } = event;
  const message = `Event ${seq} of "${stream}" (position ${pos}, ${type}): ${fault}`;
  const details = { stream, seq, pos };
  if (raw === null) findings.error("E_ORDER", { file: stream }, message, details);
  else findings.warn("W_ORDER", { file: stream }, message, details);
}

/**
 * Seq 0 creates the thread, and only seq 1 may name its origin: readers find the parent without a
 * search.
 */
function positionFault({ type, seq }: LedgerEvent): Fault {
  if (seq === 0 && type !== "continuity_created")
    return "the first event of a thread must be its creation";
  if (seq > 0 && type === "continuity_created") return "the thread exists already";
  const isOrigin = type === "continuity_branched" || type === "continuity_handoff_created";
  return isOrigin && seq !== 1 ? "the origin of a thread must be its second event" : null;
}

/** By event type. A type without a rule may come anywhere. */
const rules: Readonly<Record<string, Rule>> = {
  continuity_branched: ({ body }, _, tx) => parentFault(tx, body.parent_thread_id, body.parent_seq),
  continuity_handoff_created: ({ body }, _, tx) =>
    parentFault(tx, body.from_thread_id, body.from_seq),
  continuity_run_spawned: spawnFault,
  continuity_context_selection_decided: (event, begun) => {
    const run = runOf(event, begun);
    if (run !== undefined) run.isSelected = true;
    return openFault(run);
  },
  continuity_context_compiled: compileFault,
  continuity_tool_side_effects: (event, begun) => openFault(runOf(event, begun)),
  continuity_provider_cursor_updated: (event, begun) =>
    event.body.run_session_id === undefined ? null : openFault(runOf(event, begun)),
  continuity_run_ended: endFault,
  continuity_job_spawned: jobFault,
  continuity_job_ended: jobEndFault,
  continuity_compaction_checkpoint_created: checkpointFault,
};

function ruleFault(event: LedgerEvent, begun: OpenWork, tx: Transaction): Promise<Fault> | Fault {
  return Object.hasOwn(rules, event.type) ? (rules[event.type]?.(event, begun, tx) ?? null) : null;
}

/**
 * Two threads may use the same run or job id, as imported logs do; the stream is part of the key.
 */
function keyOf({ stream }: LedgerEvent, id: unknown): string {
  return `${stream}\n${String(id)}`;
}

function runOf(event: LedgerEvent, { runs }: OpenWork): RunState | undefined {
  return runs.get(keyOf(event, event.body.run_session_id));
}

function openFault(run: RunState | undefined): Fault {
  if (run === undefined) return "its run was never started";
  return run.isEnded ? "its run has already ended" : null;
}

/**
 * The run is remembered even if its message is missing, so that its later events are not reported
 * too.
 */
async function spawnFault(event: LedgerEvent, begun: OpenWork, tx: Transaction): Promise<Fault> {
  const { message_id } = event.body;
  const isKnown = runOf(event, begun) !== undefined;
  if (isKnown) return "its run was already started";
  const run = { message_id, isSelected: false, isEnded: false };
  begun.runs.set(keyOf(event, event.body.run_session_id), run);
  return messageFault(tx, event, message_id);
}

async function compileFault(event: LedgerEvent, begun: OpenWork, tx: Transaction): Promise<Fault> {
  const { from_seq, from_message_id } = event.body;
  const run = runOf(event, begun);
  const fault = openFault(run);
  if (fault !== null) return fault;
  if (run?.isSelected === false) return "no selection was recorded before it";
  if (!isBefore(from_seq, event.seq))
    return `it reads up to seq ${String(from_seq)}, which is after it`;
  return from_message_id === undefined ? null : messageFault(tx, event, from_message_id);
}

/**
 * The run counts as ended whatever is wrong with this event, or every later event would be a
 * finding.
 */
function endFault(event: LedgerEvent, begun: OpenWork): Fault {
  const run = runOf(event, begun);
  const fault = openFault(run);
  if (run !== undefined) run.isEnded = true;
  if (fault !== null || run?.message_id === event.body.message_id) return fault;
  return "its run answers another message";
}

function jobFault(event: LedgerEvent, { jobs }: OpenWork): Fault {
  const key = keyOf(event, event.body.job_id);
  if (jobs.has(key)) return "its job was already started";
  jobs.set(key, false);
  return null;
}

function jobEndFault(event: LedgerEvent, { jobs }: OpenWork): Fault {
  const key = keyOf(event, event.body.job_id);
  const isEnded = jobs.get(key);
  jobs.set(key, true);
  if (isEnded === undefined) return "its job was never started";
  return isEnded ? "its job has already ended" : null;
}

/**
 * A summary may only cover what lies before it; `to_seq` must be that of a message, where a cut is
 * possible.
 */
async function checkpointFault(event: LedgerEvent, _: OpenWork, tx: Transaction): Promise<Fault> {
  const { from_seq, to_seq, to_message_id } = event.body;
  if (!isBefore(to_seq, event.seq))
    return `it covers events up to seq ${String(to_seq)}, which is after it`;
  if (!isBefore(from_seq, to_seq + 1))
    return `it covers events from seq ${String(from_seq)} on, which is after its end`;
  const message = await selectMessageAt(tx, streamId(event.stream), to_seq);
  if (message === null) return `there is no message at seq ${to_seq}`;
  const isNamed = to_message_id === undefined || to_message_id === message.event_id;
  return isNamed ? null : `the message at seq ${to_seq} has another id`;
}

async function messageFault(tx: Transaction, event: LedgerEvent, id: unknown): Promise<Fault> {
  const message = typeof id === "string" ? await readById(tx, event.stream, id) : null;
  const isOne = message?.type === "continuity_message_appended" && message.seq < event.seq;
  return isOne ? null : `there is no message ${JSON.stringify(id)} before it`;
}

async function parentFault(
  tx: Transaction,
  parent: JsonObject[string] | undefined,
  seq: JsonObject[string] | undefined,
): Promise<Fault> {
  const head = typeof parent === "string" ? await readHead(tx, threadStream(parent)) : null;
  if (head === null) return `its parent ${JSON.stringify(parent)} does not exist`;
  return isBefore(seq, head.events) ? null : `its parent has no event ${String(seq)}`;
}

function isBefore(seq: JsonObject[string] | undefined, end: number): seq is number {
  return typeof seq === "number" && seq >= 0 && seq < end;
}
