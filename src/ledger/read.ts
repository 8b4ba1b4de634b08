import type { LedgerEvent } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { toEvent } from "./event-hash.ts";
import type { Ledger } from "./ledger.ts";
import {
  type ChainedRow,
  type EventRow,
  selectChainedEvents,
  selectEventById,
  selectEvents,
  selectStreamEvents,
} from "./tables/events.ts";
import { type HeadRow, selectHead, selectStreams } from "./tables/stream-heads.ts";
import { selectTexts } from "./tables/texts.ts";

/** A part of a stream. */
export interface Range {
  /** First `seq` (default: 0). */
  readonly from?: number;
  /** Last `seq`, included (default: the end). */
  readonly to?: number;
  readonly limit?: number;
}

const PAGE_SIZE = 1000;
const END = Number.MAX_SAFE_INTEGER;

/** One page of a stream's events, in order. */
export async function readStream(
  tx: Transaction,
  stream: string,
  { from = 0, to = END, limit = PAGE_SIZE }: Range = {},
): Promise<readonly LedgerEvent[]> {
  return (await readEventRows(tx, stream, { from, to, limit })).map(toEvent);
}

/** One page of a stream's events as they are stored, in order. */
export function readEventRows(
  tx: Transaction,
  stream: string,
  { from = 0, to = END, limit = PAGE_SIZE }: Range = {},
): Promise<readonly EventRow[]> {
  return selectStreamEvents(tx, stream, { from, to, limit });
}

/**
 * Every event of a part of a stream. Each page is a transaction of its own; what is appended
 * meanwhile is included.
 */
export async function* streamEvents(
  ledger: Ledger,
  stream: string,
  { from = 0, to = END }: Omit<Range, "limit"> = {},
): AsyncGenerator<LedgerEvent> {
  for (let next = from; ; ) {
    const page = await ledger.read((tx) => readStream(tx, stream, { from: next, to }));
    yield* page;
    if (page.length < PAGE_SIZE) return;
    next += page.length;
  }
}

/** The rows of all events up to a position, in order, page by page. */
export async function* eventPages(ledger: Ledger, to: number): AsyncGenerator<readonly EventRow[]> {
  for (let from = 1; from <= to; ) {
    const page = await ledger.read((tx) => selectEvents(tx, { from, to, limit: PAGE_SIZE }));
    if (page.length === 0) return;
    yield page;
    from = (page.at(-1)?.pos ?? to) + 1;
  }
}

/** The same with each event's link of the workspace's chain. */
export async function* chainedPages(
  ledger: Ledger,
  to: number,
): AsyncGenerator<readonly ChainedRow[]> {
  for (let from = 1; from <= to; ) {
    const page = await ledger.read((tx) => selectChainedEvents(tx, { from, to, limit: PAGE_SIZE }));
    if (page.length === 0) return;
    yield page;
    from = (page.at(-1)?.pos ?? to) + 1;
  }
}

/** The event of a stream with an id; null when there is none. */
export async function readById(
  tx: Transaction,
  stream: string,
  id: string,
): Promise<LedgerEvent | null> {
  const row = await selectEventById(tx, stream, id);
  return row && toEvent(row);
}

/** The end of a stream: its number of events and the hash of the last; null if it has none. */
export function readHead(tx: Transaction, stream: string): Promise<HeadRow | null> {
  return selectHead(tx, stream);
}

/** Streams whose names have a prefix, in the order of names, page by page. */
export async function* streamHeads(ledger: Ledger, prefix = ""): AsyncGenerator<HeadRow> {
  for (let after = ""; ; ) {
    const page = await ledger.read((tx) => selectStreams(tx, { after, prefix, limit: PAGE_SIZE }));
    yield* page;
    const last = page.at(-1);
    if (page.length < PAGE_SIZE || last === undefined) return;
    after = last.stream;
  }
}

/** Every short text with its name, in the order of the names, page by page. */
export async function* allTexts(
  ledger: Ledger,
): AsyncGenerator<{ readonly sha256: string; readonly content: Uint8Array }> {
  for (let after = ""; ; ) {
    const page = await ledger.read((tx) => selectTexts(tx, after, PAGE_SIZE));
    yield* page;
    const last = page.at(-1);
    if (page.length < PAGE_SIZE || last === undefined) return;
    after = last.sha256;
  }
}
