import type { Projection } from "../ledger/projections.ts";
import { type LedgerEvent, streamId } from "../model/event.ts";
import type { Engine, Transaction } from "../stores/store.ts";
import { type DescribedBody, parseTranscriptBody } from "./event-bodies.ts";

/** A session that was imported; its title is named by its SHA-256. */
export type TranscriptRow = {
  readonly transcript_id: string;
  readonly pos: number;
  readonly agent: string;
  readonly agent_version: string | null;
  readonly session_id: string;
  readonly cwd: string | null;
  readonly started_at: string | null;
  readonly title: string | null;
  readonly model: string | null;
  readonly messages: number;
  readonly imported_at: string;
  readonly head_seq: number;
};

/** One record of a session, as it was at some event. */
export type RecordRow = {
  readonly file: string;
  readonly line: number;
  readonly seq: number;
  readonly raw: string;
  readonly bytes: number;
};

function create({ text, integer }: Engine["types"]): readonly string[] {
  return [
    `create table transcripts (
      transcript_id ${text} primary key, pos ${integer} not null, agent ${text} not null,
      agent_version ${text}, session_id ${text} not null, cwd ${text}, started_at ${text},
      title ${text}, model ${text}, messages ${integer} not null, imported_at ${text} not null,
      head_seq ${integer} not null)`,
    "create index transcripts_pos on transcripts (pos)",
    `create table transcript_records (
      transcript_id ${text} not null, file ${text} not null, line ${integer} not null,
      seq ${integer} not null, raw ${text} not null, bytes ${integer} not null,
      primary key (transcript_id, file, line, seq))`,
  ];
}

/** The tables of imported sessions. */
export const projection: Projection = {
  name: "transcripts",
  version: 1,
  kinds: ["transcript"],
  tables: ["transcripts", "transcript_records"],
  create,
  apply(tx, event) {
    const transcript_id = streamId(event.stream);
    const body = parseTranscriptBody(event.type, event.body);
    if (body?.kind === "described") describe(tx, event, transcript_id, body);
    if (body?.kind === "recorded" && event.raw !== null) {
      tx.write(
        `insert into transcript_records (transcript_id, file, line, seq, raw, bytes)
         values (?, ?, ?, ?, ?, ?)`,
        [transcript_id, body.file, body.line, event.seq, event.raw, body.bytes],
      );
      tx.write("update transcripts set head_seq = ? where transcript_id = ?", [
        event.seq,
        transcript_id,
      ]);
    }
  },
};

function describe(tx: Transaction, event: LedgerEvent, id: string, body: DescribedBody): void {
  tx.write(
    `insert into transcripts (transcript_id, pos, agent, agent_version, session_id, cwd, started_at,
       title, model, messages, imported_at, head_seq)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (transcript_id) do update set agent_version = excluded.agent_version,
       cwd = excluded.cwd, started_at = excluded.started_at, title = excluded.title,
       model = excluded.model, messages = excluded.messages, imported_at = excluded.imported_at,
       head_seq = excluded.head_seq`,
    [
      id,
      event.pos,
      body.agent,
      body.agent_version,
      body.session_id,
      body.cwd,
      body.started_at,
      body.title?.sha256 ?? null,
      body.model,
      body.messages,
      event.at,
      event.seq,
    ],
  );
}

/** Every imported session, in the order they came. */
export function selectTranscripts(tx: Transaction): Promise<readonly TranscriptRow[]> {
  return tx.all<TranscriptRow>("select * from transcripts order by pos");
}

/** The imported session with an id, `agent/id`; null when there is none. */
export async function selectTranscript(
  tx: Transaction,
  transcript_id: string,
): Promise<TranscriptRow | null> {
  const sql = "select * from transcripts where transcript_id = ?";
  return (await tx.all<TranscriptRow>(sql, [transcript_id]))[0] ?? null;
}

/** Sessions whose id, with or without the agent before it, begins with a text. */
export function selectTranscriptsLike(
  tx: Transaction,
  start: string,
): Promise<readonly TranscriptRow[]> {
  const end = `${start}\u{10FFFF}`;
  return tx.all<TranscriptRow>(
    `select * from transcripts
     where (transcript_id >= ? and transcript_id < ?) or (session_id >= ? and session_id < ?)
     order by transcript_id limit 3`,
    [start, end, start, end],
  );
}

/** A part of a session's records. */
export interface RecordPage {
  readonly transcript_id: string;
  /** Nothing that was recorded later. */
  readonly to_seq: number;
  readonly after: { readonly file: string; readonly line: number };
  readonly limit: number;
}

/** Records by file and line, each as it was last at or before an event. */
export function selectRecords(tx: Transaction, page: RecordPage): Promise<readonly RecordRow[]> {
  const { transcript_id, to_seq, after, limit } = page;
  return tx.all<RecordRow>(
    `select file, line, seq, raw, bytes from transcript_records as newest
     where transcript_id = ? and seq <= ? and (file > ? or (file = ? and line > ?))
       and not exists (
         select 1 from transcript_records as later
         where later.transcript_id = newest.transcript_id and later.file = newest.file
           and later.line = newest.line and later.seq > newest.seq and later.seq <= ?)
     order by file, line limit ?`,
    [transcript_id, to_seq, after.file, after.file, after.line, to_seq, limit],
  );
}
