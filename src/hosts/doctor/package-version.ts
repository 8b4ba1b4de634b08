import fs from "node:fs";
import path from "node:path";
import { isObject } from "../../base/json/value.ts";

/** Folders above a program in which its package is looked for. */
const MAX_LEVELS = 4;
const MAX_BYTES = 1024 * 1024;

/** The version of the npm package that has a program, read without starting it; null when no package names it. */
export function packageVersion(program: string): string | null {
  const name = path.basename(program);
  try {
    let folder = path.dirname(fs.realpathSync(program));
    for (let level = 0; level < MAX_LEVELS; level++) {
      const file = path.join(folder, "package.json");
      const stats = fs.statSync(file, { throwIfNoEntry: false });
      if (stats?.isFile()) return stats.size > MAX_BYTES ? null : versionIn(file, name);
      folder = path.dirname(folder);
    }
  } catch {
    return null; // The program itself is asked.
  }
  return null;
}

/** Another package may have the folder: only one that installs a program of this name counts. */
function versionIn(file: string, program: string): string | null {
  const value: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
  if (!isObject(value) || typeof value.version !== "string") return null;
  const { bin, name, version } = value;
  const isNamed = isObject(bin)
    ? Object.hasOwn(bin, program)
    : typeof bin === "string" && `${name}`.split("/").at(-1) === program;
  return isNamed ? (/^\d{1,6}\.\d{1,6}\.\d{1,6}/.exec(version)?.[0] ?? null) : null;
}
