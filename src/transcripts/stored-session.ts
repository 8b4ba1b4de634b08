import type { SessionSource, SourceFile } from "../agents/agent.ts";
import { HoldallError } from "../base/errors.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { findTexts } from "../ledger/texts.ts";
import {
  type RecordRow,
  selectRecords,
  selectTranscriptsLike,
  type TranscriptRow,
} from "./tables.ts";

const PAGE = 500;
const NEWLINE = new Uint8Array([10]);

/** The imported session with an id, `agent/id` or the only beginning of one; null when there is none. */
export async function findTranscript(ledger: Ledger, id: string): Promise<TranscriptRow | null> {
  const rows = await ledger.read((tx) => selectTranscriptsLike(tx, id));
  const exact = rows.find(({ transcript_id, session_id }) =>
    [transcript_id, session_id].includes(id),
  );
  const [first, second] = rows;
  if (exact !== undefined || first === undefined) return exact ?? null;
  if (second === undefined) return first;
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot find session "${id}": ambiguous prefix; several sessions match`,
  );
}

/** A session as its agent's reader takes it, from the records in the ledger. */
export async function openStored(
  ledger: Ledger,
  row: TranscriptRow,
  to_seq = Number.MAX_SAFE_INTEGER,
): Promise<SessionSource> {
  const { transcript_id } = row;
  const sizes = new Map<string, number>();
  let bytes = 0;
  for await (const { file, bytes: size } of records(ledger, transcript_id, to_seq, "")) {
    sizes.set(file, (sizes.get(file) ?? 0) + size + 1);
    bytes += size + 1;
  }
  const files = [...sizes].map(([file, size]): SourceFile => {
    const read = (from = 0) => linesOf(ledger, { transcript_id, to_seq, file, from });
    return { path: file, bytes: size, read };
  });
  const main = (path: string) => (path.includes("/") ? 1 : 0);
  files.sort((left, right) => main(left.path) - main(right.path));
  const { agent, session_id: id, cwd } = row;
  const path = `transcript:${transcript_id}`;
  const session = { agent, id, path, cwd, bytes, modified_ms: 0, parent_id: null };
  return { session, files };
}

async function* records(
  ledger: Ledger,
  transcript_id: string,
  to_seq: number,
  file: string,
): AsyncGenerator<RecordRow> {
  let after = { file, line: file === "" ? -1 : 0 };
  for (;;) {
    const page = await ledger.read((tx) =>
      selectRecords(tx, { transcript_id, to_seq, after, limit: PAGE }),
    );
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = { file: last.file, line: last.line };
  }
}

interface Lines {
  readonly transcript_id: string;
  readonly to_seq: number;
  readonly file: string;
  /** First byte that is wanted, which is the first of a line. */
  readonly from: number;
}

async function* linesOf(ledger: Ledger, wanted: Lines): AsyncGenerator<Uint8Array> {
  let offset = 0;
  let batch: RecordRow[] = [];
  for await (const row of records(ledger, wanted.transcript_id, wanted.to_seq, wanted.file)) {
    if (row.file !== wanted.file) break;
    const start = offset;
    offset += row.bytes + 1;
    if (start < wanted.from) continue;
    batch.push(row);
    if (batch.length < PAGE) continue;
    yield* await textsOf(ledger, batch);
    batch = [];
  }
  yield* await textsOf(ledger, batch);
}

/** A text that was redacted leaves an empty line, so that the places of the others stay. */
async function textsOf(ledger: Ledger, rows: readonly RecordRow[]): Promise<Uint8Array[]> {
  if (rows.length === 0) return [];
  const texts = await ledger.read((tx) =>
    findTexts(
      tx,
      rows.map(({ raw }) => raw),
    ),
  );
  return rows.flatMap(({ raw, file, line }) => {
    const found = texts.get(raw);
    if (found?.state === "present") return [found.content, NEWLINE];
    if (found?.state === "redacted") return [NEWLINE];
    throw new HoldallError("E_BLOB", `Cannot read line ${line} of "${file}": its text is damaged`);
  });
}
