import { frameLine } from "../ledger/exchange/frame-line.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { readEventRows } from "../ledger/read.ts";
import { findThread } from "./find.ts";
import { threadStream } from "./stream.ts";

/** One event of a thread in the form of a log's line. */
export interface FollowedFrame {
  readonly seq: number;
  readonly line: string;
}

const PAGE_SIZE = 256;

/**
 * The events of a thread from a seq to its current end, without gaps or repetition. Each page is
 * read in a transaction of its own, so that a slow reader does not keep one open. Ends at the head;
 * a caller that follows calls again with the next seq.
 */
export async function* threadFrames(
  ledger: Ledger,
  thread: string,
  from: number,
): AsyncGenerator<FollowedFrame> {
  const stream = await ledger.read(async (tx) =>
    threadStream((await findThread(tx, thread)).thread.thread_id),
  );
  for (let next = from; ; ) {
    const frames = await ledger.read(async (tx) => {
      const rows = await readEventRows(tx, stream, { from: next, limit: PAGE_SIZE });
      const page: FollowedFrame[] = [];
      for (const row of rows) page.push({ seq: row.seq, line: await frameLine(tx, row) });
      return page;
    });
    yield* frames;
    next += frames.length;
    if (frames.length < PAGE_SIZE) return;
  }
}
