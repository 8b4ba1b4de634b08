import type { TranscriptItem } from "../../model/transcript.ts";
import type { ConversationData, Row } from "../../web/page.ts";
import { createRowBuilder, isAwaitingResult, type RowRules } from "./conversation-rows.ts";
import { escapePage } from "./escape-page.ts";
import type { RowFile } from "./row-file.ts";

/** A part of a conversation, safe to show. */
export interface RowPage extends ConversationData {
  /** Texts that were cut because they are too long to be shown. */
  readonly shortened: number;
  /** Rows that are known so far. */
  readonly total: number;
  /** Whether these are all rows. */
  readonly isComplete: boolean;
}

/** A conversation that is read as far as somebody asks, and no part of it twice. */
export interface RowReader {
  /** Rows from a number on; null for the newest. Fewer than `limit` when they are long. */
  page(from: number | null, limit: number, signal?: AbortSignal): Promise<RowPage>;
  close(): Promise<void>;
}

/** Rows that are read beyond a page: the results of its last calls are most often among them. */
const AHEAD = 100;
/** Bytes of a page, as JSON. */
const PAGE_BYTES = 8 * 1024 * 1024;

/** Reads a conversation into a file of rows. Pages must be asked for one after the other. */
export function createRowReader(
  items: AsyncIterable<TranscriptItem>,
  rules: RowRules,
  file: RowFile,
): RowReader {
  const iterator = items[Symbol.asyncIterator]();
  const builder = createRowBuilder(rules);
  /** Calls whose result has not come; after the last item they stay as they are. */
  const open = new Map<number, Row>();
  /** How many texts of a row were cut, for the few where it is not 0. */
  const cut = new Map<number, number>();
  let total = 0;
  let isComplete = false;

  async function keep(row: Row): Promise<void> {
    // Pictures are no texts: they were checked, and are not cut.
    const { images, ...texts } = row;
    const { page, shortened } = escapePage(texts);
    if (shortened > 0) cut.set(row.number, shortened);
    await file.write(row.number, JSON.stringify(images === undefined ? page : { ...page, images }));
  }

  async function readTo(count: number, signal?: AbortSignal): Promise<void> {
    while (!isComplete && total < count) {
      signal?.throwIfAborted();
      const { done, value } = await iterator.next();
      isComplete = done === true;
      const row = value === undefined ? null : builder.add(value);
      if (row === null) continue;
      total = Math.max(total, row.number);
      if (isAwaitingResult(row)) open.set(row.number, row);
      else {
        open.delete(row.number);
        await keep(row);
      }
    }
  }

  return {
    async page(from, limit, signal) {
      const last = from === null ? Number.POSITIVE_INFINITY : from - 1 + limit + AHEAD;
      await readTo(last, signal);
      const first = from ?? Math.max(1, total - limit + 1);
      const wanted = Math.max(0, Math.min(limit, total - first + 1));
      const texts = wanted === 0 ? [] : await file.read(first, wanted, PAGE_BYTES);
      let shortened = 0;
      const rows = texts.flatMap((text, index): readonly Row[] => {
        const number = first + index;
        shortened += cut.get(number) ?? 0;
        if (text !== null) return [JSON.parse(text)]; // As `keep` wrote it.
        const row = open.get(number);
        return row === undefined ? [] : [escapePage(row).page];
      });
      const groups = escapePage(builder.groups).page;
      return { rows, groups, shortened, total, isComplete };
    },
    async close() {
      await iterator.return?.();
      await file.close();
    },
  };
}
