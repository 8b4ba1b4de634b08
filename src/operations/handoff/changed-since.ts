import fs from "node:fs";

/** Which of some files were written to or removed after a moment. */
export async function changedSince(
  files: readonly string[],
  moment: string | null,
): Promise<readonly string[]> {
  const time = moment === null ? Number.NaN : Date.parse(moment);
  if (Number.isNaN(time)) return [];
  return files.filter((file) => {
    const there = fs.statSync(file, { throwIfNoEntry: false });
    return there === undefined ? file.startsWith("/") : there.mtimeMs > time;
  });
}
