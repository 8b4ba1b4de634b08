import { type FileEntry, type FileSet, memoryFiles } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { isSha256, sha256 } from "../../base/hash.ts";
import { isObject } from "../../base/json/value.ts";
import { readJson, readText } from "../../base/read-document.ts";
import { readBytes } from "../../base/text/text.ts";
import type { BundleDocument } from "../../model/context-documents.ts";
import { isCompanionFile } from "../companion-files.ts";
import type { ReadOptions } from "../format.ts";
import { type CheckOptions, checkDocument } from "./check-document.ts";
import { BLOBS, DOCUMENT } from "./layout.ts";
import type { Blobs } from "./model.ts";
import { type Reference, referencesOf } from "./references.ts";

/**
 * Bytes of artifacts kept in memory; further ones stay in their files and are checked as streams.
 */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/**
 * Reads the artifacts of a bundle in folder form. What the document names is always compared with
 * its hash, so that nothing altered is used; the rest only at level `full`.
 */
export async function readBlobs(
  files: FileSet,
  document: BundleDocument | null,
  options: ReadOptions,
): Promise<Blobs> {
  const entries = await listBlobs(files, options);
  const wanted = Map.groupBy(document ? referencesOf(document) : [], ({ id }) => id);
  const blobs = new Map<string, Uint8Array | FileEntry>();
  let remaining = MAX_KEPT_BYTES;
  for (const [id, entry] of entries) {
    const references = wanted.get(id) ?? [];
    const fits = entry.size <= Math.min(remaining, options.limits.contentBytes);
    const bytes = references.length > 0 && fits ? await readBytes(entry, entry.size) : null;
    remaining -= bytes?.length ?? 0;
    blobs.set(id, bytes ?? entry);
    if (bytes || options.level === "full") await checkName(id, bytes ?? entry, options.findings);
    for (const each of references) await checkReferred(bytes, each, options);
  }
  for (const [id, references] of wanted) {
    if (!entries.has(id)) for (const each of references) addMissing(each, options.findings);
  }
  return blobs;
}

async function listBlobs(
  files: FileSet,
  { findings, limits }: ReadOptions,
): Promise<ReadonlyMap<string, FileEntry>> {
  const blobs = new Map<string, FileEntry>();
  for await (const entry of files.entries()) {
    const { path: file, kind } = entry;
    if (file === DOCUMENT || isCompanionFile(file) || (file === BLOBS && kind === "folder"))
      continue;
    const id = file.startsWith(`${BLOBS}/`) ? file.slice(BLOBS.length + 1) : null;
    if (id === null) {
      if (kind !== "folder") findings.warn("W_EXTRA_FILE", { file }, "Not part of the format");
    } else if (kind === "link" || kind === "other") {
      findings.error("E_LINK", { file }, "An artifact must be a regular file");
    } else if (kind !== "file" || !isSha256(id)) {
      findings.error("E_BLOB", { file }, "An artifact is a file named by its SHA-256 in lower hex");
    } else if (blobs.size === limits.entries) {
      const message = `More than ${limits.entries} artifacts`;
      findings.error("E_LIMIT", { file }, message, { limit: limits.entries });
      return blobs;
    } else blobs.set(id, entry);
  }
  return blobs;
}

async function checkName(id: string, blob: Uint8Array | FileEntry, findings: Findings) {
  const actual = blob instanceof Uint8Array ? sha256(blob) : (await blob.digest()).sha256;
  if (actual === id) return;
  const message = `The bytes have the SHA-256 ${actual}`;
  findings.error("E_BLOB", { file: `${BLOBS}/${id}` }, message, { declared: id, actual });
}

/**
 * Checks that an artifact is what its reference needs: text, or a document of a certain schema.
 * Errors point to the reference if the type is wrong, and to the artifact if its content is.
 */
async function checkReferred(
  bytes: Uint8Array | null,
  reference: Reference,
  options: CheckOptions,
) {
  const { findings } = options;
  if (reference.expects === "anything") return;
  const file = `${BLOBS}/${reference.id}`;
  if (!bytes) {
    findings.error("E_LIMIT", { file }, "Too large to be part of a context");
    return;
  }
  const files = memoryFiles({ [file]: bytes });
  const reading = { findings, maxBytes: bytes.length };
  if (reference.expects === "text") {
    await readText(files, file, reading);
    return;
  }
  const document = await readJson(files, file, reading);
  if (!document) return;
  if (isObject(document.value) && document.value.schema === reference.expects) {
    checkDocument(document.value, file, options);
    return;
  }
  const place = { file: DOCUMENT, pointer: reference.pointer };
  findings.error("E_SCHEMA", place, `The artifact is not a "${reference.expects}"`);
}

function addMissing({ id, pointer, isNeeded }: Reference, findings: Findings): void {
  const place = { file: DOCUMENT, pointer };
  const message = `The artifact ${id} is not in the bundle`;
  if (isNeeded) findings.error("E_BLOB", place, message);
  else findings.warn("W_NO_CONTENT", place, message);
}
