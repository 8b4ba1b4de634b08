/**
 * Where streams end, and a cache of it for a process that appends often. The cache needs no
 * invalidation message: it is validated by the insert itself. Every append takes the next `pos`; if
 * another process appended, that `pos` is taken, the insert finds a conflict, and the append starts
 * again with fresh heads.
 */

import { HoldallError } from "../base/errors.ts";
import type { Transaction } from "../stores/store.ts";
import type { ChainedRow } from "./tables/events.ts";
import {
  type HeadRow,
  selectHead,
  selectHeads,
  selectWorkspaceEnd,
} from "./tables/stream-heads.ts";

/** Where the workspace and some of its streams end. */
export interface StreamHeads {
  pos: number;
  /** The last link of the chain over all events of the workspace; empty before the first. */
  chain: string;
  /** Null for a stream without events; a stream that is not here may have any number. */
  readonly heads: Map<string, HeadRow | null>;
}

/** What a writer remembers of its last append. It is valid as long as the next position is free. */
export interface StreamHeadsCache {
  last: StreamHeads | null;
  /** Whether it is of this transaction, in which nobody else appends. */
  isCertain: boolean;
}

/** Most streams whose heads are cached. */
const MAX_CACHED = 1000;

/**
 * The ends of the workspace, of one stream, and of those for which the caller has an expectation.
 */
export async function readStreamHeads(
  tx: Transaction,
  first: string | undefined,
  expect: ReadonlyMap<string, string | null> = new Map(),
): Promise<StreamHeads> {
  const heads = new Map<string, HeadRow | null>();
  const { pos, chain, head } = await selectWorkspaceEnd(tx, first ?? "");
  if (first !== undefined) heads.set(first, head);
  for (const [stream, hash] of expect) {
    const known = heads.get(stream);
    const found = known === undefined ? await selectHead(tx, stream) : known;
    requireHead(stream, found, hash);
    heads.set(stream, found);
  }
  return { pos, chain, heads };
}

function requireHead(stream: string, head: HeadRow | null, expected: string | null): void {
  if ((head?.hash ?? null) === expected) return;
  throw new HoldallError(
    "E_CONFLICT",
    `Cannot append to "${stream}": another writer appended to it; it now ends with event ${(head?.events ?? 0) - 1}`,
    { cure: "read the stream again and retry" },
  );
}

/** Reads the ends of streams that are not known yet, in one query; undefined if all are known. */
export function loadStreamHeads(
  tx: Transaction,
  { heads }: StreamHeads,
  events: readonly { readonly stream: string }[],
): Promise<void> | undefined {
  if (events.every(({ stream }) => heads.has(stream))) return undefined;
  const unknown = new Set<string>();
  for (const { stream } of events) if (!heads.has(stream)) unknown.add(stream);
  return selectHeads(tx, [...unknown]).then((found) => {
    for (const stream of unknown) heads.set(stream, null);
    for (const head of found) heads.set(head.stream, head);
  });
}

/** Moves the ends past an appended event; returns the head of its stream. */
export function advanceStreamHead(
  ends: StreamHeads,
  { pos, stream, seq, hash, chain }: ChainedRow,
): HeadRow {
  const head = { stream, events: seq + 1, hash };
  ends.heads.set(stream, head);
  ends.pos = pos;
  ends.chain = chain;
  return head;
}

/** Remembers the ends after an append, once the heads of its streams are written. */
export function cacheStreamHeads(cache: StreamHeadsCache, ends: StreamHeads): void {
  if (ends.heads.size > MAX_CACHED) ends.heads.clear();
  cache.last = ends;
  cache.isCertain = true;
}
