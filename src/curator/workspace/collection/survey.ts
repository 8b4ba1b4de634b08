import { byteOrderOf, compareBytes } from "../../../base/file-set.ts";
import { createSha256 } from "../../../base/hash.ts";
import { arePlainNames } from "../../../base/paths.ts";

/** How many numbers distinguish a file from an earlier state of it: size, time of its bytes, of its inode, inode. */
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
  /** Whether all paths have plain names, so that no character of them is escaped in JSON. */
  readonly isPlain: boolean;
}

/** Not the size of any file. */
const UNSETTLED = -2;

/** Sorts the files of a survey; `isUsable` leaves out names that are not plain and that cannot be read. */
export function sortSurvey(
  { folders, settledBefore }: Survey,
  isUsable: (name: string) => boolean,
): SortedFiles {
  const paths: string[] = [];
  const count = folders.reduce((sum, { names }) => sum + names.length, 0);
  const sorted = new Float64Array(count * VERSION_SIZE);
  let hasSettled = true;
  let isPlain = true;
  // With the slash, the order of folders is that of the paths in them.
  for (const { folder, names, versions } of folders.toSorted((a, b) =>
    compareBytes(`${a.folder}/`, `${b.folder}/`),
  )) {
    const arePlain = arePlainNames(names);
    isPlain &&= arePlain && arePlainNames(folder.split("/"));
    for (const index of sortedPlaces(names)) {
      const name = names[index] ?? "";
      const from = index * VERSION_SIZE;
      if ((versions[from] ?? -1) < 0 || !(arePlain || isUsable(name))) continue;
      const to = paths.length * VERSION_SIZE;
      paths.push(`${folder}/${name}`);
      for (let part = 0; part < VERSION_SIZE; part++)
        sorted[to + part] = versions[from + part] ?? 0;
      if (Math.max(sorted[to + 1] ?? 0, sorted[to + 2] ?? 0) < settledBefore) continue;
      hasSettled = false;
      sorted[to] = UNSETTLED;
    }
  }
  return { paths, versions: sorted.slice(0, paths.length * VERSION_SIZE), hasSettled, isPlain };
}

/** The places of names in the order of their bytes. */
function sortedPlaces(names: readonly string[]): readonly number[] {
  const order = byteOrderOf(names);
  return [...names.keys()].sort((a, b) => order(names[a] ?? "", names[b] ?? ""));
}
