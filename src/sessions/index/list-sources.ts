import { selectAllRequests } from "../../curator/requests/tables/queries.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { countRedacted } from "../../ledger/tables/redactions.ts";
import { selectHeads } from "../../ledger/tables/stream-heads.ts";
import type { SearchSource } from "../../memory/search/source.ts";
import { describeAddress } from "../../state/address.ts";
import { addressOf, loadState } from "../../state/load.ts";
import { isActive } from "../../state/state.ts";
import { selectStates } from "../../state/tables.ts";
import type { Transaction } from "../../stores/store.ts";
import { listThreads } from "../../threads/list.ts";
import { listTranscripts } from "../../threads/list-transcripts.ts";
import { threadStream } from "../../threads/stream.ts";
import { selectTranscripts } from "../../transcripts/tables.ts";
import { cleanTitle, readEntry, readSession, readThread, withoutSecrets } from "./read-passages.ts";

/** A source with the time that lists show. */
export interface WorkspaceSource extends SearchSource {
  readonly modified_ms: number;
}

/** Of each kind at most so many are found, the newest. */
const MAX_SOURCES = 5000;

/**
 * What can be found in a workspace beside units: imported sessions, threads, entries of its states in force, and
 * requests between responsibilities.
 */
export async function listSources(ledger: Ledger): Promise<readonly WorkspaceSource[]> {
  return ledger.read(async (tx) => {
    // A redaction may have removed words of any of them.
    const redacted = await countRedacted(tx);
    const sources = [
      ...(await listSessions(tx, ledger)),
      ...(await listOwnThreads(tx, ledger)),
      ...(await listEntries(tx, ledger)),
      ...(await listRequests(tx)),
    ];
    return sources.map((source) => ({ ...source, stamp: `${redacted}:${source.stamp}` }));
  });
}

async function listSessions(tx: Transaction, ledger: Ledger): Promise<WorkspaceSource[]> {
  const rows = new Map((await selectTranscripts(tx)).map((row) => [row.transcript_id, row]));
  const listed = (await listTranscripts(tx)).slice(-MAX_SOURCES);
  return listed.flatMap(({ thread_id, title, created_at_ms }) => {
    const row = rows.get(thread_id);
    if (row === undefined) return [];
    return {
      kind: "session" as const,
      id: thread_id,
      title: title && cleanTitle(title),
      namespace: null,
      modified_ms: created_at_ms,
      stamp: String(row.head_seq),
      passages: () => readSession(ledger, row),
    };
  });
}

async function listOwnThreads(tx: Transaction, ledger: Ledger): Promise<WorkspaceSource[]> {
  const threads = (await listThreads(tx, { archived: true })).slice(-MAX_SOURCES);
  const streams = threads.map(({ thread_id }) => threadStream(thread_id));
  const heads = new Map(
    (await selectHeads(tx, streams)).map(({ stream, events }) => [stream, events]),
  );
  return threads.map(({ thread_id, title, created_at_ms }) => ({
    kind: "thread",
    id: thread_id,
    title: title && cleanTitle(title),
    namespace: null,
    modified_ms: created_at_ms,
    stamp: String(heads.get(threadStream(thread_id)) ?? 0),
    passages: () => readThread(ledger, thread_id),
  }));
}

async function listEntries(tx: Transaction, ledger: Ledger): Promise<WorkspaceSource[]> {
  const sources: WorkspaceSource[] = [];
  for (const row of await selectStates(tx)) {
    const loaded = await loadState(tx, addressOf(row));
    if (loaded === null) continue;
    const title = describeAddress(loaded.state.address);
    for (const entry of loaded.state.entries.values()) {
      if (!isActive(entry) || sources.length >= MAX_SOURCES) continue;
      const modified_ms = timeOf(entry.image.committed_at);
      sources.push({
        kind: "state",
        id: entry.id,
        title,
        namespace: entry.namespace,
        modified_ms,
        stamp: `${row.state_id}:${entry.image.content.sha256}`,
        passages: () => readEntry(ledger, entry, modified_ms),
      });
    }
  }
  return sources;
}

async function listRequests(tx: Transaction): Promise<WorkspaceSource[]> {
  const requests = await selectAllRequests(tx, MAX_SOURCES);
  return requests.map(({ id, subject, summary, status, created_at }) => ({
    kind: "request",
    id,
    title: withoutSecrets(subject),
    namespace: null,
    modified_ms: timeOf(created_at),
    stamp: status,
    passages: async () => [
      {
        kind: status,
        at_ms: timeOf(created_at),
        text: withoutSecrets(`${subject}\n${summary}`),
      },
    ],
  }));
}

/** Other programs may have written any text as a time. */
function timeOf(text: string): number {
  return Date.parse(text) || 0;
}
