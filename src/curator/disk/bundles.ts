/**
 * The folders of ingested bundles. Content is staged by its hash before anything is recorded, and moved
 * into its folder afterwards, so that a process that ends in between loses nothing: the next one finds the
 * content where the record says, or staged.
 */

import fs from "node:fs";
import path from "node:path";
import { sha256 } from "../../base/hash.ts";
import { collisionKey } from "../../base/paths.ts";
import { pathInside } from "../../disk/path-inside.ts";
import { requireWritable } from "../../disk/require-writable.ts";
import { createFolders, replaceFile } from "../../durable/files.ts";
import { countLines } from "../../model/ai-context/volume.ts";
import type { BundleContent } from "../ingestion/bodies.ts";
import { type Bundle, bundleYaml } from "../ingestion/metadata.ts";
import { createIgnoredFolder } from "./own-files.ts";
import type { Place } from "./workspace.ts";

/** The largest file that is taken in. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;
const METADATA = "bundle.yaml";
/** Why a file is not taken in under the name of the metadata. */
export const METADATA_NAME = "the metadata of its bundle has this name";
const { O_NOFOLLOW, O_RDONLY } = fs.constants;

/** Reads a regular file of at most 50 MiB; null when it is a link, something else or too large. */
export function readRegular(
  file: string,
): { readonly bytes: Uint8Array; readonly mtime: number } | null {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | fs.constants.O_NONBLOCK);
  } catch {
    return null; // A link, or gone since it was listed.
  }
  try {
    const stat = fs.fstatSync(descriptor);
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES) return null;
    return { bytes: fs.readFileSync(descriptor), mtime: Math.floor(stat.mtimeMs) };
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Whether a file of this name would lie where the metadata of its bundle belongs, on any file system. */
export function isMetadataName(name: string): boolean {
  return collisionKey(name) === METADATA;
}

/** What is recorded of a file. */
export function describeContent(name: string, bytes: Uint8Array): BundleContent {
  return { path: name, sha256: sha256(bytes), bytes: bytes.length, lines: countLines(bytes) };
}

/** Where a file of a bundle is. */
function bundlePath({ root, config }: Place, id: string, name: string): string {
  return pathInside(root, `${config.bundles_dir}/${id}/${name}`);
}

/** A file of a bundle as it is recorded; null if it is missing or was changed. */
export function readContent(place: Place, id: string, content: BundleContent): Uint8Array | null {
  const found = readRegular(bundlePath(place, id, content.path));
  return found !== null && sha256(found.bytes) === content.sha256 ? found.bytes : null;
}

/** Refuses a bundle whose files cannot be written. */
export function requireBundleFiles({ root, config }: Place, { id, content }: Bundle): void {
  for (const name of [...content.map((file) => file.path), METADATA]) {
    requireWritable(root, `${config.bundles_dir}/${id}/${name}`);
  }
}

const STAGING = ".curator/bundles";

/** Keeps content under its hash until its bundle is recorded; returns the hash. */
export function stageContent(place: Place, bytes: Uint8Array): string {
  const folder = createIgnoredFolder(place.root, STAGING);
  const name = sha256(bytes);
  putFile(path.join(folder, name), bytes, path.join(folder, `${name}.${process.pid}`));
  return name;
}

/** Removes content that a process staged and that is in place, or that is not recorded. */
export function clearStaged(place: Place, staged: Iterable<string>): void {
  const folder = pathInside(place.root, STAGING);
  for (const name of staged) fs.rmSync(path.join(folder, name), { force: true });
}

/** Staged content is kept for a process that may still need it. */
const MAX_AGE_MS = 15 * 60 * 1000;

/** Removes what processes left long ago. Bundles that are recorded must have got their content before. */
export function clearAbandoned(place: Place): void {
  const folder = pathInside(place.root, STAGING);
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    const age = Date.now() - (fs.lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > MAX_AGE_MS) fs.rmSync(file, { force: true });
  }
}

/**
 * Brings the folder of a bundle to what the record says: content from the staging, and the metadata unless
 * somebody changed it by hand. Content that is neither there nor staged is left missing.
 */
export function publishBundle(
  place: Place,
  bundle: Bundle,
  contents: ReadonlyMap<string, Uint8Array> = new Map(),
): void {
  for (const file of bundle.content) placeContent(place, bundle.id, { ...file, contents });
  const state = metadataState(place, bundle);
  if (state === "earlier" || state === "missing") {
    placeFile(place, bundlePath(place, bundle.id, METADATA), bundleYaml(bundle));
  }
}

function placeContent(
  place: Place,
  id: string,
  file: BundleContent & { readonly contents: ReadonlyMap<string, Uint8Array> },
): void {
  const target = bundlePath(place, id, file.path);
  if (fs.existsSync(target)) return;
  const bytes =
    file.contents.get(file.sha256) ??
    readRegular(pathInside(place.root, `${STAGING}/${file.sha256}`))?.bytes;
  if (bytes !== undefined) placeFile(place, target, bytes);
}

/** Puts a file into place at once. What a process leaves that ends meanwhile lies in the staging. */
function placeFile(place: Place, target: string, bytes: Uint8Array): void {
  const folder = createIgnoredFolder(place.root, STAGING);
  const partial = path.join(folder, `${sha256(target)}.${process.pid}`);
  createFolders(path.dirname(target));
  putFile(target, bytes, partial);
}

/** Another process that had the same number may have left the temporary file, or a link in its place. */
function putFile(target: string, bytes: Uint8Array, temporary: string): void {
  fs.rmSync(temporary, { force: true });
  replaceFile(target, bytes, { mode: 0o644, temporary });
}

/** Whether `bundle.yaml` is what the record has now or had after an earlier step. */
export function metadataState(
  place: Place,
  bundle: Bundle,
): "current" | "earlier" | "missing" | "changed" {
  const found = readRegular(bundlePath(place, bundle.id, METADATA));
  if (found === null) return "missing";
  const same = (wanted: Bundle) => Buffer.from(bundleYaml(wanted)).equals(found.bytes);
  if (same(bundle)) return "current";
  return earlierOf(bundle).some(same) ? "earlier" : "changed";
}

/** The bundle as it was after each of its earlier steps. */
function earlierOf(bundle: Bundle): readonly Bundle[] {
  return bundle.events.flatMap((event, index) => {
    const events = bundle.events.slice(0, index + 1);
    const status = event.new_status ?? "pending";
    const row = { ...bundle.row, ingestion_status: status, updated_at: event.created_at };
    const before = { ...bundle, events, row, review: null };
    return [before, { ...before, primary: [] }];
  });
}

/** What is wrong with the files of a bundle; null when all are as recorded. */
export function contentFault(place: Place, bundle: Bundle): string | null {
  for (const { path: name, sha256: hash } of bundle.content) {
    const found = readRegular(bundlePath(place, bundle.id, name));
    if (found === null) return `"${name}" is missing`;
    if (sha256(found.bytes) !== hash) return `"${name}" was changed`;
  }
  return null;
}
