/** Makes the events of long conversations, the same ones on every machine. */
import type { NewEvent } from "../../src/ledger/append.ts";
import { type Text, toText } from "../../src/ledger/texts.ts";
import { createdEvent } from "../../src/threads/threads.ts";

/** What a conversation is like: how many tools a run calls, and how much each of them writes. */
export interface Shape {
  readonly name: string;
  readonly calls: number;
  readonly outputBytes: number;
}

/** One message in twenty events; the others are what a run records. */
export const chatty: Shape = { name: "5 % messages", calls: 4, outputBytes: 900 };
/** A thousand frames of tools between two messages. */
export const laborious: Shape = {
  name: "1,000 tool frames a message",
  calls: 333,
  outputBytes: 260,
};

export const THREAD = uuid(0xa, 0);
const AT = "2026-06-21T08:30:00.000Z";
const actor = { id: "user", origin: "bench" };

/** How many events a message and its run are. */
export function eventsOfTurn({ calls }: Shape): number {
  return 8 + calls * 3;
}

/** The id of the message of a turn. */
export function messageId(turn: number): string {
  return uuid(0xb, turn);
}

/** The seq of a message in its thread: every turn before it left four events there. */
function messageSeq(turn: number): number {
  return 1 + turn * 4;
}

/** The beginning of the thread. */
export function begin(): NewEvent {
  return { ...createdEvent(THREAD, { workspace: "orchard", title: "Orchard" }), at: AT };
}

/** A message without an answer. */
export function message(turn: number, content = fillerText(`message ${turn}`, 400)): NewEvent {
  const text = toText(content);
  return {
    ...thread("message_appended", { content: text.ref }),
    id: messageId(turn),
    texts: [text],
  };
}

/** A message, the run that answers it, and everything it does. */
export function turn(number: number, shape: Shape): NewEvent[] {
  const asked = message(number);
  const run = { run_session_id: uuid(0xc, number), message_id: messageId(number) };
  const stream = `session:${run.run_session_id}`;
  const list = [asked, thread("run_spawned", run)];
  list.push(session(stream, "session_started", { input: asked.body.content ?? null }));
  for (let call = 0; call < shape.calls; call++) list.push(...toolCall(stream, call, shape));
  const halves = [fillerText(`reply ${number}`, 300), fillerText(`and more ${number}`, 300)];
  for (const half of halves) {
    const delta = toText(half);
    list.push(session(stream, "output_text_delta", { delta: delta.ref }, delta));
  }
  list.push(session(stream, "session_ended", { reason: "completed" }));
  const effects = { run_session_id: run.run_session_id, tool_id: "call-0", tool_name: "read" };
  const touched = { affected_paths: [`rows/${number}.txt`], checkpoint_id: null };
  list.push(thread("tool_side_effects", { ...effects, ...touched }));
  const reply = toText(halves.join(""));
  const kept = { reply_artifact_id: reply.ref.sha256, reply_bytes: reply.ref.bytes };
  list.push({ ...thread("run_ended", { ...run, reason: "completed", ...kept }), texts: [reply] });
  return list;
}

function toolCall(stream: string, call: number, { outputBytes }: Shape): readonly NewEvent[] {
  const tool_id = `call-${call}`;
  const args = toText(JSON.stringify({ path: `${stream}/tree-${call}.txt`, lines: 40 }));
  const chunk = toText(fillerText(`output ${stream} ${call}`, outputBytes));
  const started = { tool_id, name: "read", args: args.ref, timeout_ms: null };
  const ended = { tool_id, exit_code: 0, duration_ms: 3, artifacts: null };
  return [
    session(stream, "tool_started", started, args),
    session(stream, "tool_stdout", { tool_id, chunk: chunk.ref }, chunk),
    session(stream, "tool_ended", ended),
  ];
}

/** A checkpoint after a message: a summary of everything up to there. */
export function checkpoint(turn: number): NewEvent {
  const cut = { to_seq: messageSeq(turn), to_message_id: messageId(turn) };
  const summary = {
    schema: "rip.compaction_summary.v1",
    kind: "cumulative_v1",
    coverage: { thread_id: THREAD, from_seq: 0, ...cut },
    provenance: { actor_id: actor.id, origin: actor.origin },
    summary_markdown: fillerText(`# Summary up to message ${turn}\n\n`, 2000),
  };
  const text = toText(`${JSON.stringify(summary, null, 2)}\n`);
  const body = {
    checkpoint_id: uuid(0xd, turn),
    cut_rule_id: "bench",
    summary_kind: summary.kind,
    summary_artifact_id: text.ref.sha256,
    from_seq: 0,
    ...cut,
  };
  return { ...thread("compaction_checkpoint_created", body), texts: [text] };
}

function thread(type: string, body: NewEvent["body"]): NewEvent {
  return { stream: `continuity:${THREAD}`, type: `continuity_${type}`, actor, body, at: AT };
}

function session(stream: string, type: string, body: NewEvent["body"], text?: Text): NewEvent {
  return { stream, type, actor: null, body, at: AT, ...(text ? { texts: [text] } : {}) };
}

const filling = Array.from(
  { length: 200 },
  (_, line) => `Row ${line}: ${Math.imul(line + 7, 2654435761) >>> 0} litres, valve open.\n`,
).join("");

/** Text of a size that begins with words of its own, so that no two are the same text. */
export function fillerText(start: string, bytes: number): string {
  return `${start}: ${filling.slice(0, bytes - start.length - 2)}`;
}

function uuid(kind: number, number: number): string {
  return `0197000${kind.toString(16)}-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;
}
