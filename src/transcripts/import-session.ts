import type { Agent, IndexedSession, SessionSource, SourceFile } from "../agents/agent.ts";
import { MAX_LINE_BYTES } from "../agents/records/scan-records.ts";
import type { NewEvent } from "../ledger/append.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { toText } from "../ledger/texts.ts";
import type { Actor } from "../model/event.ts";
import { describeSession } from "./describe-session.ts";
import { transcriptStream } from "./event-bodies.ts";
import { findTranscript } from "./stored-session.ts";
import { selectRecords, type TranscriptRow } from "./tables.ts";

/** What an import did. */
export interface SessionImport {
  readonly transcript_id: string;
  readonly stream: string;
  /** Records that were not there before. */
  readonly appended: number;
  /** Records that were there already, with the same bytes. */
  readonly known: number;
  readonly messages: number;
}

/** What an import needs beside the session. */
export interface ImportOptions {
  readonly actor: Actor | null;
  progress(records: number): void;
}

/** Records appended at once: enough to be fast, few enough to let others in between. */
const BATCH = 500;
const PAGE = 1000;

/**
 * Brings a session into the ledger, one event for each of its records. Done again, only what is new or
 * has changed is appended.
 */
export async function importSession(
  ledger: Ledger,
  agent: Agent,
  source: SessionSource,
  options: ImportOptions,
): Promise<SessionImport> {
  const reading = await agent.read(source);
  const { session_id } = reading.header;
  const stream = transcriptStream(agent.id, session_id);
  const transcript_id = `${agent.id}/${session_id}`;
  const row = await findTranscript(ledger, transcript_id);
  const described = await describe(reading, stream, options.actor);
  const counts = { known: 0, appended: 0 };
  let batch: NewEvent[] = row === null ? [described.event] : [];
  for await (const record of newRecords(ledger, transcript_id, source, counts)) {
    batch.push({ stream, type: "transcript_recorded", actor: options.actor, ...record });
    if (batch.length < BATCH) continue;
    await ledger.append(batch);
    options.progress(counts.known + counts.appended);
    batch = [];
  }
  const isNews = counts.appended > 0 || (row !== null && differs(row, described));
  if (row !== null && isNews) batch.push(described.event);
  if (batch.length > 0) await ledger.append(batch);
  return { transcript_id, stream, ...counts, messages: described.messages };
}

/** Records that are not in the ledger as they are in the source. */
async function* newRecords(
  ledger: Ledger,
  transcript_id: string,
  source: SessionSource,
  counts: { known: number; appended: number },
): AsyncGenerator<Pick<NewEvent, "body" | "raw">> {
  for (const file of source.files) {
    const before = await knownLines(ledger, transcript_id, file.path);
    for await (const { line, bytes } of recordsOf(file)) {
      const raw = toText(bytes);
      const isKnown = before.get(line) === raw.ref.sha256;
      counts[isKnown ? "known" : "appended"]++;
      if (!isKnown) yield { body: { file: file.path, line, bytes: bytes.length }, raw };
    }
  }
}

interface Described {
  readonly event: NewEvent;
  readonly messages: number;
  readonly title: string | null;
}

async function describe(
  reading: IndexedSession,
  stream: string,
  actor: Actor | null,
): Promise<Described> {
  const { title: words, questions: messages } = await describeSession(reading);
  const title = words === null ? null : toText(words);
  const { agent, agent_version, session_id, cwd, started_at, model } = reading.header;
  const known = { agent, agent_version, session_id, cwd, started_at, model, messages };
  const event: NewEvent = {
    stream,
    type: "transcript_described",
    actor,
    body: { ...known, title: title === null ? null : { ...title.ref } },
    texts: title === null ? [] : [title],
  };
  return { event, messages, title: title?.ref.sha256 ?? null };
}

function differs(row: TranscriptRow, { messages, title }: Described): boolean {
  return row.messages !== messages || row.title !== title;
}

/** The SHA-256 of each line that is there already. */
async function knownLines(
  ledger: Ledger,
  transcript_id: string,
  file: string,
): Promise<ReadonlyMap<number, string>> {
  const lines = new Map<number, string>();
  for (let line = 0; ; ) {
    const page = await ledger.read((tx) =>
      selectRecords(tx, {
        transcript_id,
        to_seq: Number.MAX_SAFE_INTEGER,
        after: { file, line },
        limit: PAGE,
      }),
    );
    for (const row of page) if (row.file === file) lines.set(row.line, row.raw);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE || last.file !== file) return lines;
    line = last.line;
  }
}

/** One line of a source file. */
interface SourceLine {
  readonly line: number;
  readonly bytes: Uint8Array;
}

/**
 * The records of a file as bytes; a torn last one belongs to the next import. A line that is longer
 * than the reader accepts is skipped as soon as that is known, so that memory stays bounded; the reader
 * reports it as lost.
 */
async function* recordsOf(file: SourceFile): AsyncGenerator<SourceLine> {
  let rest: Uint8Array[] = [];
  let restBytes = 0;
  let line = 0;
  const keep = (piece: Uint8Array) => {
    restBytes += piece.length;
    if (restBytes > MAX_LINE_BYTES) rest = [];
    else rest.push(piece);
  };
  for await (const chunk of file.read()) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end));
      line++;
      if (restBytes <= MAX_LINE_BYTES) yield { line, bytes: Buffer.concat(rest, restBytes) };
      [rest, restBytes] = [[], 0];
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.slice(start));
  }
  if (restBytes === 0 || restBytes > MAX_LINE_BYTES) return;
  const bytes = Buffer.concat(rest, restBytes);
  if (isWhole(bytes)) yield { line: line + 1, bytes };
}

/** Whether a last line without a newline is a record nevertheless, and not one that is being written. */
function isWhole(bytes: Buffer): boolean {
  try {
    return typeof JSON.parse(bytes.toString("utf8")) === "object";
  } catch {
    return false;
  }
}
