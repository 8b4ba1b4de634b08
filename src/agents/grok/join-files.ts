import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { SourceFile } from "../agent.ts";
import { asText } from "../as-text.ts";
import { skipBytes } from "../disk-file.ts";
import { parseDocument } from "../records/parse-document.ts";
import { MAX_LINE_BYTES } from "../records/scan-records.ts";
import { updateOf } from "./update-bodies.ts";

/**
 * Both logs of a session as one, each in its own order. What was shown comes before the record of it that the
 * model got, and all that was shown before the last compaction before everything else: the model has nothing of it.
 */
export async function joinFiles(chat: SourceFile, updates: SourceFile): Promise<SourceFile> {
  const { ends, updateLines } = await planLines(chat, updates);
  async function* joined(): AsyncGenerator<Uint8Array> {
    const shown = takeLines(updates);
    const got = takeLines(chat);
    try {
      for (const [at, end] of ends.entries()) {
        yield* shown.take(end - (ends[at - 1] ?? 0));
        yield* got.take(1);
      }
      yield* shown.take(Number.POSITIVE_INFINITY);
      // Only here a line may be one that is still being written.
      yield* got.take(Number.POSITIVE_INFINITY, false);
    } finally {
      await shown.close();
      await got.close();
    }
  }
  return {
    path: chat.path,
    bytes: chat.bytes + updates.bytes,
    read: (from = 0) => skipBytes(joined(), from),
    placeOf(line) {
      const at = firstAtOrAfter(ends, line);
      const end = ends[at];
      const isChat = end === undefined ? line - at > updateLines : end + at + 1 === line;
      return isChat ? { file: chat.path, line: at + 1 } : { file: updates.path, line: line - at };
    },
  };
}

/** For every complete line of what the model got, how many lines of what was shown come before it. */
async function planLines(chat: SourceFile, updates: SourceFile) {
  const { keys, lastCompaction } = await readKeys(updates);
  const places = new Map(keys.map((key, at) => [key, at]));
  const records: (string | null)[] = [];
  let isCompacted = false;
  for await (const record of readRecords(chat)) {
    if (record === undefined) break;
    isCompacted ||= record?.synthetic_reason === "compaction_meta";
    records.push(chatKey(record));
  }
  let next = isCompacted ? lastCompaction : 0;
  let searched = 0;
  const ends = records.map((key, at) => {
    // What was shown says something only before the first record that the model got.
    if (key === null || at === 0) return next;
    let place = places.get(key) ?? -1;
    if (key === ANSWER) {
      // An answer without a call has no id: it is the next that was shown in its turn.
      for (searched = Math.max(searched, next); isWithinTurn(keys[searched]); searched++);
      place = keys[searched] === ANSWER ? searched : -1;
    }
    next = Math.max(next, place + 1);
    return next;
  });
  return { ends, updateLines: keys.length };
}

const ANSWER = "answer";

function isWithinTurn(key: string | undefined): boolean {
  return key !== undefined && key !== ANSWER && !key.startsWith("prompt ");
}

async function readKeys(updates: SourceFile) {
  const keys: string[] = [];
  let lastCompaction = 0;
  for await (const record of readRecords(updates)) {
    const update = updateOf(record ?? {});
    if (update.sessionUpdate === "compaction_checkpoint") lastCompaction = keys.length;
    keys.push(updateKey(update));
  }
  return { keys, lastCompaction };
}

function chatKey(record: JsonObject | null): string | null {
  const { type, prompt_index, tool_calls, tool_call_id } = record ?? {};
  if (type === "user") return typeof prompt_index === "number" ? `prompt ${prompt_index}` : null;
  if (type === "tool_result") return `result ${asText(tool_call_id)}`;
  if (type !== "assistant") return null;
  const [first] = Array.isArray(tool_calls) ? tool_calls : [];
  return isObject(first) ? `call ${asText(first.id)}` : ANSWER;
}

function updateKey({ sessionUpdate, toolCallId, status, _meta }: JsonObject): string {
  if (sessionUpdate === "agent_message_chunk") return ANSWER;
  if (sessionUpdate === "tool_call") return `call ${asText(toolCallId)}`;
  const hasEnded = status === "completed" || status === "failed";
  if (sessionUpdate === "tool_call_update" && hasEnded) return `result ${asText(toolCallId)}`;
  const { promptIndex } = isObject(_meta) ? _meta : {};
  return sessionUpdate === "user_message_chunk" && promptIndex !== undefined
    ? `prompt ${asText(promptIndex)}`
    : "";
}

const NEWLINE = 10;
const LINE_END = Buffer.from("\n");

/** The records of the lines of a file: null for a line that is none, undefined for a last one that has no end. */
async function* readRecords(file: SourceFile): AsyncGenerator<JsonObject | null | undefined> {
  let rest: Uint8Array[] = [];
  let bytes = 0;
  for await (const { piece, isEnd } of piecesOf(file)) {
    bytes += piece.length;
    if (bytes <= MAX_LINE_BYTES) rest.push(piece);
    else rest = [];
    if (!isEnd) continue;
    yield parseDocument(Buffer.concat(rest).toString("utf8"));
    rest = [];
    bytes = 0;
  }
  if (bytes > 0) yield undefined;
}

/** Takes lines from a file one after the other; the last of it gets an end unless it may be incomplete. */
function takeLines(file: SourceFile) {
  const pieces = piecesOf(file);
  return {
    async *take(count: number, endsLast = true): AsyncGenerator<Uint8Array> {
      let isEnded = true;
      for (let left = count; left > 0; ) {
        const next = await pieces.next();
        if (next.done) {
          if (endsLast && !isEnded) yield LINE_END;
          return;
        }
        yield next.value.piece;
        isEnded = next.value.isEnd;
        if (isEnded) left--;
      }
    },
    /** Closes the file, wherever the reading stopped. */
    async close(): Promise<void> {
      await pieces.return(undefined);
    },
  };
}

async function* piecesOf(file: SourceFile) {
  for await (const chunk of file.read()) {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(NEWLINE, start) + 1 || chunk.length;
      yield { piece: chunk.subarray(start, end), isEnd: chunk[end - 1] === NEWLINE };
      start = end;
    }
  }
}

/** The first line of what the model got that is at a line of the joined log, or after it. */
function firstAtOrAfter(ends: readonly number[], line: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] ?? 0) + middle + 1 < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
