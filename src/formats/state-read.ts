/**
 * Reading shared by the state formats. Every fault goes to the findings and reading continues, so
 * that one run reports everything; only what cannot be used at all ends in null.
 */

import { isBlobPath } from "../base/blob-path.ts";
import { checkRecord, matchesRecord, type RecordType } from "../base/check-record.ts";
import { HoldallError } from "../base/errors.ts";
import { type FileEntry, type FileSet, piecesOf } from "../base/file-set.ts";
import { createFindings } from "../base/findings.ts";
import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import { type Line, parseLine, readLines } from "../base/jsonl.ts";
import { findFile, type JsonDocument, readJson } from "../base/read-document.ts";
import { withoutByteOrderMark } from "../base/text/byte-order-mark.ts";
import type { ReadOptions } from "./format.ts";
import { widestLimits } from "./limits.ts";
import type { TrailLine } from "./state-codec.ts";
import type { Trail } from "./state-model.ts";
import { isUsable } from "./state-records.ts";

/** A document and whether its records can be used as their type. */
export interface ReadDocument extends JsonDocument {
  readonly usable: boolean;
}

/** Reads a small JSON file and checks it against its record type. */
export async function readRecord(
  files: FileSet,
  file: string,
  type: RecordType,
  { findings, limits }: ReadOptions,
): Promise<ReadDocument | null> {
  const bounds = { maxBytes: limits.documentBytes, maxValues: limits.documentValues };
  const document = await readJson(files, file, { findings, ...bounds });
  if (!document) return null;
  return { ...document, usable: checkRecord(type, document.value, { file }, findings) };
}

/** The types of a document with a list of entries. */
export interface SnapshotTypes {
  /** The document around the list; the list's elements are not checked by it. */
  readonly head: RecordType;
  readonly entry: RecordType;
  /** Pointer of the list. */
  readonly pointer: "" | "/entries";
}

/** A snapshot and its entries, none of which is known to be good. */
export interface ReadSnapshot extends JsonDocument {
  readonly entries: readonly Json[];
}

/**
 * Reads a snapshot and checks it entry by entry, so that reporting needs no more memory than one
 * entry at a time; null if it cannot be used.
 */
export async function readSnapshot(
  files: FileSet,
  file: string,
  types: SnapshotTypes,
  { findings, limits }: ReadOptions,
): Promise<ReadSnapshot | null> {
  const document = await readJson(files, file, { findings, maxBytes: limits.snapshotBytes });
  if (!document) return null;
  const { value } = document;
  const list = types.pointer === "" ? value : isObject(value) ? value.entries : undefined;
  const entries: readonly Json[] = Array.isArray(list) ? list : [];
  if (entries.length > limits.entries) {
    const values = { what: "entries", limit: limits.entries, actual: entries.length };
    const message = `${entries.length} entries, limit ${limits.entries}`;
    findings.error("E_LIMIT", { file, pointer: types.pointer }, message, values);
    return null;
  }
  checkRecord(types.head, value, { file }, findings);
  for (const [index, entry] of entries.entries()) {
    checkRecord(types.entry, entry, { file, pointer: `${types.pointer}/${index}` }, findings);
  }
  return { ...document, entries };
}

/** How a trail file is read. */
export interface TrailSpec {
  readonly file: string;
  readonly type: RecordType;
  /** Whether a line belongs to another format's trail. */
  isForeign(value: JsonObject): boolean;
  /** Sees every line that was understood. */
  onLine(value: JsonObject, line: number): void;
}

const NO_TRAIL: Trail = {
  count: 0,
  opaque: 0,
  damaged: false,
  lost: 0,
  file: null,
  kept: [],
  isEmpty: false,
  async *lines() {},
};

/** Checks a trail line by line in bounded memory, and returns a way to read it again. */
export async function readTrail(
  files: FileSet,
  spec: TrailSpec,
  options: ReadOptions,
): Promise<Trail> {
  const { findings } = options;
  const entry = await findFile(files, spec.file, { findings, optional: true });
  if (!entry) return NO_TRAIL;
  const tally: Tally = { count: 0, opaque: 0, damaged: false, lost: 0 };
  try {
    for await (const batch of linesOf(entry, options)) {
      for (const line of batch) checkLine(line, spec, options, tally);
    }
  } catch (error) {
    if (!(error instanceof HoldallError) || error.code !== "E_LIMIT") throw error;
    findings.error("E_LIMIT", { file: spec.file }, error.message, { what: spec.file });
    tally.damaged = true;
  }
  return {
    ...tally,
    file: entry,
    kept: [],
    isEmpty: false,
    lines: () => understood(entry, spec, options),
  };
}

function linesOf(entry: FileEntry, { limits }: ReadOptions): AsyncIterable<readonly Line[]> {
  return readLines(piecesOf(entry), {
    maxLineBytes: limits.lineBytes,
    maxBytes: limits.jsonlBytes,
  });
}

type Tally = { -readonly [Key in "count" | "opaque" | "damaged" | "lost"]: Trail[Key] };

/**
 * In lenient, a last line without its line end is a write that was cut off by a crash, and only a
 * warning. A line that is valid JSON but not a record is kept as opaque, so that newer kinds of
 * lines survive a round trip.
 */
function checkLine(line: Line, spec: TrailSpec, options: ReadOptions, tally: Tally): void {
  const { findings } = options;
  const place = { file: spec.file, line: line.number };
  if (line.badUtf8At !== undefined) {
    tally.damaged = true;
    tally.lost++;
    findings.errorIfStrict(
      ["E_UTF8", "W_JSONL_LINE"],
      place,
      `Not UTF-8 at byte ${line.badUtf8At}`,
    );
    return;
  }
  const text = line.number === 1 ? withoutBom(line.text, spec.file, options) : line.text;
  if (isBlank(text)) return;
  const parsed = parseLine(text);
  if (parsed.fault !== undefined) {
    tally.damaged = true;
    if (!line.ended && findings.profile === "lenient") {
      tally.lost++;
      findings.warn("W_TORN_LINE", place, `The last line is cut off: ${parsed.fault}`);
    } else {
      findings.errorIfStrict(["E_JSONL_LINE", "W_JSONL_LINE"], place, `Line is ${parsed.fault}`);
    }
    return;
  }
  tally.count++;
  const fault = recordFault(parsed.value, spec, place, options);
  if (fault === null) {
    // A record that passed its schema is an object.
    spec.onLine(parsed.value as JsonObject, line.number);
    return;
  }
  tally.opaque++;
  const at = { ...place, ...(fault.pointer ? { pointer: fault.pointer } : {}) };
  findings.errorIfStrict([fault.code, "W_JSONL_LINE"], at, fault.message);
}

interface LineFault {
  readonly code: "E_JSONL_LINE" | "E_TIME";
  readonly message: string;
  readonly pointer: string | null;
}

/**
 * Why a line is not a record of this trail; null if it is. Unknown keys are reported here and are
 * no fault.
 */
function recordFault(
  value: unknown,
  spec: TrailSpec,
  place: { file: string; line: number },
  options: ReadOptions,
): LineFault | null {
  if (matchesRecord(spec.type, value, place.line)) return null;
  const code = "E_JSONL_LINE";
  if (!isObject(value)) return { code, message: "Line is not an object", pointer: null };
  if (spec.isForeign(value)) {
    const message = "wrong-dialect: the line belongs to another format's trail";
    return { code, message, pointer: null };
  }
  const local = createFindings(options.findings.profile);
  const usable = checkRecord(spec.type, value, place, local);
  for (const each of local.list()) {
    const at = { ...place, pointer: each.pointer ?? undefined };
    if (each.code === "E_UNKNOWN_KEY") options.findings.error("E_UNKNOWN_KEY", at, each.message);
    if (each.code === "W_UNKNOWN_KEY") options.findings.warn("W_UNKNOWN_KEY", at, each.message);
  }
  if (usable) return null;
  const first = local.list().find((each) => !each.code.endsWith("UNKNOWN_KEY"));
  return {
    code: first?.code === "E_TIME" ? "E_TIME" : code,
    message: first?.message ?? "Line is not a record",
    pointer: first?.pointer ?? null,
  };
}

async function* understood(
  entry: FileEntry,
  spec: TrailSpec,
  options: ReadOptions,
): AsyncGenerator<TrailLine> {
  for await (const batch of linesOf(entry, options)) {
    for (const line of batch) {
      const text = line.number === 1 ? withoutByteOrderMark(line.text) : line.text;
      if (line.badUtf8At !== undefined || isBlank(text)) continue;
      const { value, fault } = parseLine(text);
      if (fault !== undefined && !line.ended) continue;
      const known = fault === undefined && isObject(value) && isUsable(spec.type, value);
      yield { number: line.number, text: text.replace(/\r$/, ""), value: known ? value : null };
    }
  }
}

function isBlank(text: string): boolean {
  return text === "" || text.trim() === "";
}

function withoutBom(text: string, file: string, { findings }: ReadOptions): string {
  if (!text.startsWith("\ufeff")) return text;
  findings.errorIfStrict(["E_UTF8", "W_BOM"], { file, line: 1 }, "Starts with a byte-order mark");
  return text.slice(1);
}

/** Files that belong to no format and are written again whenever a bundle is written. */
const SEALS = new Set(["SHA256SUMS", "SHA256SUMS.sig"]);

/**
 * The files of a bundle that are not the format's own. Files of the history's blobs have a limit of
 * their own, since a history may have many.
 */
export async function readOthers(
  files: FileSet,
  own: ReadonlySet<string>,
  options: ReadOptions,
): Promise<FileEntry[]> {
  const others: FileEntry[] = [];
  let blobs = 0;
  for await (const entry of files.entries()) {
    if (entry.kind === "folder" || own.has(entry.path) || SEALS.has(entry.path)) continue;
    if (entry.kind !== "file") {
      const place = { file: entry.path };
      options.findings.errorIfStrict(
        ["E_LINK", "W_EXTRA_FILE"],
        place,
        "Links and devices are not part of a bundle",
      );
      continue;
    }
    if (isBlobPath(entry.path)) blobs++;
    if (others.length - blobs >= options.limits.members || blobs > widestLimits.members) {
      options.findings.error("E_LIMIT", {}, `More than ${options.limits.members} files`, {
        what: "members",
        limit: options.limits.members,
      });
      break;
    }
    others.push(entry);
  }
  return others;
}
