import type { Agent, IndexedSession, SessionSource, SourceFile } from "../agents/agent.ts";
import { MAX_LINE_BYTES } from "../agents/records/scan-records.ts";
import type { NewEvent } from "../ledger/append.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { type Text, toText } from "../ledger/texts.ts";
import type { Actor } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { describeSession } from "./describe-session.ts";
import { transcriptStream } from "./event-bodies.ts";
import { selectRecords, selectTranscript, type TranscriptRow } from "./tables.ts";

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
 * has changed is appended. What is known is decided in the transaction that appends: of several processes that
 * import the same session at once, one appends a record and the others find it.
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
  const described = await describe(reading, stream, options.actor);
  const target: ImportTarget = { ledger, transcript_id, described: described.event };
  const counts = { known: 0, appended: 0 };
  let isFirst = false;
  let batch: SessionRecord[] = [];
  const flush = async () => {
    const done = await appendRecords(target, batch);
    isFirst ||= done.isFirst;
    counts.appended += done.appended;
    counts.known += batch.length - done.appended;
    batch = [];
    options.progress(counts.known + counts.appended);
  };
  for await (const record of unknownRecords(ledger, transcript_id, source, counts)) {
    batch.push(record);
    if (batch.length >= BATCH) await flush();
  }
  const isKnown = (await ledger.read((tx) => selectTranscript(tx, transcript_id))) !== null;
  if (batch.length > 0 || !isKnown) await flush();
  if (!isFirst) await describeAgain(target, described);
  return { transcript_id, stream, ...counts, messages: described.messages };
}

/** Where a session goes. */
interface ImportTarget {
  readonly ledger: Ledger;
  readonly transcript_id: string;
  readonly described: NewEvent;
}

/** Appends the records that no other process has appended meanwhile, and describes a session that is new. */
async function appendRecords(
  { ledger, transcript_id, described }: ImportTarget,
  batch: readonly SessionRecord[],
): Promise<{ readonly appended: number; readonly isFirst: boolean }> {
  const { stream, actor } = described;
  return ledger.write(async ({ tx, append }) => {
    const isFirst = (await selectTranscript(tx, transcript_id)) === null;
    const fresh: NewEvent[] = [];
    for (const [file, records] of Map.groupBy(batch, ({ body }) => body.file)) {
      const range = { file, from: records[0]?.body.line ?? 1, to: records.at(-1)?.body.line ?? 1 };
      const known = await knownLines(tx, transcript_id, range);
      for (const { body, raw } of records) {
        if (known.get(body.line) === raw.ref.sha256) continue;
        fresh.push({ stream, type: "transcript_recorded", actor, body, raw });
      }
    }
    const events = isFirst ? [described, ...fresh] : fresh;
    if (events.length > 0) await append(events);
    return { appended: fresh.length, isFirst };
  });
}

/** Describes a session again about which something else is known now. */
async function describeAgain(
  { ledger, transcript_id }: ImportTarget,
  described: Described,
): Promise<void> {
  const isOutdated = (row: TranscriptRow | null) => row === null || differs(row, described);
  if (!isOutdated(await ledger.read((tx) => selectTranscript(tx, transcript_id)))) return;
  await ledger.write(async ({ tx, append }) => {
    if (isOutdated(await selectTranscript(tx, transcript_id))) await append([described.event]);
  });
}

/** A record of a session, as its event contains it. */
interface SessionRecord {
  readonly body: { readonly file: string; readonly line: number; readonly bytes: number };
  readonly raw: Text;
}

/** Records that were not in the ledger as they are in the source when their file was begun. */
async function* unknownRecords(
  ledger: Ledger,
  transcript_id: string,
  source: SessionSource,
  counts: { known: number },
): AsyncGenerator<SessionRecord> {
  for (const file of source.files) {
    const all = { file: file.path, from: 1, to: Number.MAX_SAFE_INTEGER };
    const before = await ledger.read((tx) => knownLines(tx, transcript_id, all));
    for await (const { line, bytes } of recordsOf(file)) {
      const raw = toText(bytes);
      if (before.get(line) === raw.ref.sha256) counts.known++;
      else yield { body: { file: file.path, line, bytes: bytes.length }, raw };
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
  const { title: titleText, questions: messages } = await describeSession(reading);
  const title = titleText === null ? null : toText(titleText);
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

function differs(row: TranscriptRow, { event: { body }, title }: Described): boolean {
  const fields = ["agent_version", "cwd", "started_at", "model", "messages"] as const;
  return row.title !== title || fields.some((field) => row[field] !== body[field]);
}

/** The SHA-256 of each of some lines of a file that is there already. */
async function knownLines(
  tx: Transaction,
  transcript_id: string,
  { file, from, to }: { readonly file: string; readonly from: number; readonly to: number },
): Promise<ReadonlyMap<number, string>> {
  const lines = new Map<number, string>();
  const to_seq = Number.MAX_SAFE_INTEGER;
  for (let line = from - 1; ; ) {
    const after = { file, line };
    const page = await selectRecords(tx, { transcript_id, to_seq, after, limit: PAGE });
    for (const row of page) if (row.file === file) lines.set(row.line, row.raw);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE || last.file !== file || last.line >= to) {
      return lines;
    }
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
  if (isComplete(bytes)) yield { line: line + 1, bytes };
}

/** Whether a last line without a newline is a record nevertheless, and not one that is being written. */
function isComplete(bytes: Buffer): boolean {
  try {
    return typeof JSON.parse(bytes.toString("utf8")) === "object";
  } catch {
    return false;
  }
}
