import { REFRESHED } from "./digest.ts";
import { parseMemoryLine } from "./line.ts";

/**
 * Notes of the ledger that a memory has lost, or has in other words. A run completes the file before it adds
 * the line of its refresh, so everything that was noted before that line has to be there. What was noted
 * before the steward last accepted a changed memory may be missing.
 */
export function lostNotes(lines: readonly string[], notes: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const line of lines) left.set(line, (left.get(line) ?? 0) + 1);
  const kinds = notes.map((line) => parseMemoryLine(line)?.kind);
  const accepted = kinds.lastIndexOf("memory_accepted");
  const complete = notes.findLastIndex(
    (line, index) => kinds[index] === REFRESHED && left.has(line),
  );
  return notes.slice(accepted + 1, complete + 1).filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
