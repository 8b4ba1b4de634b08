import { open } from "node:fs/promises";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { statRegularFile } from "../regular-file.ts";
import { boundDepth } from "./bound-depth.ts";
import { splitRecords } from "./split-records.ts";

const HEAD_BYTES = 64 * 1024;

/** A first prompt may be a pasted file; more than this is nobody's first records. */
const MAX_HEAD_BYTES = 8 * 1024 * 1024;

/**
 * The first records of a file, as far as they are needed; what is cut off or damaged is left out, and so is
 * what `mayMatter` refuses by its line.
 */
export async function readHead(
  path: string,
  isEnough = (records: readonly JsonObject[]) => records.length > 0,
  mayMatter = (_line: string) => true,
): Promise<JsonObject[]> {
  const size = (await statRegularFile(path))?.size ?? 0;
  const most = Math.min(size, MAX_HEAD_BYTES);
  const records: JsonObject[] = [];
  let from = 0; // What was read before is not read again, but for the line that was cut off.
  for (let bytes = HEAD_BYTES; ; bytes *= 4) {
    const block = await readBytes(path, from, Math.min(bytes, most));
    const end = block.lastIndexOf(NEWLINE) + 1;
    const lines = block.toString("utf8", 0, end);
    for (const record of recordsOf(lines, mayMatter, from === 0)) records.push(record);
    const cutOff = recordsOf(block.toString("utf8", end), mayMatter, from === 0 && end === 0);
    from += end;
    const all = [...records, ...cutOff];
    if (bytes >= most || isEnough(all)) return all;
  }
}

const NEWLINE = 10;

/** The first part of a file as text; empty for what is no file. */
export async function headText(path: string, maxBytes = HEAD_BYTES): Promise<string> {
  return withoutByteOrderMark((await readBytes(path, 0, maxBytes)).toString("utf8"));
}

/** The bytes of a file from one place up to another; none for what is no file. */
async function readBytes(path: string, from: number, end: number): Promise<Buffer> {
  const none = Buffer.alloc(0);
  if ((await statRegularFile(path)) === null) return none;
  const handle = await open(path, "r").catch(() => null);
  if (handle === null) return none;
  try {
    const buffer = Buffer.alloc(end - from);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The JSON objects among the lines of a text. */
export function recordsOf(
  text: string,
  mayMatter = (_line: string) => true,
  isBeginning = true,
): JsonObject[] {
  const lines = (isBeginning ? withoutByteOrderMark(text) : text).split("\n");
  return lines.flatMap((line) => {
    if (!mayMatter(line)) return [];
    const record = recordIn(line);
    if (record !== null) return [record];
    const parts = (line.includes('}{"') ? splitRecords(line) : null) ?? [];
    return parts.map(({ text }) => recordIn(text)).filter((part) => part !== null);
  });
}

function recordIn(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    boundDepth(value);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
