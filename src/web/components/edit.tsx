import { structuredPatch } from "diff";
import type { EditData } from "../page.ts";
import type { DiffLine, FileDiff } from "../text/parse-diff.ts";
import { FileChanges } from "./diff.tsx";

/** Two texts that differ everywhere must not block the page. */
const MAX_MS = 200;

/** What a tool call replaced, as a diff. */
export function Edit({ edit }: { readonly edit: EditData }) {
  return <FileChanges file={fileDiffOf(edit)} />;
}

function fileDiffOf({ path, before, after }: EditData): FileDiff {
  const patch = structuredPatch(path, path, before, after, "", "", { context: 3, timeout: MAX_MS });
  const lines = patch === undefined ? replacedLines(before, after) : patch.hunks.flatMap(hunkLines);
  return {
    path,
    lines,
    added: lines.filter(({ kind }) => kind === "add").length,
    removed: lines.filter(({ kind }) => kind === "remove").length,
  };
}

/** The lines of a piece of a file: where it is in the file is not known, so they have no numbers. */
function hunkLines(hunk: { readonly lines: readonly string[] }): readonly DiffLine[] {
  return hunk.lines
    .filter((line) => !line.startsWith("\\"))
    .map((line) => {
      const kind = line.startsWith("+") ? "add" : line.startsWith("-") ? "remove" : "same";
      return { kind, text: line.slice(1), before: null, after: null };
    });
}

function replacedLines(before: string, after: string): readonly DiffLine[] {
  const side = (text: string, kind: DiffLine["kind"]) =>
    text === ""
      ? []
      : text.split("\n").map((line) => ({ kind, text: line, before: null, after: null }));
  return [...side(before, "remove"), ...side(after, "add")];
}
