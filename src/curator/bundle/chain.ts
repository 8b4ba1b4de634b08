/** The chain of recorded refreshes: in the memory, where earlier versions wrote it, and from there on in the audit file. */

import { sha256 } from "../../base/hash.ts";
import { parseAuditLine, REFRESHED } from "../audit/entry.ts";
import { parseMemoryLine } from "../memory/line.ts";
import { AUDIT, EVENTS } from "../workspace/layout.ts";

/** Where refreshes are recorded. */
export interface RefreshRecords {
  readonly memory: readonly string[];
  readonly audit: Iterable<string>;
}

/** What the records of refreshes say, if they can be believed. */
export interface RefreshChain {
  /** How many refreshes are recorded, as far as the lines were read. */
  readonly count: number;
  /** Where the chain is broken. */
  readonly faults: readonly ChainFault[];
  readonly newest: RecordedRefresh | null;
  readonly last: LastRefresh | null;
}

/** A line that does not fit into the chain. */
export interface ChainFault {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** A refresh as a line records it. */
interface RecordedRefresh {
  readonly at: string;
  readonly hash: string;
  readonly prev: string | null;
  /** SHA-256 of the line before; undefined in the memory, whose lines do not name it. */
  readonly prevLine: string | null | undefined;
  readonly files: ReadonlyMap<string, string>;
  readonly file: string;
  readonly line: number;
  /** SHA-256 of the line. */
  readonly sha256: string;
}

/** The newest refresh, and which curated files it changed and left as they were. */
interface LastRefresh {
  readonly at: string;
  readonly changed: string[];
  readonly unchanged: string[];
}

/** After so many faults no more lines are read. */
const MAX_FAULTS = 20;

/** Follows the recorded refreshes from the first one to the newest. */
export function followRefreshes(records: RefreshRecords): RefreshChain {
  const faults: ChainFault[] = [];
  let count = 0;
  let before: RecordedRefresh | null = null;
  let newest: RecordedRefresh | null = null;
  for (const found of refreshesIn(records)) {
    if ("message" in found) faults.push(found);
    else {
      const { file, line } = found;
      const message = linkFault(found, newest);
      if (message !== null) faults.push({ file, line, message });
      before = newest;
      newest = found;
      count++;
    }
    if (faults.length === MAX_FAULTS) break;
  }
  return { count, faults, newest, last: newest && compareRefreshes(newest, before) };
}

/** Why a refresh does not follow the one before; null if it does. */
function linkFault(own: RecordedRefresh, before: RecordedRefresh | null): string | null {
  if (own.prev !== (before?.hash ?? null)) {
    const expected = before === null ? "none" : before.hash.slice(0, 12);
    return `The refresh before it was ${expected}, and it names another`;
  }
  if (own.prevLine === undefined || own.prevLine === (before?.sha256 ?? null)) return null;
  return "The line before it was changed after this line was written";
}

/** Every recorded refresh, oldest first, and lines of the audit file that record none. */
function* refreshesIn({ memory, audit }: RefreshRecords): Generator<RecordedRefresh | ChainFault> {
  for (const [index, text] of memory.entries()) {
    const found = text.includes(` ${REFRESHED} (`) ? refreshInMemory(text) : null;
    if (found !== null) yield { ...found, file: EVENTS, line: index + 1, sha256: sha256(text) };
  }
  let line = 0;
  for (const text of audit) {
    line++;
    const entry = parseAuditLine(text);
    if (entry === null) {
      yield { file: AUDIT, line, message: "The line is not a record of a refresh" };
      continue;
    }
    const { bundle: hash, ...rest } = entry;
    yield { ...rest, hash, file: AUDIT, line, sha256: sha256(text) };
  }
}

/** A line without the hash before it repeats what the audit file has, and is no part of the chain. */
function refreshInMemory(text: string): Omit<RecordedRefresh, "file" | "line" | "sha256"> | null {
  const parsed = parseMemoryLine(text);
  const prev = parsed?.facts.prev;
  if (parsed?.kind !== REFRESHED || prev === undefined) return null;
  return {
    at: parsed.at,
    hash: (parsed.facts.bundle ?? "").replace("sha256:", ""),
    prev: prev === "none" ? null : prev.replace("sha256:", ""),
    prevLine: undefined,
    files: hashesOf(parsed.text),
  };
}

/** The files of a refresh in the memory, written as `name=hash name=hash`. */
function hashesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(" ").flatMap((pair) => {
      const at = pair.indexOf("=");
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : [];
    }),
  );
}

function compareRefreshes(newest: RecordedRefresh, before: RecordedRefresh | null): LastRefresh {
  const isSame = ([name, hash]: readonly [string, string]) => before?.files.get(name) === hash;
  const files = [...newest.files];
  return {
    at: newest.at,
    changed: files.filter((file) => !isSame(file)).map(([name]) => name),
    unchanged: files.filter(isSame).map(([name]) => name),
  };
}
