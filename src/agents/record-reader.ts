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

/** Opens a file for reading records by place; places in the order of the file cost one pass. */
export function openRecords(file: SourceFile): RecordReader {
  let stream: AsyncIterator<Uint8Array> | null = null;
  let held: Uint8Array = new Uint8Array(0);
  let heldFrom = 0;

  async function close(): Promise<void> {
    await stream?.return?.();
    stream = null;
  }

  async function seek(offset: number): Promise<void> {
    const heldTo = heldFrom + held.length;
    if (stream !== null && offset >= heldFrom && offset <= heldTo + NEAR) return;
    await close();
    stream = file.read(offset)[Symbol.asyncIterator]();
    held = new Uint8Array(0);
    heldFrom = offset;
  }

  /** Takes the bytes from `offset` on; what is before them is let go. */
  async function take({ offset, bytes }: RecordPlace): Promise<Uint8Array> {
    await seek(offset);
    const pieces: Uint8Array[] = [];
    for (let need = bytes; need > 0; ) {
      const skip = offset + (bytes - need) - heldFrom;
      if (skip < held.length) {
        const piece = held.subarray(skip, skip + need);
        pieces.push(piece);
        need -= piece.length;
        continue;
      }
      const next = await stream?.next();
      if (next === undefined || next.done === true) break; // The file became shorter meanwhile.
      heldFrom += held.length;
      held = next.value;
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
    const value: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
