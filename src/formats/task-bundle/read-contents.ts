import { HoldallError } from "../../base/errors.ts";
import type { FileEntry, FileSet } from "../../base/file-set.ts";
import { readText } from "../../base/read-document.ts";
import { readBytes } from "../../base/text/text.ts";
import type { EventsOverview } from "../../model/task-bundle.ts";
import type { ReadOptions } from "../format.ts";
import { checkEvents } from "./check-events.ts";
import type { Artifacts } from "./pointers.ts";
import { type Manifest, readManifest } from "./read-manifest.ts";

/** The contents of a bundle's artifacts. */
export interface Contents {
  readonly task: string | null;
  readonly summary: string | null;
  readonly diff: Uint8Array | null;
  readonly events: EventsOverview | null;
  readonly manifest: Manifest | null;
  /** The manifest of the hidden files. */
  readonly hidden: Manifest | null;
}

/** Reads the artifacts that were found; those that can be large are checked as streams. */
export async function readContents(
  artifacts: Artifacts,
  files: FileSet,
  options: ReadOptions,
): Promise<Contents> {
  const { findings, limits } = options;
  const text = async (key: string): Promise<string | null> => {
    const path = artifacts.files.get(key)?.path;
    if (path === undefined) return null;
    const document = { findings, maxBytes: limits.contentBytes, allowBom: true };
    return (await readText(files, path, document))?.text ?? null;
  };
  const diff = artifacts.files.get("diff");
  const events = artifacts.files.get("events");
  const manifest = artifacts.files.get("workspaceManifest");
  const hidden = artifacts.files.get("hiddenManifest");
  return {
    task: await text("task"),
    summary: await text("summary"),
    diff: diff ? await bytesOf(diff, options) : null,
    events: events ? await checkEvents(events, options) : null,
    manifest: manifest ? await readManifest(manifest, options) : null,
    hidden: hidden ? await readManifest(hidden, options) : null,
  };
}

/**
 * A patch may have any size and contain any bytes; a large one stays in its file, which is not a
 * fault.
 */
async function bytesOf(
  entry: FileEntry,
  { limits, findings }: ReadOptions,
): Promise<Uint8Array | null> {
  try {
    return await readBytes(entry, limits.contentBytes);
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    if (error.code !== "E_LIMIT") findings.error(error.code, { file: entry.path }, error.message);
    return null;
  }
}
