import fs from "node:fs";
import { type Survey, surveyOf, VERSION_SIZE } from "../workspace/collection/survey.ts";
import { settledBefore } from "./own-files.ts";

/** Looks once at each Markdown file of some folders; `namesIn` lists a folder. */
export function surveyFolders(
  root: string,
  folders: readonly string[],
  namesIn: (folder: string) => readonly string[],
): Survey {
  const before = settledBefore();
  const surveyed = folders.map((folder) => {
    const names = namesIn(folder).filter((name) => name.endsWith(".md"));
    return { folder, names, versions: versionsOf(`${root}/${folder}`, names) };
  });
  return surveyOf(surveyed, before);
}

function versionsOf(folder: string, names: readonly string[]): Float64Array {
  const versions = new Float64Array(names.length * VERSION_SIZE);
  const options = { throwIfNoEntry: false } as const;
  let at = 0;
  for (const name of names) {
    const found = fs.lstatSync(`${folder}/${name}`, options);
    versions[at] = found?.isFile() ? found.size : -1;
    versions[at + 1] = found?.mtimeMs ?? 0;
    versions[at + 2] = found?.ctimeMs ?? 0;
    versions[at + 3] = found?.ino ?? 0;
    at += VERSION_SIZE;
  }
  return versions;
}
