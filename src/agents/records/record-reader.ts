import { sha256 } from "../../base/hash.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { SourceFile } from "../agent.ts";
import { boundDepth } from "./bound-depth.ts";
import type { RecordLocation } from "./scan-records.ts";

/** A record read again. */
export interface ReadRecord {
  readonly value: JsonObject;
  /** SHA-256 of its bytes; null where nobody asks for it. */
  readonly raw: string | null;
}

/** What is wanted of a record, found without parsing it; null where that takes more than a look. */
export type Glance = (bytes: Buffer) => JsonObject | null;

/** Reads records of one file again, by their places. */
export interface RecordReader {
  /** Whether the next reading of it will not wait. */
  holds(location: RecordLocation): boolean;
  /**
   * Without a promise where the bytes are held already, as most are: waiting costs more than a short record.
   * `glance` may tell what is wanted of a record from its bytes alone; what it gives null for is parsed.
   */
  read(location: RecordLocation, glance?: Glance): ReadRecord | Promise<ReadRecord>;
  close(): Promise<void>;
}

/** Going on costs less than opening anew, up to about this far. */
const MAX_SKIP = 4 * 1024 * 1024;

/** Records are told nearly in the order of the file: what is just behind is kept for going back. */
const MAX_CHUNKS = 3;

interface Chunk {
  readonly from: number;
  readonly bytes: Uint8Array;
}

/** Opens a file for reading records by place; places in the order of the file cost one pass. */
export function openRecords(file: SourceFile): RecordReader {
  const stretch = openWindow(file);
  const recordOf = (bytes: Uint8Array, glance?: Glance): ReadRecord => {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const value = glance?.(whole) ?? parseRecord(whole);
    return { value, raw: file.isUnhashed ? null : sha256(bytes) };
  };
  const bytesOf = ({ offset, bytes }: RecordLocation) => {
    const held = stretch.bytesAt(offset, bytes);
    return held?.length === bytes ? held : null;
  };
  const parsed = file.isUnhashed ? file.held : undefined; // The hash of a parsed record is nowhere.
  let inOneBatch = 0;
  return {
    holds(location) {
      if (!parsed?.has(location.offset)) return bytesOf(location) !== null;
      // Who takes what is held in one batch should not have all of a session at once.
      inOneBatch = (inOneBatch + 1) % MAX_BATCH;
      return inOneBatch > 0;
    },
    read(location, glance) {
      const value = parsed?.read(location.offset);
      if (value !== undefined) return { value, raw: null };
      const held = bytesOf(location);
      if (held !== null) return recordOf(held, glance);
      return readBytes(stretch, location).then((bytes) => recordOf(bytes, glance));
    },
    close: stretch.close,
  };
}

/** Held records that are given in one batch. */
const MAX_BATCH = 128;

/** The part of a file that is held, which moves along with what is read. */
interface Window {
  /** Goes where `offset` is held, or will be after some advancing. */
  seek(offset: number): Promise<void>;
  /** Holds one more chunk and lets go of the oldest; false at the end of the file. */
  advance(): Promise<boolean>;
  /** At most so many bytes from `offset` on; null when that place is not held. */
  bytesAt(offset: number, most: number): Uint8Array | null;
  close(): Promise<void>;
}

function openWindow(file: SourceFile): Window {
  let stream: AsyncIterator<Uint8Array> | null = null;
  let held: Chunk[] = [];
  /** Where the next chunk begins. */
  let end = 0;

  async function close(): Promise<void> {
    await stream?.return?.();
    stream = null;
  }

  return {
    async seek(offset) {
      const start = held[0]?.from ?? end;
      if (stream !== null && offset >= start && offset <= end + MAX_SKIP) return;
      await close();
      // One more than is held: the next one comes before the oldest is let go.
      const bytes = file.readOnce?.(offset, MAX_CHUNKS + 1) ?? file.read(offset);
      stream = bytes[Symbol.asyncIterator]();
      held = [];
      end = offset;
    },
    async advance() {
      const next = await stream?.next();
      if (next === undefined || next.done === true) return false;
      held.push({ from: end, bytes: next.value });
      end += next.value.length;
      if (held.length > MAX_CHUNKS) held.shift();
      return true;
    },
    bytesAt(offset, most) {
      const chunk = held.find(({ from, bytes }) => offset >= from && offset < from + bytes.length);
      return chunk?.bytes.subarray(offset - chunk.from, offset - chunk.from + most) ?? null;
    },
    close,
  };
}

async function readBytes(stretch: Window, { offset, bytes }: RecordLocation): Promise<Uint8Array> {
  await stretch.seek(offset);
  const pieces: Uint8Array[] = [];
  for (let need = bytes; need > 0; ) {
    const piece = stretch.bytesAt(offset + bytes - need, need);
    if (piece !== null) {
      // A copy of what goes on in the next chunk: the file may put a later one in its place.
      pieces.push(piece.length === bytes ? piece : Buffer.from(piece));
      need -= piece.length;
    } else if (!(await stretch.advance())) break; // The file became shorter meanwhile.
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}

/** The scan has parsed these bytes once; a file that changed since gives an empty record. */
function parseRecord(bytes: Buffer): JsonObject {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    boundDepth(value);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
