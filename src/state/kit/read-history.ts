/**
 * Reads a bundle's history with bounded memory and checks it completely. If anything is wrong,
 * there is no history: the findings explain why, and nothing is replayed from doubtful events.
 */

import type { FileSet } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { findLog, type LogSource } from "../../ledger/exchange/log-source.ts";
import { parseEvent } from "../../ledger/exchange/parse-event.ts";
import { type LogLine, readLog } from "../../ledger/exchange/read-log.ts";
import { referencesIn } from "../../ledger/references.ts";
import { type PortableEvent, streamKind } from "../../model/event.ts";
import { HISTORY_EVENTS } from "./build-bundle.ts";
import { isStateEvent, replayEvents, type StateHistory } from "./history.ts";

/** The history of a bundle after its chains and texts were checked. */
export interface BundleHistory {
  readonly source: LogSource;
  /** The state that it is about; null when there is none or more than one. */
  readonly history: StateHistory | null;
  readonly events: number;
  readonly texts: number;
  readonly redacted: number;
}

const MAX_EVENTS = 1_000_000;
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Reads the history of a bundle and checks all of it: hashes, chains, every text that events refer to, and the
 * recorded hashes of the state. Null when the bundle has none; faults are findings.
 */
export async function readHistory(
  files: FileSet,
  findings: Findings,
): Promise<BundleHistory | null> {
  if ((await files.get(HISTORY_EVENTS))?.kind !== "file") return null;
  const source = await findLog(files);
  const before = findings.errorCount();
  const events = await readEvents(source, findings);
  const texts = await readTexts(source, events, findings);
  const isGood = findings.errorCount() === before;
  return {
    source,
    history: isGood ? historyOf(events, texts, findings) : null,
    events: events.length,
    texts: texts.size,
    redacted: source.redacted.size,
  };
}

async function readEvents(source: LogSource, findings: Findings): Promise<PortableEvent[]> {
  const events: PortableEvent[] = [];
  const heads = new Map<string, { seq: number; hash: string }>();
  let bytes = 0;
  for await (const line of readLog(source.log)) {
    bytes += line.text.length;
    if (events.length >= MAX_EVENTS || bytes > MAX_BYTES) {
      const values = { what: HISTORY_EVENTS, limit: MAX_EVENTS };
      findings.error("E_LIMIT", { file: HISTORY_EVENTS }, "The history is too long", values);
      break;
    }
    const place = { file: HISTORY_EVENTS, line: line.number };
    const event = nextEvent(line, heads);
    if (typeof event === "string") findings.error("E_CHAIN", place, event);
    else events.push(event);
  }
  return events;
}

/** The event of a line, or why it does not follow the last event of its stream. */
function nextEvent(
  { value, fault }: LogLine,
  heads: Map<string, { seq: number; hash: string }>,
): PortableEvent | string {
  if (fault !== null) return `The line is ${fault}`;
  const reading = parseEvent(value);
  if ("fault" in reading) return `The event was altered: ${reading.fault}`;
  const { event } = reading;
  const head = heads.get(event.stream);
  heads.set(event.stream, { seq: event.seq, hash: event.hash });
  const expected = head === undefined ? 0 : head.seq + 1;
  if (event.seq !== expected) return `Expected event ${expected}, found ${event.seq}`;
  if (event.prev !== (head?.hash ?? null))
    return `Event ${event.seq} does not continue the hash chain`;
  return event;
}

/** The texts that events refer to; null for those that were redacted. */
async function readTexts(
  source: LogSource,
  events: readonly PortableEvent[],
  findings: Findings,
): Promise<ReadonlyMap<string, string | null>> {
  const texts = new Map<string, string | null>();
  let bytes = 0;
  for (const { body, raw } of events) {
    const named = referencesIn(JSON.stringify(body)).texts;
    for (const name of raw === null ? named : [...named, raw]) {
      if (texts.has(name)) continue;
      texts.set(name, null);
      const found = await source.blob(name);
      if (found === null && source.redacted.has(name)) continue;
      const place = { file: `history/blobs/${name}` };
      bytes += found?.bytes.length ?? 0;
      if (found === null)
        findings.error("E_BLOB", place, "A text that an event refers to is missing");
      else if (found.sha256 !== name) findings.error("E_BLOB", place, "A text was altered");
      else if (bytes > MAX_BYTES) findings.error("E_LIMIT", place, "The texts are too large");
      else texts.set(name, Buffer.from(found.bytes).toString());
    }
  }
  return texts;
}

function historyOf(
  events: readonly PortableEvent[],
  texts: ReadonlyMap<string, string | null>,
  findings: Findings,
): StateHistory | null {
  const streams = new Set(events.filter(isStateEvent).map(({ stream }) => stream));
  if (streams.size !== 1) return null;
  const own = events.filter(({ stream }) => /^(?:state|use)$/.test(streamKind(stream) ?? ""));
  const end = replayEvents(own, null, (event) =>
    findings.error(
      "E_CHAIN",
      { file: HISTORY_EVENTS },
      `Event ${event.seq} of "${event.stream}" records another hash than the rebuilt state has`,
    ),
  );
  if (end === null) return null;
  const text = (name: string) => texts.get(name) ?? null;
  const redacted = [...texts].filter(([, content]) => content === null).map(([name]) => name);
  return { events: own, state: end.state, head: end.hash, text, redacted };
}
