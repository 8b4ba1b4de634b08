import type { Findings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { AccountingCounter, Fate } from "../accounting.ts";
import type { SourceFile } from "../agent.ts";
import type { ItemBody } from "../make-items.ts";
import { type RecordPlace, scanRecords } from "../scan-records.ts";
import { createTypes, type Envelope, openEnvelope } from "./envelope.ts";
import { createHeadFacts, type HeadFacts } from "./head-facts.ts";
import { createInterpreter } from "./interpreter.ts";

/** The small facts kept of one line; its contents stay in the file. */
export interface Entry {
  readonly place: RecordPlace;
  readonly type: string;
  readonly fate: Fate;
  /** The line that rolled it back; null while it is in force. */
  leftBy: Entry | null;
  /** An answer that is the summary of the compaction after it, not to be counted twice. */
  isSummary: boolean;
}

/** All lines of one rollout, in its order. */
export interface FileIndex {
  readonly file: SourceFile;
  readonly entries: readonly Entry[];
  readonly facts: HeadFacts;
  /** Lines of calls that nobody answered. */
  readonly unanswered: readonly number[];
  readonly complete_bytes: number;
}

/** Goes once through a rollout: keeps what its order rests on, and counts its lines. */
export async function indexRecords(
  file: SourceFile,
  options: { readonly findings: Findings; readonly accounting: AccountingCounter },
): Promise<FileIndex> {
  const entries: Entry[] = [];
  const facts = createHeadFacts();
  const interpreter = createInterpreter();
  const typeOf = createTypes();
  const turns = createTurns(entries);
  const calls = new Map<string, number>();
  const complete_bytes = await scanRecords(file, {
    ...options,
    see(record: JsonObject, place: RecordPlace) {
      const envelope = openEnvelope(record);
      const bodies = interpreter.bodies(envelope, place.line);
      const type = typeOf(envelope);
      const fate = bodies.length === 0 ? "opaque" : "transcript";
      const entry: Entry = { place, type, fate, leftBy: null, isSummary: false };
      options.accounting.count(type, fate);
      facts.see(envelope);
      turns.see(entry, envelope, bodies);
      entries.push(entry);
      noteCalls(calls, bodies, place.line);
    },
  });
  return { file, entries, facts, unanswered: [...calls.values()], complete_bytes };
}

function noteCalls(calls: Map<string, number>, bodies: readonly ItemBody[], line: number): void {
  for (const body of bodies) {
    if (body.kind === "tool_call") calls.set(body.call_id, line);
    if (body.kind === "tool_result") calls.delete(body.call_id);
  }
}

/** Follows turns, so that what was rolled back can be told from what is in force. */
function createTurns(entries: readonly Entry[]) {
  const starts: number[] = [];
  let answer: { readonly entry: Entry; readonly text: string } | null = null;
  return {
    see(entry: Entry, { type, payload }: Envelope, bodies: readonly ItemBody[]): void {
      const message = bodies.find((body) => body.kind === "message");
      if (message?.role === "user") starts.push(entries.length);
      if (message?.role === "assistant") answer = { entry, text: message.text };
      if (type === "compacted" && answer !== null) {
        answer.entry.isSummary = `${payload.message}`.endsWith(answer.text);
      }
      if (type === "event_msg" && payload.type === "thread_rolled_back") rollBack(entry, payload);
    },
  };

  function rollBack(entry: Entry, { num_turns }: JsonObject): void {
    const turns = typeof num_turns === "number" && num_turns > 0 ? Math.floor(num_turns) : 0;
    if (turns === 0) return;
    const [start = 0] = starts.splice(Math.max(0, starts.length - turns));
    for (const left of entries.slice(start)) left.leftBy ??= entry;
  }
}
