/**
 * Keeps `memory/events.md` and the ledger in agreement without ever rewriting the file. The file must
 * begin with the bytes that the last run recorded. What follows is either a note that the ledger has
 * already, or a line that a person added, which becomes a note. A note that is not in the file yet,
 * because a process ended too early, is to be appended.
 */

import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import type { MemoryMark } from "../freshness/watermarks.ts";
import { EVENTS } from "../workspace/layout.ts";

/** The memory as it is and as it has to become. */
export interface Memory {
  readonly bytes: Uint8Array;
  /** Every line of the file, without line ends. */
  readonly lines: readonly string[];
  /** Lines that people added since the last run. */
  readonly added: readonly string[];
  /** Notes of the ledger that the file does not have yet. */
  readonly missing: readonly string[];
  /** The mark of the last run. */
  readonly mark: MemoryMark;
  /** Whether the ledger had notes that the last run did not know. */
  readonly hasNewNotes: boolean;
}

/** Compares the file with the mark of the last run and with the notes that were recorded since. */
export function reconcileMemory(
  bytes: Uint8Array,
  mark: MemoryMark,
  notes: readonly string[],
): Memory {
  if (!startsAsRecorded(bytes, mark)) throw mutated(mark);
  const lines = linesOf(bytes);
  const tail = linesOf(bytes.subarray(mark.bytes));
  const pending = countLinesOf(notes);
  const added = withoutFrontMatter(tail, mark).filter((line) => {
    if (line.trim() === "" || line.startsWith("#")) return false;
    const left = pending.get(line) ?? 0;
    if (left === 0) return true;
    pending.set(line, left - 1);
    return false;
  });
  const missing = notes.filter((line) => {
    const left = pending.get(line) ?? 0;
    if (left > 0) pending.set(line, left - 1);
    return left > 0;
  });
  return { bytes, lines, added, missing, mark, hasNewNotes: notes.length > 0 };
}

/** Whether the file begins with what the last run recorded. */
export function startsAsRecorded(bytes: Uint8Array, mark: MemoryMark): boolean {
  return bytes.length >= mark.bytes && sha256(bytes.subarray(0, mark.bytes)) === mark.sha256;
}

/** The texts to append for some lines, given the file's last byte: an open last line is ended first. */
export function linesToAppend(
  last: number | undefined,
  lines: readonly string[],
): readonly string[] {
  if (lines.length === 0) return [];
  const isOpen = last !== undefined && last !== 10;
  return [...(isOpen ? ["\n"] : []), ...lines.map((line) => `${line}\n`)];
}

/**
 * The mark of a file after lines were appended to it. `end` is how many events the responsibility's
 * stream had, and `recorded` how many notes follow; without either, the earlier place stays.
 */
export function markAfter(
  memory: Memory,
  lines: readonly string[],
  { end, recorded }: { readonly end: number; readonly recorded: number },
): MemoryMark {
  const added = linesToAppend(memory.bytes.at(-1), lines).join("");
  const after = Buffer.concat([memory.bytes, Buffer.from(added)]);
  const isMoved = recorded > 0 || memory.hasNewNotes;
  return {
    bytes: after.length,
    sha256: sha256(after),
    last_line: linesOf(after).length,
    noted: isMoved ? end + recorded : memory.mark.noted,
  };
}

function linesOf(bytes: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(bytes);
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function withoutFrontMatter(lines: readonly string[], mark: MemoryMark): readonly string[] {
  if (mark.bytes > 0 || lines[0] !== "---") return lines;
  const end = lines.indexOf("---", 1);
  return end === -1 ? lines : lines.slice(end + 1);
}

function countLinesOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function mutated({ bytes, last_line: line }: MemoryMark): HoldallError {
  return new HoldallError(
    "E_MEMORY_MUTATED",
    `Cannot use "${EVENTS}": its first ${line} lines (${bytes} bytes) are not those of the last run`,
    { cure: "restore the file, or accept the change with --accept-memory as the steward" },
  );
}
