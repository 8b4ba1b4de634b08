import * as z from "zod";

/** How much a patch changes in one file. */
const patchedFileSchema = () =>
  z.object({
    path: z.string(),
    added: z.number(),
    removed: z.number(),
  });

/** How much a patch changes. */
export const patchStatSchema = () =>
  z.object({
    files: z.array(patchedFileSchema()).readonly(),
    added: z.number(),
    removed: z.number(),
  });

/** How much a patch changes. */
export type PatchStat = z.infer<ReturnType<typeof patchStatSchema>>;

const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;
/** Most files of a patch that are listed. */
const MAX_FILES = 10_000;

/**
 * Counts the lines that a unified diff adds and removes, file by file. Lines are counted inside hunks
 * only, by the hunks' own counts, so that a removed line such as `-- x` is not taken for a heading.
 */
export function patchStat(text: string): PatchStat {
  const files: { path: string; added: number; removed: number }[] = [];
  let current: (typeof files)[number] | undefined;
  let before = 0;
  let after = 0;
  for (const line of text.split("\n")) {
    if (before > 0 || after > 0) {
      const sign = line[0] ?? " ";
      if (sign === "+") after--;
      else if (sign === "-") before--;
      else if (sign !== "\\") [before, after] = [before - 1, after - 1];
      if (sign === "+" && current) current.added++;
      if (sign === "-" && current) current.removed++;
      continue;
    }
    const heading = headingPath(line);
    if (heading !== null) {
      current = { path: heading, added: 0, removed: 0 };
      if (files.length < MAX_FILES) files.push(current);
    } else if (line.startsWith("+++ ") && current && line.slice(4, 13) !== "/dev/null") {
      current.path = namedPath(line.slice(4));
    } else if (line.startsWith("--- ") && current === undefined) {
      current = { path: namedPath(line.slice(4)), added: 0, removed: 0 };
      files.push(current);
    } else if (line.startsWith("--- ") && current && current.added + current.removed > 0) {
      // A plain diff has no heading between two files.
      current = { path: namedPath(line.slice(4)), added: 0, removed: 0 };
      if (files.length < MAX_FILES) files.push(current);
    } else {
      const hunk = HUNK.exec(line);
      if (hunk) [before, after] = [Number(hunk[1] ?? 1), Number(hunk[2] ?? 1)];
    }
  }
  const sum = (key: "added" | "removed") => files.reduce((total, file) => total + file[key], 0);
  return { files, added: sum("added"), removed: sum("removed") };
}

function headingPath(line: string): string | null {
  if (!line.startsWith("diff --git ")) return null;
  const at = line.lastIndexOf(" b/");
  return at === -1 ? line.slice("diff --git ".length) : line.slice(at + 3);
}

function namedPath(text: string): string {
  const [path = ""] = text.split(/[\t\r]/, 1);
  return path.replace(/^[ab]\//, "");
}
