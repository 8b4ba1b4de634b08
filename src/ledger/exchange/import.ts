import type { FileEntry } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import type { NewEvent } from "../append.ts";
import type { Ledger } from "../ledger.ts";
import { namedIn } from "../named.ts";
import { hashOf } from "../seal.ts";
import { selectHead } from "../tables.ts";
import { toText } from "../texts.ts";
import type { WriteUnit } from "../write-unit.ts";
import { type Diverged, isSame, keepDiverged } from "./diverged.ts";
import { type BlobCounts, createBlobImport } from "./import-blobs.ts";
import { type Incoming, incomingOf, unsealedOf } from "./incoming.ts";
import { type LogLine, readLog } from "./read-log.ts";
import type { LogSource } from "./source.ts";

/** What an import did, or would do. */
export interface ImportReport extends BlobCounts {
  readonly layout: LogSource["layout"];
  /** Lines that hold an event. */
  readonly lines: number;
  /** Events before the first fault; what could be read if nothing else can. */
  readonly good: number;
  readonly streams: number;
  readonly appended: number;
  /** Events that were there already. */
  readonly known: number;
  /** Events that were not understood and are kept as they came. */
  readonly opaque: number;
  readonly diverged: readonly Diverged[];
  /** Name of the text that keeps a cut-off last line. */
  readonly torn: string | null;
}

/** How a log is imported. */
export interface ImportOptions {
  readonly findings: Findings;
  /** Find out what would happen, and change nothing. */
  readonly dryRun: boolean;
  progress(lines: number): void;
}

/** Undoes everything, but lets the report out. */
class Undone extends Error {
  readonly report: ImportReport;
  constructor(report: ImportReport) {
    super("undone");
    this.report = report;
  }
}

/**
 * Imports a log, all of it or nothing: an error among the findings leaves the workspace as it was.
 * A stream that begins as ours does is continued; one that disagrees is kept apart, read-only.
 */
export async function importLog(
  ledger: Ledger,
  source: LogSource,
  { findings, dryRun, progress }: ImportOptions,
): Promise<ImportReport> {
  try {
    return await ledger.write(async (unit) => {
      const work = createImport(unit, source, findings);
      for await (const line of readLog(source.log)) {
        await work.take(line);
        if (line.number % 1000 === 0) progress(line.number);
      }
      const report = await work.finish();
      if (dryRun || findings.errorCount() > 0) throw new Undone(report);
      return report;
    });
  } catch (error) {
    if (error instanceof Undone) return error.report;
    throw error;
  }
}

/** How far a stream of the source has come. */
interface Progress {
  /** Events of ours when the import began. */
  readonly ours: number;
  /** The next event of the source. */
  next: number;
  /** The end of the source's own chain. */
  hash: string | null;
  /** First event that differs from ours. */
  differs: number | null;
}

const BATCH = 500;
const BATCH_CHARACTERS = 8 * 1024 * 1024;

function createImport(unit: WriteUnit, source: LogSource, findings: Findings) {
  const { tx } = unit;
  const { layout, log } = source;
  const blobs = createBlobImport(source, findings, unit.now);
  const streams = new Map<string, Progress>();
  const batch: NewEvent[] = [];
  const counts = { lines: 0, good: 0, appended: 0, known: 0, opaque: 0 };
  let torn: string | null = null;
  let waiting = 0;

  function fault({ number, offset }: LogLine, why: string): void {
    const place = { file: log.path, line: number };
    findings.error("E_JSONL_LINE", place, `At byte ${offset}: ${why}`, { offset });
  }

  async function flush(): Promise<void> {
    waiting = 0;
    if (batch.length > 0 && findings.errorCount() === 0) await unit.append(batch.splice(0));
  }

  async function progressOf(stream: string): Promise<Progress> {
    const known = streams.get(stream);
    if (known) return known;
    const ours = (await selectHead(tx, stream))?.events ?? 0;
    const progress: Progress = { ours, next: 0, hash: null, differs: null };
    streams.set(stream, progress);
    return progress;
  }

  /** Follows the source's own chain. */
  function advance(line: LogLine, incoming: Incoming, at: Progress): void {
    const { event, seq, prev } = incoming;
    if (seq !== at.next) fault(line, `"${event.stream}" expected seq ${at.next}, found ${seq}`);
    else if (prev !== undefined && prev !== at.hash) {
      fault(line, `event ${seq} of "${event.stream}" does not follow the one before it`);
    }
    at.hash = hashOf(unsealedOf(incoming, at.hash));
    at.next = seq + 1;
    counts.lines++;
  }

  async function keep(line: LogLine, { event, seq, opaque }: Incoming, at: Progress) {
    counts.good++;
    if (at.differs !== null) return;
    if (seq < at.ours) {
      const place = { stream: event.stream, seq };
      const text = layout === "frames" ? line.text : null;
      if (await isSame(tx, place, { hash: at.hash ?? "", text })) counts.known++;
      else at.differs = seq;
      return;
    }
    if (opaque) await blobs.mentioned(tx, line.text);
    const named = namedIn(JSON.stringify(event.body)).artifacts;
    for (const id of named) await blobs.artifact(tx, id, line.number);
    counts.appended++;
    if (opaque) counts.opaque++;
    waiting += line.text.length;
    if (batch.push(event) >= BATCH || waiting > BATCH_CHARACTERS) await flush();
  }

  return {
    async take(line: LogLine): Promise<void> {
      if (line.fault !== null && line.last) {
        torn = await keepTorn(unit, log, line, findings);
        return;
      }
      const incoming = line.fault ?? (await incomingOf(tx, line, { layout, blobs }));
      if (typeof incoming === "string") {
        fault(line, incoming);
        return;
      }
      const at = await progressOf(incoming.event.stream);
      advance(line, incoming, at);
      if (findings.errorCount() === 0) await keep(line, incoming, at);
    },

    async finish(): Promise<ImportReport> {
      await flush();
      const diverged: Diverged[] = [];
      for (const [stream, { differs, hash }] of streams) {
        if (differs !== null) diverged.push({ stream, seq: differs, history: `history:${hash}` });
      }
      if (findings.errorCount() === 0) {
        await keepDiverged(unit, source, { blobs, diverged });
        for (const alias of source.aliases.keys()) await blobs.artifact(tx, alias);
      }
      const report = { layout, streams: streams.size, ...counts, ...blobs.counts };
      return { ...report, diverged, torn };
    },
  };
}

/** A line that was cut off while it was written is no event; its bytes are kept all the same. */
async function keepTorn(
  { tx, append }: WriteUnit,
  log: FileEntry,
  { number, offset, fault }: LogLine,
  findings: Findings,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let at = 0;
  for await (const chunk of log.read()) {
    if (at + chunk.length > offset) chunks.push(chunk.subarray(Math.max(0, offset - at)));
    at += chunk.length;
  }
  const raw = toText(Buffer.concat(chunks));
  const { sha256, bytes } = raw.ref;
  const stream = `history:${sha256}`;
  if (findings.errorCount() === 0 && (await selectHead(tx, stream)) === null) {
    await append([
      { stream, type: "history_torn", actor: null, body: { line: number, offset }, raw },
    ]);
  }
  const message = `The last line is cut off (${fault}); its ${bytes} bytes are kept as ${sha256}`;
  const details = { offset, text: sha256 };
  findings.warn("W_TORN_LINE", { file: log.path, line: number }, message, details);
  return sha256;
}
