import type { Findings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { AccountingCounter } from "../accounting.ts";
import type { SourceFile } from "../agent.ts";
import { scanRecords } from "../scan-records.ts";
import { createTypes, type Envelope, openEnvelope } from "./envelope.ts";
import { createHeadFacts, type HeadFacts } from "./head-facts.ts";
import { createInterpreter, type Gist } from "./interpreter.ts";
import { createTable, type RecordTable } from "./record-table.ts";

/** All lines of one rollout, in its order. */
export interface FileIndex {
  readonly file: SourceFile;
  readonly table: RecordTable;
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
  const table = createTable();
  const facts = createHeadFacts();
  const interpreter = createInterpreter();
  const typeOf = createTypes();
  const turns = createTurns(table);
  const calls = new Map<string, number>();
  const complete_bytes = await scanRecords(file, {
    ...options,
    see(record, place) {
      const envelope = openEnvelope(record);
      const gists = interpreter.gists(envelope, place.line);
      const type = typeOf(envelope);
      const fate = gists.length === 0 ? "opaque" : "transcript";
      options.accounting.count(type, fate);
      const number = table.places.add(place);
      table.types.push(type);
      table.fates.push(fate);
      facts.see(envelope);
      turns.see(number, envelope, gists);
      noteCalls(calls, gists, place.line);
    },
  });
  return { file, table, facts, unanswered: [...calls.values()], complete_bytes };
}

function noteCalls(calls: Map<string, number>, gists: readonly Gist[], line: number): void {
  for (const gist of gists) {
    if (gist.kind === "tool_call") calls.set(gist.call_id, line);
    if (gist.kind === "tool_result") calls.delete(gist.call_id);
  }
}

/** Follows turns, so that what was rolled back can be told from what is in force. */
function createTurns({ leftBy, summaries }: RecordTable) {
  const starts: number[] = [];
  /** The line that rolled back, and the first line it took. */
  const firstLeft = new Map<number, number>();
  let answer: { readonly number: number; readonly text: string } | null = null;
  return {
    see(number: number, { type, payload }: Envelope, gists: readonly Gist[]): void {
      const message = gists.find((gist) => gist.kind === "message");
      if (message?.role === "user") starts.push(number);
      if (message?.role === "assistant") answer = { number, text: message.text };
      if (type === "compacted" && answer !== null) noteSummary(answer, payload);
      if (type === "event_msg" && payload.type === "thread_rolled_back") rollBack(number, payload);
    },
  };

  function noteSummary(last: NonNullable<typeof answer>, { message }: JsonObject): void {
    if (`${message}`.endsWith(last.text)) summaries.add(last.number);
    else summaries.delete(last.number);
  }

  function rollBack(number: number, { num_turns }: JsonObject): void {
    const turns = typeof num_turns === "number" && num_turns > 0 ? Math.floor(num_turns) : 0;
    if (turns === 0) return;
    const [start = 0] = starts.splice(Math.max(0, starts.length - turns));
    firstLeft.set(number, start);
    // What was left before is passed over as a whole: a file may roll back as often as it has lines.
    for (let line = number - 1; line >= start; ) {
      const by = leftBy.get(line);
      if (by === undefined) leftBy.set(line, number);
      line = (by === undefined ? line : (firstLeft.get(by) ?? line)) - 1;
    }
  }
}
