import { HoldallError } from "../base/errors.ts";
import type { JsonObject } from "../base/json/value.ts";
import type { Actor, LedgerEvent } from "../model/event.ts";
import type { Transaction } from "../stores/store.ts";
import { kindOf } from "./kind-of.ts";
import type { Projections } from "./projections.ts";
import { canonicalText, hashOf, toEvent } from "./seal.ts";
import {
  type EventRow,
  type HeadRow,
  insertEvent,
  selectEnd,
  selectHead,
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
  /** The line it was imported from; its SHA-256 alone when it is kept already. */
  readonly raw?: Text | string;
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
  const ends = await readEnds(tx, events[0]?.stream, expect);
  const appended: LedgerEvent[] = [];
  let { pos } = ends;
  for (const event of events) {
    let head = ends.heads.get(event.stream);
    if (head === undefined) head = await selectHead(tx, event.stream);
    const row = seal(context, event, ++pos, head);
    // Waiting costs a turn of the event loop's queue: only where there is something to wait for.
    const keeping = keepTexts(tx, event);
    if (keeping) await keeping;
    insertEvent(tx, row);
    ends.heads.set(event.stream, { stream: row.stream, events: row.seq + 1, hash: row.hash });
    // The body as a rebuild would read it, so that projections cannot see a difference.
    const stored = toEvent(row);
    const following = follow(context, stored);
    if (following) await following;
    appended.push(stored);
  }
  for (const head of ends.heads.values()) if (head !== null) upsertHead(tx, head);
  return appended;
}

interface Ends {
  readonly pos: number;
  readonly heads: Map<string, HeadRow | null>;
}

/** Where the workspace and the streams end that are known to be needed. */
async function readEnds(
  tx: Transaction,
  first: string | undefined,
  expect: AppendOptions["expect"],
): Promise<Ends> {
  const heads = new Map<string, HeadRow | null>();
  const { pos, head } = await selectEnd(tx, first ?? "");
  if (first !== undefined) heads.set(first, head);
  for (const [stream, hash] of expect ?? []) {
    const known = heads.get(stream);
    const found = known === undefined ? await selectHead(tx, stream) : known;
    requireHead(stream, found, hash);
    heads.set(stream, found);
  }
  return { pos, heads };
}

function requireHead(stream: string, head: HeadRow | null, expected: string | null): void {
  if ((head?.hash ?? null) === expected) return;
  throw new HoldallError(
    "E_CONFLICT",
    `Cannot append to "${stream}": it goes on to event ${(head?.events ?? 0) - 1}, which was not expected`,
    { cure: "read it again and decide anew" },
  );
}

function keepTexts(tx: Transaction, { texts = [], raw }: NewEvent): Promise<void> | undefined {
  let keeping: Promise<void> | undefined;
  for (const text of typeof raw === "object" ? [...texts, raw] : texts) {
    if (keeping) keeping = keeping.then(() => keepText(tx, text));
    else keeping = keepText(tx, text);
  }
  return keeping;
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
    actor: actorText(event.actor),
    body: canonicalText(event.body),
    raw: typeof event.raw === "object" ? event.raw.ref.sha256 : (event.raw ?? null),
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

/** Lets the projections follow, one behind the other. */
function follow({ tx, projections }: AppendContext, event: LedgerEvent): Promise<void> | undefined {
  const kind = kindOf(event.stream);
  let following: Promise<void> | undefined;
  for (const projection of (kind && projections.byKind.get(kind)) ?? []) {
    if (following) following = following.then(() => projection.apply(tx, event));
    else following = projection.apply(tx, event) ?? undefined;
  }
  return following;
}
