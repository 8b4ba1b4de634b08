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

/** A history of a bundle: where its lines and texts are, and what they lead to. */
export interface HistorySource {
  readonly source: LogSource;
  readonly history: StateHistory;
}

/**
 * Brings the events of a state and of its use into the workspace; what disagrees is kept apart. Tells
 * whether the state's own events did.
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

/** Keeps the events of a state read-only, under the hash of the last, without following them. */
export async function keepForeign(
  ledger: Ledger,
  { source, history }: HistorySource,
  findings: Findings,
): Promise<void> {
  const stream = stateStream(history.state.id);
  const diverged = [{ stream, seq: 0, history: `history:${history.head}` }];
  const own = onlyStreams(source, new Set([stream]));
  await ledger.write(async (unit) => {
    const blobs = createBlobImport(own, findings, unit.now);
    await keepDivergedStreams(unit, own, { blobs, diverged });
  });
}

/** Whether a state has taken the entries of a history over already. */
export async function wasImported(ledger: Ledger, stream: string, head: string): Promise<boolean> {
  for await (const { type, body } of streamEvents(ledger, stream)) {
    if (type === "state_imported" && body.history === head) return true;
  }
  return false;
}

/** A log with only the lines of some streams: whatever else a bundle brings is not taken. */
function onlyStreams(source: LogSource, streams: ReadonlySet<string>): LogSource {
  return { ...source, log: filtered(source.log, streams) };
}

function filtered(log: FileEntry, streams: ReadonlySet<string>): FileEntry {
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const { value, text } of readLog(log)) {
      const stream = value instanceof Object && "stream" in value ? value.stream : null;
      if (typeof stream === "string" && streams.has(stream)) yield Buffer.from(`${text}\n`);
    }
  }
  return withPath(log, log.path, { read });
}
