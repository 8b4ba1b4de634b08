/**
 * Reads the workspace manifest in one of two ways. A manifest up to 4 MiB without faults is read
 * at once, which takes half the time or less. Any other is streamed element by element, which also
 * reports each fault with its line.
 */

import { checkRecord } from "../../base/check-record.ts";
import { HoldallError } from "../../base/errors.ts";
import type { FileEntry } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { isObject, type Json, type JsonObject, omitKeys } from "../../base/json/value.ts";
import { parseLine } from "../../base/jsonl.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { decodeUtf8, readBytes } from "../../base/text/text.ts";
import { ownValue, textOf } from "../../model/task-bundle.ts";
import { manifestRecord } from "../../model/task-bundle-records.ts";
import { isImpossibleDate } from "../../model/values.ts";
import type { ReadOptions } from "../format.ts";
import { parseListedFile } from "./listed-file.ts";
import { createListing, type Listing } from "./listing.ts";
import { type ManifestParts, splitPlainManifest } from "./plain-manifest.ts";
import { streamManifest } from "./stream-manifest.ts";

/** A workspace manifest that was read once, and can be read again when it is too large for memory. */
export interface Manifest extends Listing {
  readonly entry: FileEntry;
  /** The manifest without the elements of `files`. */
  readonly head: JsonObject;
}

/** Largest manifest that is parsed at once, in bytes. */
const AT_ONCE = 4 * 1024 * 1024;

/** Reads a manifest and checks its shape; null when it cannot be read. */
export async function readManifest(
  entry: FileEntry,
  options: ReadOptions,
): Promise<Manifest | null> {
  const { findings } = options;
  const reading = (await readAtOnce(entry, options)) ?? (await streamManifest(entry, options));
  if (!reading) return null;
  const { head, listing } = reading;
  checkRecord(manifestRecord, head, { file: entry.path }, findings);
  if (!isObject(head)) return null;
  const manifest = { entry, head, ...listing };
  checkHead(manifest, findings);
  return manifest;
}

/** Reads a small manifest; null if it is large, or if anything in its list is wrong. */
async function readAtOnce(
  entry: FileEntry,
  { findings, limits }: ReadOptions,
): Promise<{ readonly head: Json; readonly listing: Listing } | null> {
  const text = await smallText(entry, Math.min(AT_ONCE, limits.snapshotBytes));
  if (text === null) return null;
  const parts = splitPlainManifest(text, limits.entries) ?? splitManifest(text, limits.entries);
  if (parts === null) return null;
  const listing = createListing();
  for (const file of parts.files) listing.add(file);
  findings.addSource(entry.path, text);
  return { head: parts.head, listing: listing.result() };
}

/** The parts of a manifest in any layout; null if anything in its list is wrong. */
function splitManifest(text: string, maxFiles: number): ManifestParts | null {
  const { value } = parseLine(text);
  const listed = isObject(value) ? ownValue(value, "files") : undefined;
  if (!isObject(value) || !Array.isArray(listed) || listed.length > maxFiles) return null;
  const files = listed.map(parseListedFile);
  if (!files.every((file) => file !== null)) return null;
  return { head: { ...omitKeys(value, new Set(["files"])), files: [] }, files };
}

async function smallText(entry: FileEntry, maxBytes: number): Promise<string | null> {
  try {
    const text = decodeUtf8(await readBytes(entry, maxBytes));
    return text === null ? null : withoutByteOrderMark(text);
  } catch (error) {
    // The streaming reader tries again and reports why.
    if (error instanceof HoldallError) return null;
    throw error;
  }
}

function checkHead({ entry, head, count }: Manifest, findings: Findings): void {
  const capturedAt = textOf(head, "capturedAt");
  if (capturedAt !== null && isImpossibleDate(capturedAt)) {
    const place = { file: entry.path, pointer: "/capturedAt" };
    findings.error("E_TIME", place, "The day does not exist");
  }
  const declared = ownValue(head, "fileCount");
  if (typeof declared === "number" && declared !== count) {
    const message = `${declared} files are declared, ${count} are listed`;
    const place = { file: entry.path, pointer: "/fileCount" };
    findings.error("E_COUNT", place, message, { declared, actual: count });
  }
}
