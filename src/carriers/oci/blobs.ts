/** What of a parcel becomes which blob. */

import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { compareBytes, type FileEntry, type FileSet } from "../../base/file-set.ts";
import { sha256 } from "../../base/hash.ts";
import { SUMS_FILE } from "../../bundles/sums.ts";
import { RATIO_FLOOR } from "../../bundles/tar/quota.ts";
import { digestFile } from "../../disk/digest-file.ts";
import { folderFiles } from "../../disk/folder.ts";
import { packFolder } from "../../disk/pack.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import { widestLimits } from "../../formats/limits.ts";
import type { Parcel } from "../carrier.ts";
import { listedFiles } from "../listed-files.ts";
import { bundleTypes, type Descriptor, describeBlob, MAX_RAW_FILES } from "./manifest.ts";
import { type Body, bodyOf } from "./transport.ts";

/** A blob and its bytes. */
export interface Blob {
  readonly descriptor: Descriptor;
  readonly body: Body;
}

/** A smaller file is in the archive. */
const RAW_BYTES = 4 * 1024 * 1024;
const ARCHIVE_NAME = "files.tar.gz";
/** The folder in the archive. */
export const TOP_FOLDER = "files";
/** The format of a parcel that is one sealed file. */
const SEALED = "age";
const CONFIG_VERSION = 1;

/** The configuration and the layers of a parcel. */
export interface ParcelBlobs {
  readonly config: Blob;
  readonly layers: readonly Blob[];
}

/** Reads a parcel as blobs; its small files are packed into a temporary file. */
export async function blobsOf(parcel: Parcel): Promise<ParcelBlobs> {
  const files = await entriesOf(parcel);
  const { raw, archive } = await divide(files, parcel.format);
  const config = JSON.stringify({
    version: CONFIG_VERSION,
    format: parcel.format,
    sums: sha256(parcel.sums),
    files: files.length,
    bytes: parcel.bytes,
  });
  const layers = [textBlob(bundleTypes.sums, parcel.sums, SUMS_FILE)];
  if (archive !== null) layers.push(archive);
  for (const file of raw) {
    const { sha256: digest } = await file.digest();
    layers.push(fileBlob(bundleTypes.file, digest, file));
  }
  return { config: textBlob(bundleTypes.config, config), layers };
}

async function entriesOf({ files, sums }: Parcel): Promise<readonly FileEntry[]> {
  const listed = new Set(listedFiles(sums).map((file) => file.path));
  const entries = await Array.fromAsync(files.entries());
  return entries.filter(({ kind, path: name }) => kind === "file" && listed.has(name));
}

interface Divided {
  readonly raw: readonly FileEntry[];
  readonly archive: Blob | null;
}

/** Chooses the files that are stored as they are: one that did not change is not sent again. The rest is packed. */
async function divide(files: readonly FileEntry[], format: string): Promise<Divided> {
  if (format === SEALED) return { raw: files, archive: null };
  const usual = await divideAt(files, RAW_BYTES);
  if (!isRefused(usual, files)) return usual;
  // Whoever unpacks takes it for a bomb. Mostly a few files are to blame.
  const fewest = await divideAt(files, 0);
  if (!isRefused(fewest, files)) return fewest;
  const state = `its small files compress to less than 1/${widestLimits.ratio}, which nobody unpacks`;
  throw new HoldallError("E_LIMIT", `Cannot push the bundle: ${state}`, {
    cure: "seal it with --seal, or use another carrier, such as git or ssh",
  });
}

async function divideAt(files: readonly FileEntry[], minBytes: number): Promise<Divided> {
  const raw = files
    .filter(({ size }) => size >= minBytes)
    .sort((one, other) => other.size - one.size || compareBytes(one.path, other.path))
    .slice(0, MAX_RAW_FILES)
    .sort((one, other) => compareBytes(one.path, other.path));
  const small = files.filter((file) => !raw.includes(file));
  return { raw, archive: small.length === 0 ? null : await packSmall(small) };
}

/** Whether the archive exceeds the limits of those who unpack it. */
function isRefused({ raw, archive }: Divided, files: readonly FileEntry[]): boolean {
  if (archive === null) return false;
  const packed = files.filter((file) => !raw.includes(file));
  const bytes = packed.reduce((sum, { size }) => sum + size, 0);
  return bytes > RATIO_FLOOR && bytes > archive.body.size * widestLimits.ratio;
}

async function packSmall(entries: readonly FileEntry[]): Promise<Blob> {
  const folder = createTemporaryFolder();
  const archive = path.join(folder, ARCHIVE_NAME);
  await packFolder(fileSetOf(entries), TOP_FOLDER, archive, { addSums: false });
  const file = await folderFiles(folder).get(ARCHIVE_NAME);
  if (file === null) throw new Error(`${archive} has disappeared`);
  return fileBlob(bundleTypes.archive, (await digestFile(archive)).sha256, file);
}

function fileSetOf(entries: readonly FileEntry[]): FileSet {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  return {
    async *entries() {
      yield* entries;
    },
    get: async (name) => byPath.get(name) ?? null,
  };
}

function fileBlob(mediaType: string, digest: string, file: FileEntry): Blob {
  const { size } = file;
  const descriptor = describeBlob(mediaType, { digest: `sha256:${digest}`, size }, file.path);
  return { descriptor, body: { size, read: () => file.read() } };
}

/** A text as a blob. */
export function textBlob(mediaType: string, text: string, title?: string): Blob {
  const bytes = Buffer.from(text);
  const content = { digest: `sha256:${sha256(bytes)}`, size: bytes.length };
  return { descriptor: describeBlob(mediaType, content, title), body: bodyOf(bytes) };
}
