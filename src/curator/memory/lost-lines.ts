import { REFRESHED } from "../audit/entry.ts";
import { missingLines } from "../audit/lines.ts";
import { parseMemoryLine } from "./line.ts";
import { auditLinesOf, type RecordedLine } from "./noted.ts";

/** What is on disk of the lines that the ledger has. */
export interface WrittenLines {
  readonly memory: readonly string[];
  /** The bytes of the audit file. */
  readonly audit: Uint8Array;
  /** Proofs of refreshes whose files are not all written. */
  readonly unfinished: ReadonlySet<string>;
}

/** Lines of the ledger that are not on disk. */
export interface LostLines {
  /** Of the memory, or there in other words. */
  readonly memory: readonly string[];
  /** Of the audit file. */
  readonly audit: readonly string[];
  /** How many lines of the audit file an unfinished refresh has yet to write. */
  readonly unwritten: number;
}

/**
 * Compares the ledger with what is on disk. A refresh that is finished has completed the memory before it added its
 * line to the audit file, so everything that was recorded before has to be there. What was noted before the steward
 * last accepted a changed memory may be missing from it.
 */
export function lostLines(
  recorded: readonly RecordedLine[],
  { memory, audit, unfinished }: WrittenLines,
): LostLines {
  const left = new Map<string, number>();
  for (const line of memory) left.set(line, (left.get(line) ?? 0) + 1);
  const kinds = recorded.map(({ line, isAudit }) => (isAudit ? null : parseMemoryLine(line)?.kind));
  const isDone = ({ proof }: RecordedLine) => proof === null || !unfinished.has(proof);
  const accepted = kinds.lastIndexOf("memory_accepted");
  const complete = recorded.findLastIndex((each, index) =>
    each.isAudit ? isDone(each) : kinds[index] === REFRESHED && left.has(each.line),
  );
  const absent = new Set(missingLines(audit, auditLinesOf(recorded)));
  const lost = recorded.filter((each) => each.isAudit && absent.has(each.line) && isDone(each));
  return {
    memory: recorded.slice(accepted + 1, complete + 1).flatMap(({ line, isAudit }) => {
      if (isAudit) return [];
      const count = left.get(line) ?? 0;
      left.set(line, count - 1);
      return count <= 0 ? [line] : [];
    }),
    audit: lost.map(({ line }) => line),
    unwritten: absent.size - lost.length,
  };
}
