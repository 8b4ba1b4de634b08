/**
 * Imports a bundle's events. Only the two streams of its own state are accepted: a bundle must not
 * be able to bring in events of other states, threads or the ledger itself.
 */

import type { FileEntry } from "../../base/file-set.ts";
import { withPath } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { keepDivergedStreams } from "../../ledger/exchange/diverged-streams.ts";
import { importLog } from "../../ledger/exchange/import.ts";
import { createBlobImport } from "../../ledger/exchange/import-blobs.ts";
import type { LogSource } from "../../ledger/exchange/log-source.ts";
import { readLog } from "../../ledger/exchange/read-log.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { streamEvents } from "../../ledger/read.ts";
import { stateStream, useStream } from "../address.ts";
import type { StateHistory } from "./history.ts";
import { hasPast, type ImportedPast } from "./imported-past.ts";

/** The history of a bundle: its files, and the state that it leads to. */
export interface HistorySource {
  readonly source: LogSource;
  readonly history: StateHistory;
}

/**
 * Imports the events of a state and of its use. Missing events are appended as they are, so that their hashes
 * stay valid. A history that contradicts the workspace's own is stored apart; the result says whether the state's
 * events did.
 */
export async function importHistory(
  ledger: Ledger,
  { source, history }: HistorySource,
  findings: Findings,
  progress: (lines: number) => void,
): Promise<{ readonly isDiverged: boolean }> {
  const { id } = history.state;
  const streams = new Set<string>([stateStream(id), useStream(id)]);
  const own = onlyStreams(source, streams);
  const { diverged } = await importLog(ledger, own, { findings, dryRun: false, progress });
  return { isDiverged: diverged.some(({ stream }) => stream === stateStream(id)) };
}

/** Stores the events of a state read-only, under the hash of the last one, without applying them. */
export async function storeForeignHistory(
  ledger: Ledger,
  { source, history }: HistorySource,
  findings: Findings,
): Promise<void> {
  const stream = stateStream(history.state.id);
  const diverged = [{ stream, seq: 0, history: `history:${history.head}` }];
  const own = onlyStreams(source, new Set([stream]));
  await ledger.write(async (unit) => {
    const blobs = createBlobImport(own, findings);
    await keepDivergedStreams(unit, own, { blobs, diverged });
    await blobs.finish(unit);
  });
}

/** Whether the past of a bundle was imported into a state before. */
export async function wasPastImported(
  ledger: Ledger,
  stream: string,
  past: ImportedPast,
): Promise<boolean> {
  for await (const event of streamEvents(ledger, stream)) if (hasPast(event, past)) return true;
  return false;
}

/** Whether the entries of a history were imported into a state before. */
export async function wasImported(ledger: Ledger, stream: string, head: string): Promise<boolean> {
  for await (const { type, body } of streamEvents(ledger, stream)) {
    if (type === "state_imported" && body.history === head) return true;
  }
  return false;
}

/** A log with only the lines of some streams: a bundle must not bring events of other streams in. */
function onlyStreams(source: LogSource, streams: ReadonlySet<string>): LogSource {
  return { ...source, log: filterLog(source.log, streams) };
}

function filterLog(log: FileEntry, streams: ReadonlySet<string>): FileEntry {
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const { value, text } of readLog(log)) {
      const stream = value instanceof Object && "stream" in value ? value.stream : null;
      if (typeof stream === "string" && streams.has(stream)) yield Buffer.from(`${text}\n`);
    }
  }
  return withPath(log, log.path, { read });
}
