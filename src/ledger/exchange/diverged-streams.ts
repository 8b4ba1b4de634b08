/**
 * Streams of an import that differ from ours. A stream is append-only, so two versions of it cannot
 * be merged; the incoming one is kept in a stream `history:<hash>`, as raw lines, where nothing
 * reads it as our own.
 */

import * as z from "zod";
import type { Transaction } from "../../stores/store.ts";
import type { NewEvent } from "../append.ts";
import { selectEventAt } from "../tables/events.ts";
import { selectHead } from "../tables/stream-heads.ts";
import { storeText, toText } from "../texts.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { frameLine } from "./frame-line.ts";
import type { BlobImport } from "./import-blobs.ts";
import { readIncomingEvent } from "./incoming-event.ts";
import type { LogSource } from "./log-source.ts";
import { readLog } from "./read-log.ts";

/** A stream of the source that disagrees with ours. */
export const divergedStreamSchema = () =>
  z.object({
    stream: z.string(),
    /** First event that differs. */
    seq: z.number(),
    /** Where the source's events are kept, read-only. */
    history: z.string(),
  });

/** A stream of the source that disagrees with ours. */
export type DivergedStream = z.infer<ReturnType<typeof divergedStreamSchema>>;

/**
 * Whether our event at a position is the one of a line: by its hash, or because we would write the
 * same line.
 */
export async function isSameEvent(
  tx: Transaction,
  place: { readonly stream: string; readonly seq: number },
  line: { readonly hash: string; readonly text: string | null },
): Promise<boolean> {
  const ours = await selectEventAt(tx, place.stream, place.seq);
  if (ours === null) return false;
  if (ours.hash === line.hash) return true;
  return line.text !== null && (await frameLine(tx, ours)) === line.text;
}

const BATCH = 500;

/**
 * Keeps every line of streams that differ from ours, each stream under the hash of its last event.
 */
export async function keepDivergedStreams(
  unit: UnitOfWork,
  source: LogSource,
  { blobs, diverged }: { readonly blobs: BlobImport; readonly diverged: readonly DivergedStream[] },
): Promise<void> {
  const targets = new Map<string, string>();
  for (const { stream, history } of diverged) {
    // The same lines may have been kept by an earlier import.
    if ((await selectHead(unit.tx, history)) === null) targets.set(stream, history);
  }
  if (targets.size === 0) return;
  const batch: NewEvent[] = [];
  for await (const line of readLog(source.log)) {
    if (line.fault !== null) continue;
    const incoming = await readIncomingEvent(unit.tx, line, { layout: source.layout, blobs });
    const target = typeof incoming === "string" ? undefined : targets.get(incoming.event.stream);
    if (target === undefined || typeof incoming === "string") continue;
    const { event, seq } = incoming;
    for (const text of event.texts ?? []) await storeText(unit.tx, text);
    await blobs.importMentioned(unit.tx, line.text);
    const { id, at } = event;
    const body = { stream: event.stream, seq };
    batch.push({
      stream: target,
      type: "history_kept",
      id,
      at,
      actor: null,
      body,
      raw: toText(line.text),
    });
    if (batch.length >= BATCH) await unit.append(batch.splice(0));
  }
  await unit.append(batch);
}
