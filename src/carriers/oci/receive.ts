/** Writes the files of a bundle below a folder: large ones as they are, small ones from their archive. */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import type { Sum } from "../../bundles/sums.ts";
import { toIoError } from "../../disk/io-error.ts";
import { removeTemporary, temporaryBeside } from "../../disk/temporary.ts";
import { unpackArchive } from "../../disk/unpack.ts";
import { widestLimits } from "../../formats/limits.ts";
import { listedFiles, missingFiles, requireFetched } from "../listed-files.ts";
import { TOP_FOLDER } from "./blobs.ts";
import { downloadBlob } from "./download.ts";
import type { BundleManifest, Descriptor } from "./manifest.ts";
import type { Repository } from "./repository.ts";

/** What is fetched, and how somebody learns of it. */
export interface Reception {
  readonly manifest: BundleManifest;
  readonly sums: string;
  readonly signal: AbortSignal;
  /** Called with the bytes that are there. */
  onBytes(size: number): void;
}

/** The name of a blob that is being fetched. */
const PART = /^\.[0-9a-f]{64}\.part$/;

/** Fetches what a folder has not yet. */
export async function receiveFiles(
  repository: Repository,
  folder: string,
  { manifest, sums, signal, onBytes }: Reception,
): Promise<void> {
  const files = listedFiles(sums);
  const raw = rawFiles(manifest, files);
  const missing = await missingFiles(files, folder);
  const small = missing.filter((file) => !raw.has(file.path));
  let done = 0;
  /** Returns where the blob is; an interrupted attempt continues there. */
  const download = async (blob: Descriptor): Promise<string> => {
    const part = path.join(folder, `.${blob.digest.slice("sha256:".length)}.part`);
    await downloadBlob(repository, blob, part, { signal, onBytes: (size) => onBytes(done + size) });
    done += blob.size;
    return part;
  };
  for (const file of missing) {
    const blob = raw.get(file.path);
    if (blob !== undefined) moveInto(await download(blob), path.join(folder, file.path));
  }
  if (small.length > 0) {
    if (manifest.archive === null) throw missingFile(small[0]?.path ?? "");
    await unpackInto(await download(manifest.archive), small, folder);
  }
  removeParts(folder, files);
}

/** Removes what is no file of the bundle: its archive, and parts of an archive that was pushed before. */
function removeParts(folder: string, files: readonly Sum[]): void {
  const listed = new Set(files.map((file) => file.path));
  for (const name of fs.readdirSync(folder)) {
    if (PART.test(name) && !listed.has(name)) fs.rmSync(path.join(folder, name));
  }
}

/** The files that are stored as they are, by path. The list of sums decides what they have to be. */
function rawFiles(
  { files }: BundleManifest,
  listed: readonly Sum[],
): ReadonlyMap<string, Descriptor> {
  const sums = new Map(listed.map((file) => [file.path, `sha256:${file.sha256}`]));
  for (const { path: name, digest } of files) {
    if (sums.get(name) === digest) continue;
    const state = "it is not the file of this name in the list of sums";
    throw new HoldallError("E_DIGEST", `Cannot fetch "${excerpt(name)}": ${state}`);
  }
  return new Map(files.map((file) => [file.path, file]));
}

async function unpackInto(archive: string, files: readonly Sum[], folder: string): Promise<void> {
  const unpacked = temporaryBeside(path.join(folder, TOP_FOLDER));
  await unpackArchive(archive, unpacked, widestLimits);
  for (const file of files) {
    const from = path.join(unpacked, TOP_FOLDER, file.path);
    if (!fs.existsSync(from)) throw missingFile(file.path);
    moveInto(from, path.join(folder, file.path));
    await requireFetched(file, folder);
  }
  removeTemporary(unpacked);
}

function moveInto(from: string, to: string): void {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    throw toIoError(error, `write "${to}"`);
  }
}

function missingFile(name: string): HoldallError {
  const state = "the list of sums names it, but it was not sent";
  return new HoldallError("E_MISSING_FILE", `Cannot fetch "${excerpt(name)}": ${state}`, {
    cure: "ask whoever sent it to push it again",
  });
}
