import fs from "node:fs";
import path from "node:path";
import { createFindings } from "../../base/findings.ts";
import { folderFiles, singleFile } from "../../disk/folder.ts";
import { isArchiveName } from "../archive-name.ts";
import { detectFormat } from "../detect.ts";

/** Most entries of a folder that are examined, so that listing stays fast. */
const MAX_LOOKS = 500;

/** Something in a folder that is a bundle by its first look. */
export interface FoundBundle {
  readonly absolute: string;
  /** Its format; null for an archive, which is not unpacked for a list. */
  readonly format: string | null;
}

/**
 * The bundles directly in a folder, by name. A folder is detected by its files; an archive only by
 * its name.
 */
export async function findBundles(folder: string): Promise<readonly FoundBundle[]> {
  const found: FoundBundle[] = [];
  for (const entry of looksOf(folder)) {
    const absolute = path.join(folder, entry.name);
    const files = entry.isDirectory() ? folderFiles(absolute) : singleFile(absolute);
    if (entry.isFile() && isArchiveName(entry.name)) {
      found.push({ absolute, format: null });
    } else if (entry.isDirectory() || (entry.isFile() && entry.name.endsWith(".json"))) {
      const format = await detectFormat(files, createFindings("lenient")).catch(() => null);
      if (format !== null) found.push({ absolute, format: format.name });
    }
  }
  return found;
}

function looksOf(folder: string): fs.Dirent[] {
  try {
    const entries = fs.readdirSync(folder, { withFileTypes: true });
    const plain = entries.filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
    return plain.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, MAX_LOOKS);
  } catch {
    return []; // A folder that cannot be listed has nothing to offer.
  }
}
