import type { Findings } from "../../base/findings.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { AccountingCounter } from "../accounting.ts";
import type { SourceFile } from "../agent.ts";
import { scanRecords } from "../records/scan-records.ts";
import { createTypeNames, type Envelope, openEnvelope } from "./envelope.ts";
import { createHeaderFacts, type HeaderFacts } from "./header-facts.ts";
import { type BodySketch, createInterpreter } from "./interpreter.ts";
import { kinds } from "./kinds.ts";
import { createTable, type RecordTable } from "./record-table.ts";

/** All lines of one rollout, in its order. */
export interface FileIndex {
  readonly file: SourceFile;
  readonly table: RecordTable;
  readonly facts: HeaderFacts;
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
  const facts = createHeaderFacts();
  const interpreter = createInterpreter();
  const typeOf = createTypeNames();
  const turns = createTurns(table);
  const calls = new Map<string, number>();
  const complete_bytes = await scanRecords(file, {
    ...options,
    onRecord(record, location) {
      const envelope = openEnvelope(record);
      const sketches = interpreter.sketches(envelope, location.line);
      const type = typeOf(envelope);
      const isKept = sketches.length === 0 || !kinds.has(type);
      const disposition = isKept ? "opaque" : "transcript";
      options.accounting.count(type, disposition);
      const number = table.locations.add(location);
      table.types.push(type);
      table.dispositions.push(disposition);
      facts.add(envelope);
      turns.add(number, envelope, sketches);
      noteCalls(calls, sketches, location.line);
    },
  });
  return { file, table, facts, unanswered: [...calls.values()], complete_bytes };
}

function noteCalls(
  calls: Map<string, number>,
  sketches: readonly BodySketch[],
  line: number,
): void {
  for (const sketch of sketches) {
    if (sketch.kind === "tool_call") calls.set(sketch.call_id, line);
    if (sketch.kind === "tool_result") calls.delete(sketch.call_id);
  }
}

/** A message of another agent begins a turn, as one of the user does. */
function isAgentMessage(type: string, { type: item }: JsonObject): boolean {
  if (type === "response_item") return item === "agent_message";
  return type === "inter_agent_communication";
}

/** Follows turns, so that what was rolled back can be distinguished from what is in force. */
function createTurns({ rolledBackBy: leftBy, summaries }: RecordTable) {
  const starts: number[] = [];
  /** The line that rolled back, and the first line it took. */
  const firstLeft = new Map<number, number>();
  let answer: { readonly number: number; readonly text: string } | null = null;
  return {
    add(number: number, { type, payload }: Envelope, sketches: readonly BodySketch[]): void {
      // What the program brings in is no turn of the user's.
      const message = sketches
        .filter((sketch) => sketch.kind === "message")
        .find(({ sender }) => sender === undefined);
      if (message?.role === "user" || isAgentMessage(type, payload)) starts.push(number);
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
