/**
 * Appending events. An event gets the next `seq` of its stream, the next `pos` of the workspace,
 * the hash of the event before it in its stream (`prev`) and a link of the chain over the
 * workspace. All of it happens in a write transaction, which has the workspace for itself, so
 * numbers have no gaps. Texts are stored before the event that names them; projections are applied
 * in the same transaction, so tables are never older than the log.
 */

import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { Actor, LedgerEvent } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { canonicalText, chainHash, hashEvent, toEvent } from "./event-hash.ts";
import { kindOf } from "./kind-of.ts";
import { type Author, ownActor } from "./own-actor.ts";
import type { Projections } from "./projections.ts";
import {
  advanceStreamHead,
  cacheStreamHeads,
  loadStreamHeads,
  readStreamHeads,
  type StreamHeads,
  type StreamHeadsCache,
} from "./stream-heads.ts";
import { type ChainedRow, insertEvent, insertEventIfFree } from "./tables/events.ts";
import { type HeadRow, upsertHead } from "./tables/stream-heads.ts";
import { storeText, type Text } from "./texts.ts";

/** Something that happened and is to be recorded. */
export interface NewEvent {
  readonly stream: string;
  readonly type: string;
  readonly actor: Actor | null;
  /** Names its texts by their `ref`. */
  readonly body: JsonObject;
  readonly texts?: readonly Text[];
  /** The line it was imported from; its SHA-256 alone when it is kept already. */
  readonly raw?: Text | string;
  /** Who appends it, where several do in one unit of work (default: whoever the unit belongs to). */
  readonly author?: Author;
  /** Its own id and time, when it has them already. */
  readonly id?: string;
  readonly at?: string;
}

/** What an append requires. */
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
  readonly cache: StreamHeadsCache;
  readonly author: Author;
}

const TYPE = /^[a-z][a-z0-9_]{0,127}$/;

/** Appends events inside a write transaction. A head that is not as expected is `E_CONFLICT`. */
export async function appendEvents(
  context: AppendContext,
  events: readonly NewEvent[],
  { expect }: AppendOptions = {},
): Promise<readonly LedgerEvent[]> {
  const { tx, cache } = context;
  // An expectation is compared with the database, never with the cache of this process.
  const remembered = expect === undefined ? cache.last : null;
  cache.last = null;
  const ends = remembered ?? (await readStreamHeads(tx, events[0]?.stream, expect));
  // Awaiting costs a turn of the event loop: only where there is something to wait for.
  const learning = loadStreamHeads(tx, ends, events);
  if (learning) await learning;
  let isCertain = remembered === null || cache.isCertain;
  const appended: LedgerEvent[] = [];
  const grown = new Map<string, HeadRow>();
  for (const event of events) {
    const row = buildRow(context, event, ends);
    const keeping = keepTexts(tx, event);
    if (keeping) await keeping;
    if (isCertain) insertEvent(tx, row);
    else if (await insertEventIfFree(tx, row)) isCertain = true;
    // The first insert failed because the cached heads were outdated (another process appended):
    // start again with fresh heads. Nothing was written yet, and the cache was cleared above, so
    // this happens once at most.
    else return appendEvents(context, events);
    grown.set(row.stream, advanceStreamHead(ends, row));
    // The body as a rebuild would read it, so that projections see the same in both cases.
    const stored = toEvent(row);
    const following = applyProjections(context, stored);
    if (following) await following;
    appended.push(stored);
  }
  for (const head of grown.values()) {
    upsertHead(tx, head);
    tx.announce(head.stream);
    tx.announce(kindOf(head.stream) ?? "");
  }
  cacheStreamHeads(cache, ends);
  return appended;
}

/** Returns a promise only if a text is large enough to be an artifact: most events need no wait. */
function keepTexts(tx: Transaction, { texts = [], raw }: NewEvent): Promise<void> | undefined {
  let keeping: Promise<void> | undefined;
  for (const text of typeof raw === "object" ? [...texts, raw] : texts) {
    if (keeping) keeping = keeping.then(() => storeText(tx, text));
    else keeping = storeText(tx, text);
  }
  return keeping;
}

/**
 * Body and actor are stored as RFC 8785 text, exactly as they were hashed: a check needs no
 * serialiser.
 */
function buildRow(
  { now, newId, author }: AppendContext,
  event: NewEvent,
  { pos: last, chain: previous, heads }: StreamHeads,
): ChainedRow {
  if (!TYPE.test(event.type) || kindOf(event.stream) === null) throw invalidName(event);
  const head = heads.get(event.stream) ?? null;
  const pos = last + 1;
  const unhashed = {
    stream: event.stream,
    seq: head?.events ?? 0,
    id: event.id ?? newId(),
    at: event.at ?? now().toISOString(),
    type: event.type,
    actor: actorText(ownActor(event, event.author ?? author)),
    body: canonicalText(event.body),
    raw: typeof event.raw === "object" ? event.raw.ref.sha256 : (event.raw ?? null),
    prev: head?.hash ?? null,
  };
  const hash = hashEvent(unhashed);
  return { pos, ...unhashed, hash, chain: chainHash(previous, pos, hash) };
}

function invalidName({ stream, type }: NewEvent): HoldallError {
  return new HoldallError(
    "E_SHAPE",
    `Cannot append "${type}" to "${stream}": invalid event type or stream name`,
  );
}

/** Actors repeat even more than streams: the last one is kept as it is written. */
let lastActor: { readonly id: string; readonly origin: string; readonly text: string } | null =
  null;

function actorText(actor: Actor | null): string | null {
  if (actor === null) return null;
  if (lastActor?.id === actor.id && lastActor.origin === actor.origin) return lastActor.text;
  const text = canonicalText({ id: actor.id, origin: actor.origin });
  lastActor = { id: actor.id, origin: actor.origin, text };
  return text;
}

/** Applies the projections one after the other. */
function applyProjections(
  { tx, projections }: AppendContext,
  event: LedgerEvent,
): Promise<void> | undefined {
  const kind = kindOf(event.stream);
  let following: Promise<void> | undefined;
  for (const projection of (kind && projections.byKind.get(kind)) ?? []) {
    if (following) following = following.then(() => projection.apply(tx, event));
    else following = projection.apply(tx, event) ?? undefined;
  }
  return following;
}
