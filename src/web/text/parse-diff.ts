/** One line of a diff with its numbers in the old and the new file. */
export interface DiffLine {
  readonly kind: "same" | "add" | "remove" | "hunk" | "note";
  readonly text: string;
  readonly before: number | null;
  readonly after: number | null;
}

/** The changes of one file. */
export interface FileDiff {
  readonly path: string;
  readonly lines: readonly DiffLine[];
  readonly added: number;
  readonly removed: number;
}

interface OpenFile {
  path: string;
  readonly lines: DiffLine[];
  added: number;
  removed: number;
}

const HUNK = /^@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@/;

/**
 * Reads a unified diff, of git or of an agent. What is no diff is kept as notes, so that nothing
 * disappears; a text without file headers is one file without a path.
 */
export function parseDiff(text: string): readonly FileDiff[] {
  const files: OpenFile[] = [];
  let before = 1;
  let after = 1;
  let isInHunk = false;
  const open = (path: string) => {
    files.push({ path, lines: [], added: 0, removed: 0 });
    isInHunk = false;
  };
  for (const line of text.replace(/\n$/, "").split("\n")) {
    if (line.startsWith("diff --git ")) {
      open(gitPath(line));
      continue;
    }
    if (!isInHunk && line.startsWith("--- ")) {
      if (files.length === 0 || files.at(-1)?.lines.some(({ kind }) => kind === "hunk")) open("");
      setPath(files.at(-1), line);
      continue;
    }
    if (!isInHunk && line.startsWith("+++ ")) {
      setPath(files.at(-1), line);
      continue;
    }
    if (files.length === 0) open("");
    const file = files.at(-1);
    if (file === undefined) continue;
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      isInHunk = true;
      file.lines.push({ kind: "hunk", text: line, before: null, after: null });
    } else if (line.startsWith("+")) {
      file.added++;
      file.lines.push({ kind: "add", text: line.slice(1), before: null, after: after++ });
    } else if (line.startsWith("-")) {
      file.removed++;
      file.lines.push({ kind: "remove", text: line.slice(1), before: before++, after: null });
    } else if (isInHunk && (line.startsWith(" ") || line === "")) {
      file.lines.push({ kind: "same", text: line.slice(1), before: before++, after: after++ });
    } else {
      if (!line.startsWith("\\")) isInHunk = false;
      file.lines.push({ kind: "note", text: line, before: null, after: null });
    }
  }
  return files;
}

/** `diff --git a/path b/path`: both halves are the same path unless the file was renamed. */
function gitPath(line: string): string {
  const names = line.slice("diff --git ".length);
  const middle = names.indexOf(" b/");
  return middle === -1 ? names : names.slice(middle + 3);
}

function setPath(file: OpenFile | undefined, line: string): void {
  if (file === undefined) return;
  const name = (line.slice(4).split("\t")[0] ?? "").replace(/^[ab]\//, "");
  if (name !== "/dev/null" && name !== "") file.path = name;
}
