import { sha256 } from "../base/hash.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { NewEvent } from "../ledger/append.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { readById } from "../ledger/read.ts";
import type { UnitOfWork } from "../ledger/unit-of-work.ts";
import { deriveUuid } from "../ledger/uuid.ts";
import type { Actor } from "../model/event.ts";
import type { ConversationItem } from "../transcripts/conversation-item.ts";
import { questionOf, stepsOfItem } from "../transcripts/turns.ts";
import { frameEvent } from "./frame-event.ts";
import { runFrameEvents } from "./run-frames.ts";
import { beginRun, endRun } from "./runs.ts";
import { threadStream } from "./stream.ts";
import { type RunRow, selectRun } from "./tables/runs.ts";

/** Whose turns go where. */
export interface TurnsRecord {
  /** The thread's whole id. */
  readonly thread_id: string;
  /** `agent/id` of the session. */
  readonly transcript_id: string;
  readonly agent: string;
  progress(turns: number): void;
}

/** What was recorded into a thread. */
export interface RecordedTurns {
  /** Messages that the thread did not have. */
  messages: number;
  /** Runs that were not there, or that went on since. */
  runs: number;
  /** Turns that the thread has already as they are. */
  known: number;
  /** Messages, calls and results of the session that the thread contains now. */
  kept: number;
}

/** One exchange of a session: what was asked, and everything until the next question. */
interface SessionTurn {
  readonly first: ConversationItem;
  readonly question: string;
  readonly items: ConversationItem[];
}

/** Items recorded at once: enough to be fast, few enough to let others in between. */
const BATCH = 500;

/**
 * Records the turns of a session into a thread: a message and a run for each, with the place each came
 * from. Done again, only what is new is appended; a turn that was continued since gets a run with all of it.
 */
export async function recordTurns(
  ledger: Ledger,
  record: TurnsRecord,
  items: AsyncIterable<ConversationItem>,
): Promise<RecordedTurns> {
  const counts: RecordedTurns = { messages: 0, runs: 0, known: 0, kept: 0 };
  let batch: SessionTurn[] = [];
  let size = 0;
  const flush = async () => {
    const turns = batch;
    [batch, size] = [[], 0];
    if (turns.length === 0) return;
    await ledger.write(async (unit) => {
      for (const turn of turns) await recordTurn(unit, record, turn, counts);
    });
    record.progress(counts.messages + counts.known);
  };
  for await (const turn of turnsIn(items)) {
    batch.push(turn);
    size += turn.items.length + 1;
    if (size >= BATCH) await flush();
  }
  await flush();
  return counts;
}

async function* turnsIn(items: AsyncIterable<ConversationItem>): AsyncGenerator<SessionTurn> {
  let turn: SessionTurn | null = null;
  for await (const item of items) {
    const asked = questionOf(item);
    if (asked !== null || turn === null) {
      if (turn !== null) yield turn;
      turn = { first: item, question: asked ?? NO_QUESTION, items: [] };
    }
    if (asked === null) turn.items.push(item);
  }
  if (turn !== null) yield turn;
}

/** A thread's message says something, or no model could be asked with it. */
const NO_QUESTION = "[the session begins with an answer]";

async function recordTurn(
  unit: UnitOfWork,
  record: TurnsRecord,
  turn: SessionTurn,
  counts: RecordedTurns,
): Promise<void> {
  const { thread_id, transcript_id, agent } = record;
  counts.kept += turn.items.length + (turn.items[0] === turn.first ? 0 : 1);
  const stream = threadStream(thread_id);
  const message = deriveUuid(thread_id, transcript_id, turn.first.id);
  const isAsked = (await readById(unit.tx, stream, message)) !== null;
  if (!isAsked) {
    const actor = { id: "user", origin: transcript_id };
    await unit.append([{ ...messageEvent(stream, record, turn, actor), id: message }]);
    counts.messages++;
  }
  const run_session_id = deriveUuid(thread_id, message, contentOf(turn));
  const isAnswered = (await selectRun(unit.tx, run_session_id)) !== null;
  if (turn.items.length > 0 && !isAnswered) {
    const actor = { id: agent, origin: transcript_id };
    await recordRun(unit, { thread: thread_id, message, actor, run_session_id }, record, turn);
    counts.runs++;
  } else if (isAsked) counts.known++;
}

function messageEvent(
  stream: string,
  { transcript_id }: TurnsRecord,
  { first, question }: SessionTurn,
  actor: Actor,
): NewEvent {
  const pictures = first.kind === "message" ? first.attachments.length : 0;
  const content = question.trim() === "" ? `[no words; attachments: ${pictures}]` : question;
  const payload = { content, source: sourceOf(transcript_id, first) };
  const event = frameEvent({ stream, type: "continuity_message_appended", payload, actor });
  return { ...event, ...timeOf(first) };
}

/** Everything in a turn, so that one that was continued has another name. */
function contentOf({ items }: SessionTurn): string {
  return sha256(JSON.stringify(items.map(({ source, raw, at, parent_id, ...content }) => content)));
}

async function recordRun(
  unit: UnitOfWork,
  begin: Parameters<typeof beginRun>[1],
  record: TurnsRecord,
  { items }: SessionTurn,
): Promise<void> {
  const begun = await beginRun(unit, begin);
  const run: RunRow = { ...begun, spawned_seq: null, ended_seq: null, reason: null };
  let messages = 0;
  await unit.append(
    items.flatMap((item) => {
      if (item.kind === "message") messages++;
      const source = sourceOf(record.transcript_id, item);
      const frames = framesOf(item, messages);
      const events = frames.flatMap((frame) => runFrameEvents(run, frame, begin.actor));
      return events.map((event) => ({
        ...event,
        body: { ...event.body, source },
        ...timeOf(item),
      }));
    }),
  );
  const isAnswered = items.at(-1)?.kind === "message";
  const reason = isAnswered ? "completed" : "interrupted";
  await endRun(unit, run, { reason, actor: begin.actor });
}

/** An item in the words of compiled contexts, which runs take for frames. */
function framesOf(item: ConversationItem, messages: number): readonly object[] {
  if (item.kind !== "message") return stepsOfItem(item);
  return [{ type: "output", content: messages > 1 ? `\n${item.text}` : item.text }];
}

/** Where something came from; its record is in the session's own stream. */
function sourceOf(transcript_id: string, { id, source }: ConversationItem): JsonObject {
  return { transcript_id, item_id: id, file: source.file, line: source.line };
}

function timeOf({ at }: ConversationItem): { readonly at?: string } {
  const time = at === null ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? {} : { at: new Date(time).toISOString() };
}
