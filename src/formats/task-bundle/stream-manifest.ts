import { HoldallError } from "../../base/errors.ts";
import type { FileEntry } from "../../base/file-set.ts";
import type { Findings, Place } from "../../base/findings.ts";
import { type ArrayBatch, JsonStreamError } from "../../base/json/read-elements.ts";
import { type StreamedDocument, streamArray } from "../../base/json/stream-array.ts";
import type { Json } from "../../base/json/value.ts";
import { parseDocument } from "../../base/read-document.ts";
import type { ListedFile } from "../../model/task-bundle-records.ts";
import type { ReadOptions } from "../format.ts";
import type { Limits } from "../limits.ts";
import { parseListedFile, pickKnownKeys, reportListedFile } from "./listed-file.ts";
import { createListing, type Listing } from "./listing.ts";

/**
 * Reads a manifest of any size element by element and reports the faults of each; null if it cannot
 * be read.
 */
export async function streamManifest(
  entry: FileEntry,
  { limits, findings }: ReadOptions,
): Promise<{ readonly head: Json; readonly listing: Listing } | null> {
  const listing = createListing();
  const document = openManifest(entry, limits);
  try {
    for await (const batch of document.batches()) {
      reportProblems(batch, entry.path, findings);
      for (const [n, value] of batch.values.entries()) {
        const file = parseListedFile(value);
        listing.add(file && pickKnownKeys(file));
        if (file === null) reportListedFile(value, placeOf(batch, n, entry.path), findings);
      }
    }
  } catch (error) {
    reportEnd(error, entry.path, findings);
    return null;
  }
  const text = document.outside();
  findings.addSource(entry.path, text);
  const head = parseDocument(text, entry.path, findings);
  return head === undefined ? null : { head, listing: listing.result() };
}

/**
 * The usable elements of a manifest in its own order, in batches. Faults were reported by the first
 * reading.
 */
export async function* listedFiles(
  entry: FileEntry,
  limits: Limits,
): AsyncGenerator<readonly ListedFile[]> {
  for await (const batch of openManifest(entry, limits).batches()) {
    yield batch.values.map(parseListedFile).filter((file) => file !== null);
  }
}

function openManifest(entry: FileEntry, limits: Limits): StreamedDocument {
  return streamArray(entry.read(), "files", {
    maxBytes: limits.snapshotBytes,
    maxElements: limits.entries,
    maxElementBytes: limits.lineBytes,
    maxOutsideBytes: limits.documentBytes,
  });
}

function reportProblems(batch: ArrayBatch, file: string, findings: Findings): void {
  for (const { kind, index, pointer, line } of batch.problems) {
    const place = { file, pointer: `/files/${index}${pointer}`, line };
    if (kind === "duplicate-key") findings.error("E_DUP_KEY", place, "The same key twice");
    else findings.error("E_UTF8", place, "A string contains an unpaired surrogate");
  }
}

function placeOf(batch: ArrayBatch, n: number, file: string): Place {
  return { file, pointer: `/files/${batch.first + n}`, line: batch.lineOf(n) };
}

function reportEnd(error: unknown, file: string, findings: Findings): void {
  if (error instanceof JsonStreamError) {
    const message = `Cannot be read beyond line ${error.line}: ${error.message}`;
    findings.error(error.code, { file, line: error.line }, message);
  } else if (error instanceof HoldallError) {
    findings.error(error.code, { file }, error.message);
  } else throw error;
}
