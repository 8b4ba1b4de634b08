import { parseMemoryLine } from "./line.ts";
import type { Memory } from "./reconcile.ts";

/**
 * The newest line of the memory that names each of some ids, among its own lines and those that are to
 * be appended; null for an id that none names. The bytes are searched from the end, because what is looked
 * for is recent, and for an id that an earlier run looked for only as far as that run had not.
 */
export function findNamed(
  memory: Memory,
  appended: readonly string[],
  ids: readonly string[],
): ReadonlyMap<string, number | null> {
  const found = new Map<string, number | null>();
  const bytes = Buffer.from(memory.bytes.buffer, memory.bytes.byteOffset, memory.bytes.length);
  for (const id of new Set(ids)) {
    const at = appended.findLastIndex((line) => namesId(line, id));
    found.set(id, at === -1 ? findInFile(memory, bytes, id) : memory.fileLines + at + 1);
  }
  return found;
}

function findInFile({ named, fileLines }: Memory, bytes: Buffer, id: string): number | null {
  const before = Object.hasOwn(named.lines, id) ? named.lines[id] : undefined;
  if (before === undefined) return findInBytes(bytes, fileLines, id);
  return findInBytes(bytes.subarray(named.bytes), fileLines, id) ?? before;
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

/** Lines that begin after a position. */
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
