import { sha256 } from "../base/hash.ts";
import { isObject, type JsonObject } from "../base/json/value.ts";
import type { SourceFile } from "./agent.ts";
import type { RecordPlace } from "./scan-records.ts";

/** A record read again. */
export interface ReadRecord {
  readonly value: JsonObject;
  /** SHA-256 of its bytes. */
  readonly raw: string;
}

/** Reads records of one file again, by their places. */
export interface RecordReader {
  read(place: RecordPlace): Promise<ReadRecord>;
  close(): Promise<void>;
}

/** Going on costs less than opening anew, up to about this far. */
const NEAR = 4 * 1024 * 1024;

/** Records are told nearly in the order of the file: what is just behind is kept for going back. */
const CHUNKS_HELD = 3;

interface Chunk {
  readonly from: number;
  readonly bytes: Uint8Array;
}

/** Opens a file for reading records by place; places in the order of the file cost one pass. */
export function openRecords(file: SourceFile): RecordReader {
  let stream: AsyncIterator<Uint8Array> | null = null;
  let held: Chunk[] = [];
  /** Where the next chunk begins. */
  let end = 0;

  async function close(): Promise<void> {
    await stream?.return?.();
    stream = null;
  }

  async function seek(offset: number): Promise<void> {
    const start = held[0]?.from ?? end;
    if (stream !== null && offset >= start && offset <= end + NEAR) return;
    await close();
    stream = file.read(offset)[Symbol.asyncIterator]();
    held = [];
    end = offset;
  }

  /** Holds one more chunk and lets go of the oldest; false at the end of the file. */
  async function advance(): Promise<boolean> {
    const next = await stream?.next();
    if (next === undefined || next.done === true) return false;
    held.push({ from: end, bytes: next.value });
    end += next.value.length;
    if (held.length > CHUNKS_HELD) held.shift();
    return true;
  }

  async function take({ offset, bytes }: RecordPlace): Promise<Uint8Array> {
    await seek(offset);
    const pieces: Uint8Array[] = [];
    for (let need = bytes; need > 0; ) {
      const at = offset + bytes - need;
      const chunk = held.find((each) => at >= each.from && at < each.from + each.bytes.length);
      if (chunk !== undefined) {
        const piece = chunk.bytes.subarray(at - chunk.from, at - chunk.from + need);
        pieces.push(piece);
        need -= piece.length;
      } else if (!(await advance())) break; // The file became shorter meanwhile.
    }
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
  }

  return {
    async read(place) {
      const bytes = await take(place);
      return { value: parseAgain(bytes), raw: sha256(bytes) };
    },
    close,
  };
}

/** The scan has parsed these bytes once; a file that changed since gives an empty record. */
function parseAgain(bytes: Uint8Array): JsonObject {
  try {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
