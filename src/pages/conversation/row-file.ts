import { type FileHandle, open, rm } from "node:fs/promises";

/** Texts by number, in a file: memory has two numbers for each. They may be written in any order. */
export interface RowFile {
  write(number: number, text: string): Promise<void>;
  /**
   * The texts from one number on, at most `limit` of them and no more than fit into `bytes`, but at least
   * one; null for a text that was not written.
   */
  read(from: number, limit: number, bytes: number): Promise<readonly (string | null)[]>;
  /** Closes and removes the file. */
  close(): Promise<void>;
}

/** Bytes that are collected before they are written. */
const WRITE_BYTES = 1024 * 1024;
/** Bytes between two texts that are read together: one larger read costs less than two. */
const GAP = 64 * 1024;

/** Where a text is in the file. */
interface Place {
  readonly at: number;
  readonly bytes: number;
}

/** Creates the file, which only this user can read. */
export async function createRowFile(path: string): Promise<RowFile> {
  const handle = await open(path, "wx+", 0o600);
  const starts: number[] = [];
  const lengths: number[] = [];
  let end = 0;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;

  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    const bytes = Buffer.concat(waiting);
    [waiting, waitingBytes] = [[], 0];
    await handle.appendFile(bytes);
  }

  function placeOf(number: number): Place | null {
    const at = starts[number] ?? -1;
    const bytes = lengths[number] ?? 0;
    return at === -1 ? null : { at, bytes };
  }

  return {
    async write(number, text) {
      const bytes = Buffer.from(text);
      // Without gaps, so that the lists stay lists of numbers.
      while (starts.length < number) {
        starts.push(-1);
        lengths.push(0);
      }
      starts[number] = end;
      lengths[number] = bytes.length;
      end += bytes.length;
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes > WRITE_BYTES) await flush();
    },
    async read(from, limit, most) {
      await flush();
      const places: (Place | null)[] = [];
      let bytes = 0;
      for (let number = from; number < from + limit; number++) {
        const place = placeOf(number);
        bytes += place?.bytes ?? 0;
        if (places.length > 0 && bytes > most) break;
        places.push(place);
      }
      return readPlaces(handle, places);
    },
    async close() {
      await handle.close();
      await rm(path, { force: true });
    },
  };
}

/** The texts at places, in the order of the places. */
async function readPlaces(
  handle: FileHandle,
  places: readonly (Place | null)[],
): Promise<readonly (string | null)[]> {
  const ordered = places.filter((place) => place !== null).sort((a, b) => a.at - b.at);
  const texts = new Map<Place, string>();
  for (let first = 0; first < ordered.length; ) {
    const start = ordered[first]?.at ?? 0;
    let end = start;
    let next = first;
    for (; next < ordered.length; next++) {
      const place = ordered[next];
      if (place === undefined || place.at > end + GAP) break;
      end = place.at + place.bytes;
    }
    const bytes = Buffer.allocUnsafe(end - start);
    await handle.read(bytes, 0, bytes.length, start);
    for (const place of ordered.slice(first, next)) {
      texts.set(place, bytes.toString("utf8", place.at - start, place.at - start + place.bytes));
    }
    first = next;
  }
  return places.map((place) => (place === null ? null : (texts.get(place) ?? null)));
}
