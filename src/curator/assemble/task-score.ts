import { compareBytes } from "../../base/file-set.ts";
import { markdownBelow } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";

/** Folders whose files a task may choose. */
const folders = ["context/knowledge", "context/projects", "mandates/definitions", "reports"];
/** Letters that a term has at least: shorter ones are in every text. */
const MIN_LETTERS = 4;

/** Files that share terms with a task, those with the most first. One term alone is no reason, unless the task has no more. */
export function taskScore(files: ResponsibilityFiles, task: string): readonly string[] {
  const wanted = termsOf(task);
  const least = Math.min(2, wanted.size);
  return folders
    .flatMap((folder) => markdownBelow(files, folder, 4))
    .map((path) => {
      const terms = files.derive(path, "terms", (text) => [...termsOf(text)]);
      return { path, score: terms.filter((term) => wanted.has(term)).length };
    })
    .filter(({ score }) => score > 0 && score >= least)
    .sort((a, b) => b.score - a.score || compareBytes(a.path, b.path))
    .map(({ path }) => path);
}

function termsOf(text: string): ReadonlySet<string> {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(found.filter((term) => term.length >= MIN_LETTERS));
}
