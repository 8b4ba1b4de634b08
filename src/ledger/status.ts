import { streamKind } from "../model/event.ts";
import type { Ledger } from "./ledger.ts";
import { countProjectionRows } from "./projections.ts";
import { streamHeads } from "./read.ts";
import { selectEvents, selectLastPos } from "./tables/events.ts";
import { selectExpiredLeases } from "./tables/leases.ts";
import { countRows } from "./tables/projections.ts";

/** What a workspace contains, as far as it can be known without reading all events. */
export async function readStatus(ledger: Ledger) {
  const streams: Record<string, { streams: number; events: number }> = {};
  let recorded = 0;
  for await (const { stream, events } of streamHeads(ledger)) {
    const kind = streamKind(stream) ?? "unknown";
    const sum = streams[kind] ?? { streams: 0, events: 0 };
    streams[kind] = { streams: sum.streams + 1, events: sum.events + events };
    recorded += events;
  }
  const artifacts = { count: 0, bytes: 0 };
  for await (const { bytes } of ledger.store.artifacts.list()) {
    artifacts.count++;
    artifacts.bytes += bytes;
  }
  const time = ledger.now().getTime() + ledger.store.engine.clockAhead;
  const counted = await ledger.read(async (tx) => {
    const events = await selectLastPos(tx);
    const [last] = await selectEvents(tx, { from: events, to: events, limit: 1 });
    const expired = (await selectExpiredLeases(tx, time)).length;
    return {
      events,
      texts: await countRows(tx, "ledger_texts"),
      redacted: await countRows(tx, "ledger_redacted"),
      leases: { live: (await countRows(tx, "ledger_leases")) - expired, expired },
      tables: await countProjectionRows(tx, ledger.projections),
      last_at: last?.at ?? null,
    };
  });
  // Events written meanwhile are no fault; fewer events than the heads record is one.
  return { ok: counted.events >= recorded, streams, artifacts, ...counted };
}
