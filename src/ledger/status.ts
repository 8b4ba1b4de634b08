import { streamKind } from "../model/event.ts";
import type { Ledger } from "./ledger.ts";
import { countProjectionRows } from "./projections.ts";
import { streamHeads } from "./read.ts";
import { selectEvents, selectLastPos } from "./tables/events.ts";
import { selectExpiredLeases } from "./tables/leases.ts";
import { countRows } from "./tables/projections.ts";

/** What can be known of a workspace at once, however large it is. */
export async function readHealth(ledger: Ledger) {
  const by_kind: Record<string, { streams: number; events: number }> = {};
  let streams = 0;
  let recorded = 0;
  for await (const { stream, events } of streamHeads(ledger)) {
    const kind = streamKind(stream) ?? "unknown";
    const sum = by_kind[kind] ?? { streams: 0, events: 0 };
    by_kind[kind] = { streams: sum.streams + 1, events: sum.events + events };
    streams++;
    recorded += events;
  }
  const time = ledger.now().getTime() + ledger.store.engine.clockAhead;
  return ledger.read(async (tx) => {
    const events = await selectLastPos(tx);
    const [last] = await selectEvents(tx, { from: events, to: events, limit: 1 });
    const expired_leases = (await selectExpiredLeases(tx, time)).length;
    // Events written meanwhile are no fault; fewer events than the heads record is one.
    const ok = events >= recorded;
    return { ok, events, streams, by_kind, expired_leases, last_at: last?.at ?? null };
  });
}

/** What a workspace contains, as far as it can be known without reading all events. */
export async function readStatus(ledger: Ledger) {
  const { ok, events, by_kind, expired_leases: expired, last_at } = await readHealth(ledger);
  const artifacts = { count: 0, bytes: 0 };
  for await (const { bytes } of ledger.store.artifacts.list()) {
    artifacts.count++;
    artifacts.bytes += bytes;
  }
  const counted = await ledger.read(async (tx) => ({
    texts: await countRows(tx, "ledger_texts"),
    redacted: await countRows(tx, "ledger_redacted"),
    leases: { live: (await countRows(tx, "ledger_leases")) - expired, expired },
    tables: await countProjectionRows(tx, ledger.projections),
  }));
  return { ok, streams: by_kind, artifacts, events, ...counted, last_at };
}
