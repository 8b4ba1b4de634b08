import type { Transaction } from "../../stores/store.ts";
import type { NewEvent } from "../append.ts";
import { canonicalText, type UnhashedEvent } from "../event-hash.ts";
import { referencesIn } from "../references.ts";
import type { Text } from "../texts.ts";
import type { BlobImport } from "./import-blobs.ts";
import type { LogSource } from "./log-source.ts";
import { parseEvent } from "./parse-event.ts";
import { parseFrame } from "./parse-frame.ts";
import type { LogLine } from "./read-log.ts";

/** A line of a log, in a form that both layouts share. */
export interface IncomingEvent {
  readonly event: NewEvent & { readonly id: string; readonly at: string };
  readonly seq: number;
  /** Not understood, and kept as it was read. */
  readonly opaque: boolean;
  /** Hash of the event that it follows; only a history contains it. */
  readonly prev: string | null | undefined;
}

/** The event of a line, with the texts it names; or the reason why it cannot be accepted. */
export async function readIncomingEvent(
  tx: Transaction,
  { value, text, number }: LogLine,
  { layout, blobs }: { readonly layout: LogSource["layout"]; readonly blobs: BlobImport },
): Promise<IncomingEvent | string> {
  if (layout === "frames") {
    const reading = parseFrame(value, text);
    return "fault" in reading ? reading.fault : { ...reading, prev: undefined };
  }
  const reading = parseEvent(value);
  if ("fault" in reading) return reading.fault;
  const { hash, prev, raw, seq, ...event } = reading.event;
  const texts: Text[] = [];
  for (const name of [
    ...referencesIn(reading.unsealed.body).texts,
    ...(raw === null ? [] : [raw]),
  ]) {
    const found = await blobs.importText(tx, name, number);
    if (typeof found === "object" && found !== null) texts.push(found);
  }
  const imported = { ...event, texts, ...(raw === null ? {} : { raw }) };
  return { event: imported, seq, opaque: false, prev };
}

/**
 * What the hash of an incoming event covers. `prev` is that of its own log, so that hashes can be
 * compared.
 */
export function unhashedEventOf({ event, seq }: IncomingEvent, prev: string | null): UnhashedEvent {
  const { stream, id, at, type, actor, body, raw } = event;
  return {
    stream,
    seq,
    id,
    at,
    type,
    actor: actor === null ? null : canonicalText(actor),
    body: canonicalText(body),
    raw: typeof raw === "object" ? raw.ref.sha256 : (raw ?? null),
    prev,
  };
}
