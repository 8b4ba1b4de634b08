import { open, readdir } from "node:fs/promises";
import { isObject, type JsonObject } from "../base/json/value.ts";

/** Heads are looked at in thousands of files: no more than this of each. */
const HEAD_BYTES = 16 * 1024;

/** The records in the first bytes of a file, whole lines only; empty for what cannot be read. */
export async function readHead(path: string, bytes = HEAD_BYTES): Promise<readonly JsonObject[]> {
  const records: JsonObject[] = [];
  for (const line of (await headText(path, bytes)).split("\n")) {
    try {
      const value: unknown = JSON.parse(line);
      if (isObject(value)) records.push(value);
    } catch {
      // The last line of the head is often cut, and a damaged one says nothing about the others.
    }
  }
  return records;
}

/** The first bytes of a file as text; empty when there is no such file. */
export async function headText(path: string, bytes = HEAD_BYTES): Promise<string> {
  try {
    const handle = await open(path, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return "";
  }
}

/** The names in a folder, sorted; none when there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    return [];
  }
}
