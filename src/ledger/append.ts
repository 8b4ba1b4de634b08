import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import { type Actor, type LedgerEvent, type StreamKind, streamKind } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import type { Projections } from "./projections.ts";
import { canonicalText, hashOf } from "./seal.ts";
import {
  type EventRow,
  type HeadRow,
  insertEvent,
  selectHead,
  selectLastPos,
  upsertHead,
} from "./tables.ts";
import { keepText, type Text } from "./texts.ts";

/** Something that happened and is to be recorded. */
export interface NewEvent {
  readonly stream: string;
  readonly type: string;
  readonly actor: Actor | null;
  /** Names its texts by their `ref`. */
  readonly body: JsonObject;
  readonly texts?: readonly Text[];
  /** The line it was imported from. */
  readonly raw?: Text;
  /** Its own id and time, when it has them already. */
  readonly id?: string;
  readonly at?: string;
}

/** What an append insists on. */
export interface AppendOptions {
  /** Hash of each stream's last event as the caller knows it; null for a stream without events. */
  readonly expect?: ReadonlyMap<string, string | null>;
}

/** What an append gets from its ledger. */
export interface AppendContext {
  readonly tx: Transaction;
  readonly projections: Projections;
  readonly now: () => Date;
  readonly newId: () => string;
}

const TYPE = /^[a-z][a-z0-9_]{0,127}$/;

/**
 * Appends events inside a write transaction: gap-free, chained, with their texts, and followed by
 * every projection. A head that is not as expected is `E_CONFLICT`.
 */
export async function appendEvents(
  context: AppendContext,
  events: readonly NewEvent[],
  { expect }: AppendOptions = {},
): Promise<readonly LedgerEvent[]> {
  const { tx } = context;
  const heads = new Map<string, HeadRow | null>();
  for (const [stream, hash] of expect ?? []) {
    heads.set(stream, await requireHead(tx, stream, hash));
  }
  let pos = await selectLastPos(tx);
  const appended: LedgerEvent[] = [];
  for (const event of events) {
    let head = heads.get(event.stream);
    if (head === undefined) head = await selectHead(tx, event.stream);
    const row = seal(context, event, ++pos, head);
    for (const text of event.texts ?? []) await keepText(tx, text);
    if (event.raw) await keepText(tx, event.raw);
    insertEvent(tx, row);
    heads.set(event.stream, { stream: row.stream, events: row.seq + 1, hash: row.hash });
    appended.push(await follow(context, row, event));
  }
  for (const head of heads.values()) if (head !== null) upsertHead(tx, head);
  return appended;
}

async function requireHead(
  tx: Transaction,
  stream: string,
  expected: string | null,
): Promise<HeadRow | null> {
  const head = await selectHead(tx, stream);
  if ((head?.hash ?? null) === expected) return head;
  throw new HoldallError(
    "E_CONFLICT",
    `Cannot append to "${stream}": it goes on to event ${(head?.events ?? 0) - 1}, which was not expected`,
    { cure: "read it again and decide anew" },
  );
}

function seal(
  { now, newId }: AppendContext,
  event: NewEvent,
  pos: number,
  head: HeadRow | null,
): EventRow {
  if (!TYPE.test(event.type) || kindOf(event.stream) === null) throw unfit(event);
  const unsealed = {
    stream: event.stream,
    seq: head?.events ?? 0,
    id: event.id ?? newId(),
    at: event.at ?? now().toISOString(),
    type: event.type,
    actor: event.actor === null ? null : canonicalText(event.actor),
    body: canonicalText(event.body),
    raw: event.raw?.ref.sha256 ?? null,
    prev: head?.hash ?? null,
  };
  return { pos, ...unsealed, hash: hashOf(unsealed) };
}

function unfit({ stream, type }: NewEvent): HoldallError {
  return new HoldallError(
    "E_SHAPE",
    `Cannot append "${type}" to "${stream}": not the name of a type and a stream`,
  );
}

/** Names of streams repeat; those seen last are not taken apart again. */
const kinds = new Map<string, StreamKind | null>();
const KINDS_KEPT = 1000;

function kindOf(stream: string): StreamKind | null {
  const known = kinds.get(stream);
  if (known !== undefined) return known;
  if (kinds.size >= KINDS_KEPT) kinds.clear();
  const kind = streamKind(stream);
  kinds.set(stream, kind);
  return kind;
}

/** Lets the projections follow. They see the body as a rebuild would: from the stored text. */
async function follow(
  { tx, projections }: AppendContext,
  row: EventRow,
  { actor, body }: NewEvent,
): Promise<LedgerEvent> {
  const kind = kindOf(row.stream);
  const wanted = kind === null ? undefined : projections.byKind.get(kind);
  if (wanted === undefined) return { ...row, actor, body };
  const event = { ...row, actor, body: JSON.parse(row.body) as JsonObject };
  for (const projection of wanted) await projection.apply(tx, event);
  return event;
}
