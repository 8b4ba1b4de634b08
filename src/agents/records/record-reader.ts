import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { SourceFile } from "../agent.ts";
import { boundDepth } from "./bound-depth.ts";
import type { RecordLocation } from "./scan-records.ts";

/** Reads records of one file again, by their locations. */
export interface RecordReader {
  /** Whether the record is in memory, so that reading it does not wait. */
  isBuffered(location: RecordLocation): boolean;
  /** Returns no promise where the bytes are in memory, as most are: waiting costs more than a short record. */
  read(location: RecordLocation): JsonObject | Promise<JsonObject>;
  close(): Promise<void>;
}

/** Continuing costs less than opening again, up to about this far. */
const MAX_SKIP = 4 * 1024 * 1024;

/** Records are read nearly in the order of the file: the last chunks are kept for going back. */
const MAX_CHUNKS = 3;

interface Chunk {
  readonly from: number;
  readonly bytes: Uint8Array;
}

/** Opens a file for reading records by location; locations in the order of the file cost one pass. */
export function openRecords(file: SourceFile): RecordReader {
  const buffer = openWindow(file);
  const bytesOf = ({ offset, bytes }: RecordLocation) => {
    const found = buffer.bytesAt(offset, bytes);
    return found?.length === bytes ? found : null;
  };
  return {
    isBuffered: (location) => bytesOf(location) !== null,
    read(location) {
      const bytes = bytesOf(location);
      return bytes === null ? readBytes(buffer, location).then(parseRecord) : parseRecord(bytes);
    },
    close: buffer.close,
  };
}

/** The part of a file that is in memory, which moves along with what is read. */
interface Window {
  /** Moves to where `offset` is in memory, or will be after some advancing. */
  seek(offset: number): Promise<void>;
  /** Reads one more chunk and drops the oldest; false at the end of the file. */
  advance(): Promise<boolean>;
  /** At most so many bytes from `offset` on; null when they are not in memory. */
  bytesAt(offset: number, most: number): Uint8Array | null;
  close(): Promise<void>;
}

function openWindow(file: SourceFile): Window {
  let stream: AsyncIterator<Uint8Array> | null = null;
  let chunks: Chunk[] = [];
  /** Where the next chunk begins. */
  let end = 0;

  async function close(): Promise<void> {
    await stream?.return?.();
    stream = null;
  }

  return {
    async seek(offset) {
      const start = chunks[0]?.from ?? end;
      if (stream !== null && offset >= start && offset <= end + MAX_SKIP) return;
      await close();
      stream = file.read(offset)[Symbol.asyncIterator]();
      chunks = [];
      end = offset;
    },
    async advance() {
      const next = await stream?.next();
      if (next === undefined || next.done === true) return false;
      chunks.push({ from: end, bytes: next.value });
      end += next.value.length;
      if (chunks.length > MAX_CHUNKS) chunks.shift();
      return true;
    },
    bytesAt(offset, most) {
      const chunk = chunks.find(
        ({ from, bytes }) => offset >= from && offset < from + bytes.length,
      );
      return chunk?.bytes.subarray(offset - chunk.from, offset - chunk.from + most) ?? null;
    },
    close,
  };
}

async function readBytes(buffer: Window, { offset, bytes }: RecordLocation): Promise<Uint8Array> {
  await buffer.seek(offset);
  const pieces: Uint8Array[] = [];
  for (let need = bytes; need > 0; ) {
    const piece = buffer.bytesAt(offset + bytes - need, need);
    if (piece !== null) {
      pieces.push(piece);
      need -= piece.length;
    } else if (!(await buffer.advance())) break; // The file became shorter meanwhile.
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}

/** The scan has parsed these bytes once; a file that changed since gives an empty record. */
function parseRecord(bytes: Uint8Array): JsonObject {
  try {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
    const value: unknown = JSON.parse(text);
    boundDepth(value);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
