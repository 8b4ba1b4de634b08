/**
 * Keeps `memory/events.md` and the ledger in agreement without ever rewriting the file. The file must
 * begin with the bytes that the last run recorded. What follows is either a note that the ledger has
 * already, or a line that a person added, which becomes a note. A note that is not in the file yet,
 * because a process ended too early, is to be appended.
 */

import { HoldallError } from "../../base/errors.ts";
import { createSha256, sha256 } from "../../base/hash.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { EVENTS } from "../workspace/layout.ts";
import { emptyDigest, foldLines, type MemoryDigest } from "./digest.ts";

/** How far `memory/events.md` was read: its bytes, their hash, its lines, and notes of the ledger in it. */
export interface MemoryMark {
  readonly bytes: number;
  readonly sha256: string;
  readonly last_line: number;
  readonly noted: number;
}

/** The memory as it is and as it has to become. */
export interface Memory {
  readonly bytes: Uint8Array;
  /** Lines of the file. */
  readonly fileLines: number;
  /** The file and the notes that it lacks, in short. */
  readonly digest: MemoryDigest;
  /** Lines that people added since the last run. */
  readonly added: readonly string[];
  /** Notes of the ledger that the file does not have yet. */
  readonly missing: readonly string[];
  /** The mark of the last run. */
  readonly mark: MemoryMark;
  /** What an earlier run looked for in the beginning of the file. */
  readonly named: NamedLines;
  /** Whether the ledger had notes that the last run did not know. */
  readonly hasNewNotes: boolean;
  /** SHA-256 of the file with a text appended. */
  hashWith(text: string): string;
}

/** The digest of the first bytes of a memory, as an earlier run kept it. */
export interface KeptDigest {
  readonly bytes: number;
  readonly sha256: string;
  /** How many events it lists. */
  readonly keep: number;
  readonly digest: MemoryDigest;
  readonly named: NamedLines;
}

/** Which line of the first bytes of a memory names some ids last; null where none does. */
export interface NamedLines {
  readonly bytes: number;
  readonly lines: Readonly<Record<string, number | null>>;
}

/** What a memory is read with. */
export interface MemoryReading {
  /** Notes that were recorded since the last run. */
  readonly notes: readonly string[];
  /** How many of the newest events are wanted. */
  readonly keep: number;
  readonly kept: KeptDigest | null;
}

/** Compares the file with the mark of the last run and with the notes that were recorded since. */
export function reconcileMemory(
  bytes: Uint8Array,
  mark: MemoryMark,
  { notes, keep, kept }: MemoryReading,
): Memory {
  const hash = createSha256().update(bytes.subarray(0, mark.bytes));
  if (bytes.length < mark.bytes || hash.copy().digest("hex") !== mark.sha256) throw mutated(mark);
  hash.update(bytes.subarray(mark.bytes));
  const tail = memoryLines(bytes.subarray(mark.bytes));
  const usable = isUsable(kept, mark, keep) ? kept : null;
  const ofFile =
    usable === null
      ? foldLines(emptyDigest, memoryLines(bytes), keep)
      : foldLines(usable.digest, tail, keep);
  const pending = countLines(notes);
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
  return {
    bytes,
    added,
    missing,
    mark,
    hasNewNotes: notes.length > 0,
    fileLines: ofFile.lines,
    named: usable?.named ?? { bytes: 0, lines: {} },
    digest: foldLines(ofFile, missing, keep),
    hashWith: (text) => hash.copy().update(text).digest("hex"),
  };
}

/** Only what follows the mark is read, if an earlier run kept the digest of what precedes it. */
function isUsable(kept: KeptDigest | null, mark: MemoryMark, keep: number): boolean {
  return kept?.keep === keep && kept.bytes === mark.bytes && kept.sha256 === mark.sha256;
}

/** Every line of the file, and then the notes that it lacks. */
export function readLines({ bytes, missing }: Memory): readonly string[] {
  return [...memoryLines(bytes), ...missing];
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
  const isMoved = recorded > 0 || memory.hasNewNotes || memory.mark.noted > end;
  return {
    bytes: memory.bytes.length + Buffer.byteLength(added),
    sha256: memory.hashWith(added),
    last_line: memory.fileLines + lines.length,
    noted: isMoved ? end + recorded : memory.mark.noted,
  };
}

/** The lines of a memory, without their ends. */
export function memoryLines(bytes: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(bytes);
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function withoutFrontMatter(lines: readonly string[], mark: MemoryMark): readonly string[] {
  if (mark.bytes > 0 || lines[0] !== "---") return lines;
  const end = lines.indexOf("---", 1);
  return end === -1 ? lines : lines.slice(end + 1);
}

function countLines(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function mutated({ bytes, last_line: line }: MemoryMark): HoldallError {
  return new HoldallError(
    "E_MEMORY_MUTATED",
    `Cannot use "${EVENTS}": its first ${formatCount(line, "line")} (${formatCount(bytes, "byte")}) are not those of the last run`,
    { cure: "restore the file, or accept the change with --accept-memory as the steward" },
  );
}
