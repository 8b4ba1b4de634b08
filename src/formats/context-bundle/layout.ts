import { HoldallError } from "../../base/errors.ts";
import type { FileEntry, FileSet } from "../../base/file-set.ts";
import { isObject } from "../../base/json/value.ts";
import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { decodeUtf8, readBytes } from "../../base/text/text.ts";
import { isCompanionFile } from "../companion-files.ts";
import type { Detection } from "../format.ts";
import { limitsByFormat } from "../limits.ts";

/** The document of a bundle in folder form. */
export const DOCUMENT = "context.json";
/** The folder of its artifacts. */
export const BLOBS = "blobs";

/** Where a bundle's document is, and whether artifacts can be beside it. */
export interface Layout {
  readonly file: string;
  readonly isFolder: boolean;
}

/**
 * A single file is a bundle in itself, whatever its name; anything else is a folder with
 * `context.json`.
 */
export async function findLayout(files: FileSet): Promise<Layout> {
  let only: FileEntry | null = null;
  for await (const entry of files.entries()) {
    if (isCompanionFile(entry.path)) continue;
    if (only) return { file: DOCUMENT, isFolder: true };
    only = entry;
  }
  if (only?.kind !== "file" || only.path.includes("/")) return { file: DOCUMENT, isFolder: true };
  return { file: only.path, isFolder: false };
}

/**
 * The first files of other formats: a `context.json` beside one of them does not make the folder a
 * context bundle.
 */
const OTHER_CLAIMS = ["bundle.json", "bundle.yaml", "ai_context/bundle.yaml", "manifest.json"];

/**
 * Whether a file set is a context bundle. In a folder, a `context.json` that is not ours is
 * reported as a fault instead of "unknown format", unless another format claims the folder.
 */
export async function detect(files: FileSet): Promise<Detection> {
  const { file, isFolder } = await findLayout(files);
  const entry = await files.get(file);
  if (entry?.kind !== "file") return { match: false };
  const claim = await claimOf(entry);
  if (!isFolder) return { match: claim === "ours" };
  if (claim === "ours") return { match: true };
  const hasBlobs = await containsBlobs(files);
  if (!hasBlobs && (await hasAny(files, OTHER_CLAIMS))) return { match: false };
  if (claim === "unreadable") return { match: hasBlobs };
  return { match: true, fault: notOurs(file) };
}

type Claim = "ours" | "other" | "unreadable";

async function claimOf(entry: FileEntry): Promise<Claim> {
  const text = await readForClaim(entry);
  if (text === null) return "unreadable";
  // A damaged file still shows in its first bytes what it was meant to be.
  if (/^\ufeff?\s*\{\s*"schema"\s*:\s*"rip\./.test(text)) return "ours";
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(text));
    if (!isObject(value) || !Object.hasOwn(value, "schema")) return "other";
    return typeof value.schema === "string" && value.schema.startsWith("rip.") ? "ours" : "other";
  } catch {
    return "unreadable";
  }
}

async function readForClaim(entry: FileEntry): Promise<string | null> {
  try {
    return decodeUtf8(await readBytes(entry, limitsByFormat["context-bundle"].snapshotBytes));
  } catch (error) {
    if (error instanceof HoldallError) return null;
    throw error;
  }
}

async function containsBlobs(files: FileSet): Promise<boolean> {
  for await (const { path, kind } of files.entries()) {
    if (path.startsWith(`${BLOBS}/`) || (path === BLOBS && kind === "folder")) return true;
    // Paths are sorted by bytes, and "0" follows "/".
    if (path >= `${BLOBS}0`) return false;
  }
  return false;
}

async function hasAny(files: FileSet, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) if (await files.get(path)) return true;
  return false;
}

function notOurs(file: string): NonNullable<Detection["fault"]> {
  return {
    severity: "error",
    code: "E_FORMAT",
    file,
    pointer: "/schema",
    line: null,
    message: 'The schema of a context bundle begins with "rip."',
  };
}
