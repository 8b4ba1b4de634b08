import { open } from "node:fs/promises";
import { isObject, type JsonObject } from "../base/json/value.ts";

const HEAD_BYTES = 64 * 1024;

/** The records in the first part of a file; what is cut off or damaged is left out. */
export async function readHead(path: string, maxBytes = HEAD_BYTES): Promise<JsonObject[]> {
  return recordsOf(await headText(path, maxBytes));
}

/** The first part of a file as text; empty for what is no file. */
export async function headText(path: string, maxBytes = HEAD_BYTES): Promise<string> {
  const handle = await open(path, "r").catch(() => null);
  if (handle === null) return "";
  try {
    const buffer = Buffer.alloc(maxBytes);
    const { bytesRead } = await handle.read(buffer, 0, maxBytes, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return ""; // A folder can be opened and not read.
  } finally {
    await handle.close();
  }
}

/** The JSON objects among the lines of a text. */
export function recordsOf(text: string): JsonObject[] {
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isObject(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}
