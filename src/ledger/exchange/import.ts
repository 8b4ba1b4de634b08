/**
 * Imports a log in one write transaction. For each stream: compare with our events as far as both
 * go, then append the rest. The first difference ends the comparison, and the stream is kept apart
 * (`diverged-streams.ts`). After the first error nothing more is appended, but reading continues,
 * so that all faults are reported at once.
 */

import * as z from "zod";
import type { Findings } from "../../base/findings.ts";
import { hashEvent } from "../event-hash.ts";
import type { Ledger } from "../ledger.ts";
import { referencesIn } from "../references.ts";
import { selectHead } from "../tables/stream-heads.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { type AppendQueue, createAppendQueue } from "./append-queue.ts";
import {
  type DivergedStream,
  divergedStreamSchema,
  isSameEvent,
  keepDivergedStreams,
} from "./diverged-streams.ts";
import { type BlobImport, blobCountsSchema, createBlobImport } from "./import-blobs.ts";
import { type IncomingEvent, readIncomingEvent, unhashedEventOf } from "./incoming-event.ts";
import type { LogSource } from "./log-source.ts";
import { type LogLine, readLog } from "./read-log.ts";
import { keepTornLine } from "./torn-line.ts";

/** What an import did, or would do. */
export const importReportSchema = () =>
  z.object({
    ...blobCountsSchema().shape,
    layout: z.enum(["frames", "history"]),
    /** Lines that contain an event. */
    lines: z.number(),
    /** Events before the first fault; what could be read if nothing else can. */
    good: z.number(),
    streams: z.number(),
    appended: z.number(),
    /** Events that were there already. */
    known: z.number(),
    /** Events that were not understood and are kept as they came. */
    opaque: z.number(),
    diverged: z.array(divergedStreamSchema()).readonly(),
    /** Name of the text that keeps a cut-off last line. */
    torn: z.string().nullable(),
  });

/** What an import did, or would do. */
export type ImportReport = z.infer<ReturnType<typeof importReportSchema>>;

/** How a log is imported. */
export interface ImportOptions {
  readonly findings: Findings;
  /** Report what would happen, and change nothing. */
  readonly dryRun: boolean;
  progress(lines: number): void;
}

/** Rolls the transaction back and still carries the report to the caller. */
class RolledBack extends Error {
  readonly report: ImportReport;
  constructor(report: ImportReport) {
    super("undone");
    this.report = report;
  }
}

/**
 * Imports a log completely or not at all: an error among the findings leaves the workspace
 * unchanged.
 */
export async function importLog(
  ledger: Ledger,
  source: LogSource,
  { findings, dryRun, progress }: ImportOptions,
): Promise<ImportReport> {
  try {
    return await ledger.write(async (unit) => {
      const work = beginImport(unit, source, findings);
      for await (const line of readLog(source.log)) {
        await importLine(work, line);
        if (line.number % 1000 === 0) progress(line.number);
      }
      const report = await finishImport(work);
      if (dryRun || findings.errorCount() > 0) throw new RolledBack(report);
      return report;
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.report;
    throw error;
  }
}

/** How far a stream of the source has been read. */
interface StreamProgress {
  /** Number of our events when the import began. */
  readonly ours: number;
  /** The next event of the source. */
  next: number;
  /** The end of the source's own chain. */
  hash: string | null;
  /** First event that differs from ours. */
  differs: number | null;
}

/** An import in progress. */
interface Import {
  readonly unit: UnitOfWork;
  readonly source: LogSource;
  readonly findings: Findings;
  readonly blobs: BlobImport;
  readonly queue: AppendQueue;
  readonly streams: Map<string, StreamProgress>;
  readonly counts: { lines: number; good: number; appended: number; known: number; opaque: number };
  torn: string | null;
}

function beginImport(unit: UnitOfWork, source: LogSource, findings: Findings): Import {
  return {
    unit,
    source,
    findings,
    blobs: createBlobImport(source, findings),
    queue: createAppendQueue(unit, findings),
    streams: new Map(),
    counts: { lines: 0, good: 0, appended: 0, known: 0, opaque: 0 },
    torn: null,
  };
}

/**
 * A fault in the last line is a write that was cut off by a crash: its bytes are kept, and it is
 * only a warning.
 */
async function importLine(work: Import, line: LogLine): Promise<void> {
  const { unit, source, findings, blobs, counts } = work;
  const { layout, log } = source;
  if (line.fault !== null && line.last) {
    work.torn = await keepTornLine(unit, log, line, findings);
    return;
  }
  const incoming = line.fault ?? (await readIncomingEvent(unit.tx, line, { layout, blobs }));
  if (typeof incoming === "string") {
    addFault(work, line, incoming);
    return;
  }
  const at = await progressOf(work, incoming.event.stream);
  const fault = chainFault(incoming, at);
  if (fault !== null) addFault(work, line, fault);
  at.hash = hashEvent(unhashedEventOf(incoming, at.hash));
  at.next = incoming.seq + 1;
  counts.lines++;
  if (findings.errorCount() === 0) await compareOrAppend(work, line, { incoming, at });
}

function addFault({ source, findings }: Import, { number, offset }: LogLine, why: string): void {
  const place = { file: source.log.path, line: number };
  findings.error("E_JSONL_LINE", place, `At byte ${offset}: ${why}`, { offset });
}

async function progressOf({ unit, streams }: Import, stream: string): Promise<StreamProgress> {
  const known = streams.get(stream);
  if (known) return known;
  const ours = (await selectHead(unit.tx, stream))?.events ?? 0;
  const progress: StreamProgress = { ours, next: 0, hash: null, differs: null };
  streams.set(stream, progress);
  return progress;
}

/**
 * What is wrong with an event's position in the source's own chain; null if nothing is. Frames have
 * no `prev`.
 */
function chainFault({ event, seq, prev }: IncomingEvent, at: StreamProgress): string | null {
  if (seq !== at.next) return `"${event.stream}": expected seq ${at.next}, found ${seq}`;
  if (prev === undefined || prev === at.hash) return null;
  return `event ${seq} of "${event.stream}" does not follow the event before it`;
}

/** Compares an event with ours, or appends it where ours ends. */
async function compareOrAppend(
  { unit: { tx }, source, blobs, queue, counts }: Import,
  { number, text }: LogLine,
  { incoming, at }: { readonly incoming: IncomingEvent; readonly at: StreamProgress },
): Promise<void> {
  const { event, seq, opaque } = incoming;
  counts.good++;
  if (at.differs !== null) return;
  if (seq < at.ours) {
    const line = source.layout === "frames" ? text : null;
    const place = { stream: event.stream, seq };
    if (await isSameEvent(tx, place, { hash: at.hash ?? "", text: line })) counts.known++;
    else at.differs = seq;
    return;
  }
  if (opaque) await blobs.importMentioned(tx, text);
  const named = referencesIn(JSON.stringify(event.body)).artifacts;
  for (const id of named) await blobs.importArtifact(tx, id, number);
  counts.appended++;
  if (opaque) counts.opaque++;
  await queue.add(event, text.length);
}

async function finishImport(work: Import): Promise<ImportReport> {
  const { unit, source, findings, blobs, streams, counts, torn } = work;
  await work.queue.flush();
  const diverged: DivergedStream[] = [];
  for (const [stream, { differs, hash }] of streams) {
    if (differs !== null) diverged.push({ stream, seq: differs, history: `history:${hash}` });
  }
  if (findings.errorCount() === 0) {
    await keepDivergedStreams(unit, source, { blobs, diverged });
    for (const alias of source.aliases.keys()) await blobs.importArtifact(unit.tx, alias);
    await blobs.finish(unit);
  }
  const { layout } = source;
  return { layout, streams: streams.size, ...counts, ...blobs.counts, diverged, torn };
}
