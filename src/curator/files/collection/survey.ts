import { byteOrderOf } from "../../../base/file-set.ts";
import { createSha256 } from "../../../base/hash.ts";

/** How many numbers tell a file from an earlier state of it: size, time of its bytes, of its inode, inode. */
export const VERSION_SIZE = 4;

/** The Markdown files of one folder, in the order in which the disk lists them. */
export interface SurveyedFolder {
  readonly folder: string;
  readonly names: readonly string[];
  /** `VERSION_SIZE` numbers of each; a size below 0 for what is no regular file. */
  readonly versions: Float64Array;
}

/** One look at each of many files. It creates no object for any of them, because there are many. */
export interface Survey {
  readonly folders: readonly SurveyedFolder[];
  /** The same for the same names and versions in the same order. */
  readonly digest: string;
  /** What was written at this time or later may change again without its times changing. */
  readonly settledBefore: number;
}

/** A survey of some folders. */
export function surveyOf(folders: readonly SurveyedFolder[], settledBefore: number): Survey {
  const hash = createSha256();
  for (const { folder, names, versions } of folders) {
    hash.update(`${JSON.stringify(folder)} ${names.length}\n`);
    // A NUL cannot be in a name.
    hash.update(names.join("\0"));
    hash.update(new Uint8Array(versions.buffer, versions.byteOffset, versions.byteLength));
  }
  return { folders, digest: hash.digest("hex"), settledBefore };
}

/** The regular files of a survey, sorted by the bytes of their paths. */
export interface SortedFiles {
  readonly paths: readonly string[];
  /** `VERSION_SIZE` numbers of each; only those of files that have settled can be found again. */
  readonly versions: Float64Array;
  readonly hasSettled: boolean;
}

/** Not the size of any file. */
const UNSETTLED = -2;

/** Sorts the files of a survey; `isUsable` leaves out paths that cannot be read. */
export function sortSurvey(
  { folders, settledBefore }: Survey,
  isUsable: (path: string) => boolean,
): SortedFiles {
  const found: { path: string; versions: Float64Array; at: number }[] = [];
  for (const { folder, names, versions } of folders) {
    for (const [index, name] of names.entries()) {
      const at = index * VERSION_SIZE;
      const path = `${folder}/${name}`;
      if ((versions[at] ?? -1) >= 0 && isUsable(path)) found.push({ path, versions, at });
    }
  }
  const order = byteOrderOf(found.map(({ path }) => path));
  found.sort((a, b) => order(a.path, b.path));
  const sorted = new Float64Array(found.length * VERSION_SIZE);
  let hasSettled = true;
  for (const [index, { versions, at }] of found.entries()) {
    const place = index * VERSION_SIZE;
    for (let part = 0; part < VERSION_SIZE; part++) sorted[place + part] = versions[at + part] ?? 0;
    if (Math.max(sorted[place + 1] ?? 0, sorted[place + 2] ?? 0) < settledBefore) continue;
    hasSettled = false;
    sorted[place] = UNSETTLED;
  }
  return { paths: found.map(({ path }) => path), versions: sorted, hasSettled };
}
