import type { Stats } from "node:fs";
import { open } from "node:fs/promises";
import type { JsonObject } from "../../base/json/value.ts";
import { recordsOf } from "./read-head.ts";

const TAIL_BYTES = 64 * 1024;

/** A last record may contain a picture; before a longer one nobody looks. */
const MAX_TAIL_BYTES = 1024 * 1024;

/** Programs write seconds or milliseconds; so many seconds are 5,000 years. */
const MAX_SECONDS = 100_000_000_000;

/**
 * When the last record of a log was written that has a time: a copied log has the date of the copy. The file's own
 * date where no record has one, or a later one.
 */
export async function lastRecordTime(path: string, { size, mtimeMs }: Stats): Promise<number> {
  const written_ms = Math.trunc(mtimeMs);
  for (let bytes = TAIL_BYTES; ; bytes *= 4) {
    const from = Math.max(0, size - Math.min(bytes, MAX_TAIL_BYTES));
    const time = lastTimeIn(await readText(path, from, size));
    if (time !== null) return Math.min(time, written_ms);
    if (from === 0 || bytes >= MAX_TAIL_BYTES) return written_ms;
  }
}

/** The time of the last record of a text that has one; its first line may be cut off. */
function lastTimeIn(text: string): number | null {
  for (let end = text.length; end > 0; ) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const times = recordsOf(text.slice(start, end)).map(timeOf);
    const time = times.findLast((each) => each !== null);
    if (time !== undefined) return time;
    end = start - 1;
  }
  return null;
}

function timeOf({ timestamp, time }: JsonObject): number | null {
  const written = timestamp ?? time;
  if (typeof written === "string") return Date.parse(written) || null;
  if (typeof written !== "number" || written <= 0) return null;
  return Math.trunc(written < MAX_SECONDS ? written * 1000 : written);
}

async function readText(path: string, from: number, end: number): Promise<string> {
  const handle = await open(path, "r").catch(() => null); // It may have gone since it was looked at.
  if (handle === null) return "";
  try {
    const buffer = Buffer.alloc(end - from);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
