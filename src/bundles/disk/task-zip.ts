/** Only task bundles come as `.zip`; the reader is loaded when one does. */

import { fileStartsWith, ZIP_MAGIC } from "../../disk/small-file.ts";
import type { unzipArchive } from "../../disk/unzip.ts";
import { resolveFormatName } from "../detect.ts";

/** Whether a file is a `.zip` that is read as a task bundle: it was asked for as one, or contains the index of one. */
export async function isTaskZip(absolute: string, as: string | undefined): Promise<boolean> {
  if (!fileStartsWith(absolute, ZIP_MAGIC)) return false;
  if (as !== undefined) return resolveFormatName(as) === "task-bundle";
  const { zipContains } = await import("../../disk/unzip.ts");
  return zipContains(absolute, "bundle.json");
}

/** Unpacks a `.zip` as `unzipArchive` does. */
export async function unzip(
  ...call: Parameters<typeof unzipArchive>
): ReturnType<typeof unzipArchive> {
  const { unzipArchive: unpackZip } = await import("../../disk/unzip.ts");
  return unpackZip(...call);
}
