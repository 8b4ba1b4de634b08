import { open } from "node:fs/promises";
import { isObject, type JsonObject } from "../base/json/value.ts";
import { boundDepth } from "./bound-depth.ts";
import { statRegularFile } from "./regular-file.ts";

const HEAD_BYTES = 64 * 1024;

/** A first prompt may be a pasted file; more than this is nobody's first records. */
const MAX_HEAD_BYTES = 8 * 1024 * 1024;

/** The first records of a file, as far as they are needed; what is cut off or damaged is left out. */
export async function readHead(
  path: string,
  isEnough = (records: readonly JsonObject[]) => records.length > 0,
): Promise<JsonObject[]> {
  const size = (await statRegularFile(path))?.size ?? 0;
  const most = Math.min(size, MAX_HEAD_BYTES);
  for (let bytes = HEAD_BYTES; ; bytes *= 4) {
    const records = recordsOf(await headText(path, Math.min(bytes, most)));
    if (bytes >= most || isEnough(records)) return records;
  }
}

/** The first part of a file as text; empty for what is no file. */
export async function headText(path: string, maxBytes = HEAD_BYTES): Promise<string> {
  if ((await statRegularFile(path)) === null) return "";
  const handle = await open(path, "r").catch(() => null);
  if (handle === null) return "";
  try {
    const buffer = Buffer.alloc(maxBytes);
    const { bytesRead } = await handle.read(buffer, 0, maxBytes, 0);
    return buffer.toString("utf8", 0, bytesRead).replace(/^\uFEFF/, "");
  } finally {
    await handle.close();
  }
}

/** The JSON objects among the lines of a text. */
export function recordsOf(text: string): JsonObject[] {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  return lines.flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      boundDepth(value);
      return isObject(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}
