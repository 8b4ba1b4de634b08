/**
 * Finds a log in a folder. The places are those of our own exports, of rip's data folder, and of a
 * project that contains both. The layout is decided by the first line, not by the path.
 */

import { HoldallError } from "../../base/errors.ts";
import type { FileEntry, FileSet } from "../../base/file-set.ts";
import { isSha256, sha256 } from "../../base/hash.ts";
import { isObject } from "../../base/json/value.ts";
import { readBytes } from "../../base/text/text.ts";
import { MAX_ARTIFACT_BYTES } from "../texts.ts";
import { isHistoryLine } from "./parse-event.ts";
import { readLog } from "./read-log.ts";

/** A folder that a log is imported from. */
export interface LogSource {
  readonly layout: "frames" | "history";
  readonly log: FileEntry;
  /** Whether every blob must be named by its SHA-256. */
  readonly strictNames: boolean;
  readonly redacted: ReadonlySet<string>;
  /** Foreign ids of artifacts, each with its SHA-256. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The bytes stored under a name in one of the folders of blobs. */
  blob(name: string): Promise<{ readonly bytes: Uint8Array; readonly sha256: string } | null>;
}

/** Where a log may be inside a folder, with the folders of blobs that belong to it. */
const places: readonly { readonly log: string; readonly blobs: readonly string[] }[] = [
  { log: "history/events.jsonl", blobs: ["history/blobs"] },
  {
    log: "events.jsonl",
    blobs: ["blobs", ".rip/artifacts/blobs", "artifacts/blobs", "workspace/.rip/artifacts/blobs"],
  },
  { log: "data/events.jsonl", blobs: [".rip/artifacts/blobs", "blobs"] },
];

const MAX_METADATA_BYTES = 16 * 1024 * 1024;

/** Finds the log in a folder, in either layout. */
export async function findLog(files: FileSet): Promise<LogSource> {
  for (const { log, blobs } of places) {
    const entry = await files.get(log);
    if (entry?.kind === "file") return openLog(files, entry, blobs);
  }
  throw new HoldallError("E_NOT_FOUND", "Cannot import: the folder contains no events.jsonl", {
    cure: "choose a folder written by `holdall ledger export`, or one with a rip-style log",
  });
}

async function openLog(
  files: FileSet,
  log: FileEntry,
  blobs: readonly string[],
): Promise<LogSource> {
  const [first] = await firstLine(log);
  const folder = log.path.slice(0, log.path.lastIndexOf("/") + 1);
  const store = await readObject(files, `${folder}store.json`);
  const { redacted } = await readObject(files, `${folder}redacted.json`);
  const aliases = await readObject(files, `${folder}aliases.json`);
  const layout = first !== undefined && isHistoryLine(first.value) ? "history" : "frames";
  return {
    layout,
    log,
    strictNames: layout === "history" || store.artifact_ids === "sha256",
    redacted: new Set(Array.isArray(redacted) ? redacted.filter(isHash) : []),
    aliases: new Map(
      Object.entries(aliases).filter((pair): pair is [string, string] => pair.every(isHash)),
    ),
    blob: (name) => readBlob(files, blobs, name),
  };
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && isSha256(value);
}

async function firstLine(log: FileEntry) {
  for await (const line of readLog(log)) return [line];
  return [];
}

async function readObject(files: FileSet, path: string): Promise<Record<string, unknown>> {
  const entry = await files.get(path);
  if (entry?.kind !== "file") return {};
  try {
    const value: unknown = JSON.parse(
      Buffer.from(await readBytes(entry, MAX_METADATA_BYTES)).toString(),
    );
    return isObject(value) ? { ...value } : {};
  } catch (cause) {
    if (cause instanceof HoldallError) throw cause;
    throw new HoldallError("E_JSON", `Cannot read "${path}": not valid JSON`, { cause });
  }
}

async function readBlob(files: FileSet, folders: readonly string[], name: string) {
  if (!isSha256(name)) return null;
  for (const folder of folders) {
    const entry = await files.get(`${folder}/${name}`);
    if (entry?.kind !== "file") continue;
    const bytes = await readBytes(entry, MAX_ARTIFACT_BYTES);
    return { bytes, sha256: sha256(bytes) };
  }
  return null;
}
