import fs from "node:fs";
import path from "node:path";

/**
 * Which of some files are there and were written to after a moment. A relative path starts in the folder of
 * the session; without one nobody knows which file it is. What is gone is not named: it may never have been
 * on this machine.
 */
export async function changedSince(
  files: readonly string[],
  moment: string | null,
  folder: string | null,
): Promise<readonly string[]> {
  const time = moment === null ? Number.NaN : Date.parse(moment);
  if (Number.isNaN(time)) return [];
  return files.filter((file) => {
    if (!path.isAbsolute(file) && folder === null) return false;
    const there = fs.statSync(path.resolve(folder ?? "/", file), { throwIfNoEntry: false });
    return there?.isFile() === true && there.mtimeMs > time;
  });
}
