/**
 * Server-sent events as the WHATWG specification describes them, over bytes: a chunk may end
 * anywhere, also between CR and LF or inside a character. An event above the limit is cut, reported
 * and skipped; the stream continues.
 */

import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { decodeUtf8 } from "../../base/text/text.ts";

/** One event of an event stream. */
export interface SseEvent {
  readonly event: string | null;
  /** Its data lines, joined; only the beginning if it was too long. */
  readonly data: string;
  /** Size of its lines in bytes. */
  readonly bytes: number;
  readonly isTooLong: boolean;
  /** Whether its bytes were UTF-8; otherwise `data` contains replacement characters. */
  readonly isUtf8: boolean;
}

const LF = 10;
const CR = 13;
const COLON = 58;
/** Bytes that are kept of an event above its limit, to identify it. */
const KEPT_BYTES = 1024;

/** Splits a stream of bytes into events. Memory is bounded by one event. */
export async function* readSse(
  chunks: AsyncIterable<Uint8Array>,
  maxEventBytes: number,
): AsyncGenerator<SseEvent> {
  const event = createEvent();
  for await (const line of readLines(chunks, maxEventBytes)) {
    if (line.bytes > 0) event.add(line, maxEventBytes);
    else yield* event.take();
  }
  // The specification drops an unfinished last event; here it may be the only trace of an error.
  yield* event.take();
}

interface Line {
  /** What was kept of it. */
  readonly kept: Uint8Array;
  readonly bytes: number;
}

async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Line> {
  let pieces: Uint8Array[] = [];
  let kept = 0;
  let bytes = 0;
  let isAfterReturn = false;
  const add = (piece: Uint8Array) => {
    bytes += piece.length;
    const fitting = piece.subarray(0, Math.max(0, maxBytes - kept));
    if (fitting.length > 0) pieces.push(fitting);
    kept += fitting.length;
  };
  const end = (): Line => {
    const line = { kept: Buffer.concat(pieces, kept), bytes };
    pieces = [];
    [kept, bytes] = [0, 0];
    return line;
  };
  for await (const chunk of chunks) {
    let start = isAfterReturn && chunk[0] === LF ? 1 : 0;
    if (chunk.length > 0) isAfterReturn = false;
    for (let at = breakIn(chunk, start); at !== -1; at = breakIn(chunk, start)) {
      add(chunk.subarray(start, at));
      yield end();
      const isReturn = chunk[at] === CR;
      start = isReturn && chunk[at + 1] === LF ? at + 2 : at + 1;
      isAfterReturn = isReturn && at + 1 === chunk.length;
    }
    add(chunk.subarray(start));
  }
  if (bytes > 0) yield end();
}

function breakIn(chunk: Uint8Array, start: number): number {
  for (let at = start; at < chunk.length; at++) {
    if (chunk[at] === LF || chunk[at] === CR) return at;
  }
  return -1;
}

/** The event that is being received. */
function createEvent() {
  let name: string | null = null;
  let data: string[] = [];
  let bytes = 0;
  let isUtf8 = true;
  let isTooLong = false;
  return {
    add(line: Line, maxBytes: number): void {
      if (line.kept[0] === COLON) return; // A comment.
      bytes += line.bytes;
      if (isTooLong) return;
      isTooLong = bytes > maxBytes;
      const kept = isTooLong ? line.kept.subarray(0, KEPT_BYTES) : line.kept;
      const text = decodeUtf8(kept);
      if (text === null && !isTooLong) isUtf8 = false;
      const { field, value } = parseField(text ?? new TextDecoder().decode(kept));
      if (field === "event" && value !== "") name = value;
      if (field === "data") data.push(value);
    },
    *take(): Generator<SseEvent> {
      const text = isTooLong ? data.join("\n").slice(0, KEPT_BYTES) : data.join("\n");
      if (name !== null || data.length > 0) {
        yield { event: name, data: text, bytes, isTooLong, isUtf8 };
      }
      [name, data, bytes, isUtf8, isTooLong] = [null, [], 0, true, false];
    },
  };
}

function parseField(line: string): { readonly field: string; readonly value: string } {
  const text = withoutByteOrderMark(line);
  const colon = text.indexOf(":");
  if (colon === -1) return { field: text, value: "" };
  const value = text.slice(colon + 1);
  return { field: text.slice(0, colon), value: value.startsWith(" ") ? value.slice(1) : value };
}
