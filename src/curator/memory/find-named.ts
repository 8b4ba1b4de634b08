import { parseMemoryLine } from "./line.ts";
import type { Memory } from "./reconcile.ts";

/**
 * The newest line of the memory that names each of some ids, among its own lines and those that are to
 * be appended. The bytes are searched from the end, because what is looked for is recent.
 */
export function findNamed(
  memory: Memory,
  appended: readonly string[],
  ids: readonly string[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const bytes = Buffer.from(memory.bytes.buffer, memory.bytes.byteOffset, memory.bytes.length);
  for (const id of new Set(ids)) {
    const at = appended.findLastIndex((line) => namesId(line, id));
    const line = at === -1 ? findInBytes(bytes, memory.fileLines, id) : memory.fileLines + at + 1;
    if (line !== null) found.set(id, line);
  }
  return found;
}

function findInBytes(bytes: Buffer, lines: number, id: string): number | null {
  if (id === "") return null;
  for (let at = bytes.lastIndexOf(id); at !== -1; ) {
    const start = bytes.lastIndexOf(10, at) + 1;
    const end = bytes.indexOf(10, at);
    const line = bytes.toString("utf8", start, end === -1 ? bytes.length : end);
    if (namesId(line.endsWith("\r") ? line.slice(0, -1) : line, id)) {
      return lines - countLinesAfter(bytes, at);
    }
    if (start < 2) return null;
    at = bytes.lastIndexOf(id, start - 2);
  }
  return null;
}

/** Lines that begin behind a place. */
function countLinesAfter(bytes: Buffer, place: number): number {
  let count = 0;
  for (let at = bytes.indexOf(10, place); at !== -1 && at < bytes.length - 1; count++) {
    at = bytes.indexOf(10, at + 1);
  }
  return count;
}

function namesId(line: string, id: string): boolean {
  const facts = parseMemoryLine(line)?.facts ?? {};
  return Object.values(facts).includes(id);
}
