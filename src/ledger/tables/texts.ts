import type { StreamKind } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";

/** Keeps a short text. */
export function insertText(tx: Transaction, sha256: string, content: Uint8Array): void {
  tx.write(
    "insert into ledger_texts (sha256, bytes, content) values (?, ?, ?) on conflict (sha256) do nothing",
    [sha256, content.length, content],
  );
}

/** A short text with the size that was recorded for it. */
export async function selectText(
  tx: Transaction,
  sha256: string,
): Promise<{ readonly bytes: number; readonly content: Uint8Array } | null> {
  const [row] = await tx.all<{ bytes: number; content: Uint8Array }>(
    "select bytes, content from ledger_texts where sha256 = ?",
    [sha256],
  );
  return row ?? null;
}

/** How many texts are read at once: few fixed numbers, so that the statements stay prepared. */
export const TEXTS_AT_ONCE = { many: 128, few: 16 } as const;

const textsNamed = (count: number) =>
  `select sha256, content from ledger_texts where sha256 in (${Array(count).fill("?").join(", ")})`;
const TEXTS_NAMED = new Map(
  Object.values(TEXTS_AT_ONCE).map((count) => [count as number, textsNamed(count)]),
);

/** Short texts by their names, of which there are exactly as many as are asked for at once. */
export function selectTextsByHash(
  tx: Transaction,
  names: readonly string[],
): Promise<readonly { readonly sha256: string; readonly content: Uint8Array }[]> {
  return tx.all(TEXTS_NAMED.get(names.length) ?? textsNamed(names.length), names);
}

/** The size of a short text. */
export async function selectTextSize(tx: Transaction, sha256: string): Promise<number | null> {
  const [row] = await tx.all<{ bytes: number }>("select bytes from ledger_texts where sha256 = ?", [
    sha256,
  ]);
  return row?.bytes ?? null;
}

/** Short texts by name, in the order of the names. */
export function selectTexts(
  tx: Transaction,
  after: string,
  limit: number,
): Promise<readonly { readonly sha256: string; readonly content: Uint8Array }[]> {
  return tx.all(
    "select sha256, content from ledger_texts where sha256 > ? order by sha256 limit ?",
    [after, limit],
  );
}

/** Removes a short text. */
export function deleteText(tx: Transaction, sha256: string): void {
  tx.write("delete from ledger_texts where sha256 = ?", [sha256]);
}

/** The raw text of an event, with its size where it is a short one that is still there. */
export type RawTextRow = {
  readonly pos: number;
  readonly stream: string;
  readonly type: string;
  readonly body: string;
  readonly raw: string;
  readonly stored: number | null;
};

/** Raw texts of events that were recorded before a time, of one kind of streams, in the order they came. */
export function selectRawTexts(
  tx: Transaction,
  { kind, before, after, to, limit }: RawTextPage,
): Promise<readonly RawTextRow[]> {
  return tx.all<RawTextRow>(
    `select e.pos, e.stream, e.type, e.body, e.raw, t.bytes as stored
     from ledger_events e left join ledger_texts t on t.sha256 = e.raw
     where e.pos > ? and e.pos <= ? and e.stream >= ? and e.stream < ? and e.raw is not null
       and e.at < ?
     order by e.pos limit ?`,
    [after, to, `${kind}:`, `${kind};`, before, limit],
  );
}

/** A part of the raw texts of one kind of streams. */
export interface RawTextPage {
  readonly kind: StreamKind;
  /** A time as events have it. */
  readonly before: string;
  /** Positions: nothing up to the first, nothing beyond the second. */
  readonly after: number;
  readonly to: number;
  readonly limit: number;
}
