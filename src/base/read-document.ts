import { HoldallError } from "./errors.ts";
import type { FileEntry, FileSet } from "./file-set.ts";
import type { Findings } from "./findings.ts";
import { JSON_LIMITS, JsonSyntaxError, parseJson } from "./json/parse.ts";
import { positionAt } from "./json/pointer.ts";
import type { Json } from "./json/value.ts";
import { formatNumber } from "./text/format-count.ts";
import { decodeUtf8, readBytes, utf8FaultAt } from "./text/text.ts";

/** How a document is read. */
export interface DocumentOptions {
  readonly findings: Findings;
  readonly maxBytes: number;
  /** The maximum number of values of a JSON document, when it is lower than usual. */
  readonly maxValues?: number;
  /** The maximum nesting of a JSON document, when it differs from the usual one. */
  readonly maxDepth?: number;
  /** A missing file is `E_MISSING_FILE` unless it is optional. */
  readonly optional?: boolean;
  /** Whether the format allows a byte-order mark; otherwise the profile decides. */
  readonly allowBom?: boolean;
  /** The line that is named when the file cannot be read, in formats whose faults have lines. */
  readonly line?: number;
}

/** A text file as it was read. */
export interface TextDocument {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/** A JSON file as it was read. */
export interface JsonDocument extends TextDocument {
  readonly value: Json;
}

/** A regular file of the set, or null with a finding. */
export async function findFile(
  files: FileSet,
  path: string,
  options: Pick<DocumentOptions, "findings" | "optional">,
): Promise<FileEntry | null> {
  const entry = await files.get(path);
  if (!entry) {
    if (!options.optional) {
      options.findings.error(
        "E_MISSING_FILE",
        { file: path },
        `The required file "${path}" is missing`,
      );
    }
    return null;
  }
  if (entry.kind !== "file") {
    options.findings.error("E_LINK", { file: path }, `"${path}" must be a regular file`);
    return null;
  }
  return entry;
}

/** Reads a UTF-8 text file; null with a finding when it cannot be read. */
export async function readText(
  files: FileSet,
  path: string,
  options: DocumentOptions,
): Promise<TextDocument | null> {
  const { findings } = options;
  const entry = await findFile(files, path, options);
  if (!entry) return null;
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(entry, options.maxBytes);
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    const { line } = options;
    const place = { file: path, ...(line !== undefined && { line }) };
    findings.error(error.code, place, error.message, {
      what: path,
      limit: options.maxBytes,
      actual: entry.size,
    });
    return null;
  }
  const text = decodeUtf8(bytes);
  if (text === null) {
    const offset = utf8FaultAt(bytes);
    findings.error("E_UTF8", { file: path }, `Not valid UTF-8 at byte ${formatNumber(offset)}`, {
      offset,
    });
    return null;
  }
  return { text: skipBom(text, path, options), bytes };
}

function skipBom(text: string, file: string, options: DocumentOptions): string {
  if (!text.startsWith("\ufeff")) return text;
  if (!options.allowBom) {
    options.findings.errorIfStrict(
      ["E_UTF8", "W_BOM"],
      { file, line: 1 },
      "The file begins with a byte-order mark",
    );
  }
  return text.slice(1);
}

/** Reads a JSON file; every fault becomes a finding, and null is returned when it cannot be parsed. */
export async function readJson(
  files: FileSet,
  path: string,
  options: DocumentOptions,
): Promise<JsonDocument | null> {
  const document = await readText(files, path, options);
  if (!document) return null;
  options.findings.addSource(path, document.text);
  const value = parseDocument(document.text, path, options.findings, options);
  return value === undefined ? null : { ...document, value };
}

/** Parses the text of a JSON file; every fault becomes a finding, and undefined is returned when it cannot be parsed. */
export function parseDocument(
  text: string,
  file: string,
  findings: Findings,
  limits: Pick<DocumentOptions, "maxValues" | "maxDepth"> = {},
): Json | undefined {
  try {
    const { maxValues = JSON_LIMITS.maxValues, maxDepth = JSON_LIMITS.maxDepth } = limits;
    const { value, problems } = parseJson(text, { ...JSON_LIMITS, maxValues, maxDepth });
    const lineAt = lineCounter(text);
    for (const { kind, pointer, offset } of problems) {
      const place = { file, pointer, line: lineAt(offset) };
      if (kind === "duplicate-key")
        findings.error("E_DUP_KEY", place, "The object has the same key twice");
      else findings.error("E_UTF8", place, "The text contains an unpaired surrogate");
    }
    return value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { line, column } = positionAt(text, error.offset);
    findings.error(
      error.limit ? "E_LIMIT" : "E_JSON",
      { file, line },
      `${error.limit ? "Too large" : "Not valid JSON"} at line ${line}, column ${column}: ${error.message}`,
      { line, column },
    );
    return undefined;
  }
}

/** Finds the lines of ascending offsets, so that all of them together take one pass over the text. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (offset) => {
    for (; next !== -1 && next < offset; next = text.indexOf("\n", next + 1)) line++;
    return line;
  };
}
