import { isUtf8 } from "node:buffer";
import type { Findings } from "../../base/findings.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { AccountingCounter } from "../accounting.ts";
import type { FilePlace, SourceFile } from "../agent.ts";
import { boundDepth } from "./bound-depth.ts";
import { splitRecords } from "./split-records.ts";

/** Where a record is in its file: enough to read it again. */
export interface RecordLocation {
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
}

/** Where a line of a stream is. */
export function placeIn(file: SourceFile, line: number): FilePlace {
  return file.placeOf?.(line) ?? { file: file.path, line };
}

/** Where a scan reports, and who sees the records. */
export interface ScanOptions {
  readonly findings: Findings;
  readonly accounting: AccountingCounter;
  /** Sees every record once, in the order of the file; must not keep it. */
  onRecord(record: JsonObject, location: RecordLocation): void;
}

/** A longer line is lost: it could not be kept beside the rest within the memory a reader may use. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;
const NEWLINE = 10;
/** Some editors and shells put it before the first line; it is no part of a record. */
const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

/**
 * Goes once through the lines of a file. Damaged, torn and oversized lines are findings and counted
 * as lost. Returns how many bytes were complete lines.
 */
export async function scanRecords(file: SourceFile, options: ScanOptions): Promise<number> {
  const scan: Scan = { file, options, line: 0, offset: 0, rest: [], restBytes: 0 };
  for await (const chunk of file.read()) {
    const lastBreak = chunk.lastIndexOf(NEWLINE);
    if (lastBreak === -1) {
      keepRest(scan, chunk);
      continue;
    }
    scanBlock(scan, joinRest(scan, chunk.subarray(0, lastBreak + 1)));
    if (lastBreak + 1 < chunk.length) keepRest(scan, chunk.subarray(lastBreak + 1));
  }
  return scanLastLine(scan);
}

interface Scan {
  readonly file: SourceFile;
  readonly options: ScanOptions;
  line: number;
  /** Where the rest, or else the next line, begins. */
  offset: number;
  rest: Uint8Array[];
  restBytes: number;
}

function keepRest(scan: Scan, piece: Uint8Array): void {
  scan.restBytes += piece.length;
  // What is beyond the limit is counted and not kept; the line is reported when it ends.
  if (scan.restBytes > MAX_LINE_BYTES) scan.rest = [];
  else scan.rest.push(piece);
}

/** The whole lines of a chunk; a line that began in the one before is seen first, on its own. */
function joinRest(scan: Scan, head: Uint8Array): Buffer {
  const block = Buffer.from(head.buffer, head.byteOffset, head.length);
  if (scan.restBytes === 0) return block;
  const end = block.indexOf(NEWLINE) + 1;
  const { rest, restBytes } = scan;
  scan.rest = [];
  scan.restBytes = 0;
  if (restBytes > MAX_LINE_BYTES) {
    scan.line++;
    const bytes = restBytes + end - 1;
    reportLost(scan, { line: scan.line, offset: scan.offset, bytes }, "longer than a line may be");
    scan.offset += bytes + 1;
  } else {
    scanBlock(scan, Buffer.concat([...rest, block.subarray(0, end)], restBytes + end));
  }
  return block.subarray(end);
}

function scanBlock(scan: Scan, block: Buffer): void {
  let start = scan.line === 0 && block.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0;
  for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, start)) {
    scan.line++;
    const location = { line: scan.line, offset: scan.offset + start, bytes: end - start };
    const fault = passLine(scan, block.subarray(start, end), location);
    if (fault !== "" && fault !== null) reportLost(scan, location, fault);
    start = end + 1;
  }
  scan.offset += block.length;
}

/** Gives the records of a line on; returns why it has none, an empty text for a blank line. */
function passLine(scan: Scan, bytes: Buffer, location: RecordLocation): string | null {
  const record = parseRecord(bytes);
  if (typeof record !== "string") {
    passRecord(scan, record, location);
    return null;
  }
  const line = record === NOT_JSON ? bytes.toString("utf8") : "";
  const parts = splitRecords(line);
  if (parts === null) return record;
  let at = 0;
  let offset = location.offset;
  for (const { text, start } of parts) {
    offset += Buffer.byteLength(line.slice(at, start));
    at = start;
    const part = Buffer.from(text);
    const value = parseRecord(part);
    if (typeof value !== "string") {
      passRecord(scan, value, { line: location.line, offset, bytes: part.length });
    }
  }
  return null;
}

const NOT_JSON = "not valid JSON";

/** Gives a record on; what is nested too deeply in it is left out and named. */
function passRecord(scan: Scan, record: JsonObject, location: RecordLocation): void {
  if (boundDepth(record)) {
    const at = placeIn(scan.file, location.line);
    scan.options.findings.warn("W_JSONL_LINE", at, "A part of the line is nested too deeply");
  }
  scan.options.onRecord(record, location);
}

/** A line's object, why it is none, or an empty text for a blank line. */
function parseRecord(bytes: Buffer): JsonObject | string {
  if (bytes.length > MAX_LINE_BYTES) return "longer than a line may be";
  const text = bytes.toString("utf8");
  // Bytes that are no text are decoded to this character; only where it occurs is a closer look due.
  if (text.includes("\ufffd") && !isUtf8(bytes)) return "not UTF-8";
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : "not a JSON object";
  } catch {
    return text.trim() === "" ? "" : NOT_JSON;
  }
}

function reportLost(scan: Scan, location: RecordLocation, why: string): void {
  scan.options.accounting.count("(damaged)", "lost");
  const at = placeIn(scan.file, location.line);
  scan.options.findings.warn("W_JSONL_LINE", at, `The line is ${why}`);
}

/** The last line may lack its newline because nobody wrote one, or because it is still being written. */
function scanLastLine(scan: Scan): number {
  if (scan.restBytes === 0) return scan.offset;
  const bytes = Buffer.concat(scan.rest);
  const isMarked = scan.line === 0 && bytes.indexOf(BYTE_ORDER_MARK) === 0;
  const start = isMarked ? BYTE_ORDER_MARK.length : 0;
  scan.line++;
  const location = {
    line: scan.line,
    offset: scan.offset + start,
    bytes: scan.restBytes - start,
  };
  const isComplete = bytes.length === scan.restBytes;
  const fault = isComplete ? passLine(scan, bytes.subarray(start), location) : "cut off";
  if (fault === null) return scan.offset + scan.restBytes;
  if (fault !== "") {
    scan.options.accounting.count("(torn)", "lost");
    const at = placeIn(scan.file, location.line);
    scan.options.findings.warn("W_TORN_LINE", at, "The last line is not complete");
  }
  return scan.offset;
}
