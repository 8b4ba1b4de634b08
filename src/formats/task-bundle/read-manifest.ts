import { checkRecord } from "../../base/check-record.ts";
import { HoldallError } from "../../base/errors.ts";
import { compareBytes, type FileEntry } from "../../base/file-set.ts";
import type { Findings, Place } from "../../base/findings.ts";
import { type ArrayBatch, JsonStreamError } from "../../base/json/read-elements.ts";
import { streamArray } from "../../base/json/stream-array.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { parseDocument } from "../../base/read-document.ts";
import type { ReadOptions } from "../format.ts";
import type { Limits } from "../limits.ts";
import { isInstant } from "./check-values.ts";
import { reportListed, toListed } from "./listed-file.ts";
import { ownValue, SHOWN, textOf } from "./model.ts";
import { type ListedFile, manifestRecord } from "./records.ts";

/** A workspace manifest that was read once, and can be read again when it is too large to be held. */
export interface Manifest {
  readonly entry: FileEntry;
  readonly head: JsonObject;
  /** Elements of `files`, usable or not. */
  readonly count: number;
  readonly bytes: number;
  readonly first: readonly ListedFile[];
  /** Whether the paths rise in byte order, as those of the files do. */
  readonly isOrdered: boolean;
  /** Every usable element, unless there are too many. */
  readonly held: readonly ListedFile[] | null;
}

/** Listed files, and characters of their paths, that are held in memory between the two readings. */
const HELD = 20_000;
const HELD_CHARACTERS = 4_000_000;

/** Reads a manifest and checks its shape; null when it cannot be read. */
export async function readManifest(
  entry: FileEntry,
  options: ReadOptions,
): Promise<Manifest | null> {
  const { findings } = options;
  const listing = createListing();
  const document = openManifest(entry, options.limits);
  const isWhole = await reading(entry.path, findings, async () => {
    for await (const batch of document.batches()) {
      reportProblems(batch, entry.path, findings);
      for (const [n, value] of batch.values.entries()) {
        const file = toListed(value);
        listing.add(file);
        if (file === null) reportListed(value, placeOf(batch, n, entry.path), findings);
      }
    }
  });
  if (!isWhole) return null;
  const text = document.outside();
  findings.source(entry.path, text);
  const head = parseDocument(text, entry.path, findings);
  if (head === undefined) return null;
  checkRecord(manifestRecord, head, { file: entry.path }, findings);
  if (!isObject(head)) return null;
  const manifest = { entry, head, ...listing.result() };
  checkHead(manifest, findings);
  return manifest;
}

/** The usable elements of a manifest, in its own order, in batches; faults were reported before. */
export async function* listedFiles(
  entry: FileEntry,
  limits: Limits,
): AsyncGenerator<readonly ListedFile[]> {
  for await (const batch of openManifest(entry, limits).batches()) {
    yield batch.values.map(toListed).filter((file) => file !== null);
  }
}

function openManifest(entry: FileEntry, limits: Limits) {
  return streamArray(entry.read(), "files", {
    maxBytes: limits.snapshotBytes,
    maxElements: limits.entries,
    maxElementBytes: limits.lineBytes,
    maxOutsideBytes: limits.documentBytes,
  });
}

async function reading(file: string, findings: Findings, run: () => Promise<void>) {
  try {
    await run();
    return true;
  } catch (error) {
    if (error instanceof JsonStreamError) {
      const message = `Cannot be read beyond line ${error.line}: ${error.message}`;
      findings.error(error.code, { file, line: error.line }, message);
    } else if (error instanceof HoldallError) {
      findings.error(error.code, { file }, error.message);
    } else throw error;
    return false;
  }
}

function placeOf(batch: ArrayBatch, n: number, file: string): Place {
  return { file, pointer: `/files/${batch.first + n}`, line: batch.lineOf(n) };
}

function reportProblems(batch: ArrayBatch, file: string, findings: Findings): void {
  for (const { kind, index, pointer, line } of batch.problems) {
    const place = { file, pointer: `/files/${index}${pointer}`, line };
    if (kind === "duplicate-key") findings.error("E_DUP_KEY", place, "The same key twice");
    else findings.error("E_UTF8", place, "A string holds a lone surrogate");
  }
}

/** Gathers what is worth keeping of a list that may be too long to keep. */
function createListing() {
  const first: ListedFile[] = [];
  let held: ListedFile[] | null = [];
  let characters = 0;
  let last: string | null = null;
  const sums = { count: 0, bytes: 0, isOrdered: true };
  return {
    add(file: ListedFile | null): void {
      sums.count++;
      if (file === null) return;
      sums.bytes += file.size;
      if (last !== null && compareBytes(last, file.path) > 0) sums.isOrdered = false;
      last = file.path;
      if (first.length < SHOWN) first.push(file);
      characters += file.path.length + (file.target?.length ?? 0);
      if (sums.count > HELD || characters > HELD_CHARACTERS) held = null;
      held?.push(file);
    },
    result: () => ({ ...sums, first, held }),
  };
}

function checkHead({ entry, head, count }: Manifest, findings: Findings): void {
  const capturedAt = textOf(head, "capturedAt");
  if (capturedAt !== null && !isInstant(capturedAt)) {
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
