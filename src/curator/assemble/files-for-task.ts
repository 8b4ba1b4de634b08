import { compareBytes } from "../../base/file-set.ts";
import { termsOf } from "../../base/text/terms.ts";
import { listKnowledge } from "../files/knowledge.ts";
import { sharedTerms, sharedWithSentence, taskTerms } from "../files/terms.ts";
import { markdownBelow } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";

/** Folders whose pages a task may choose besides the knowledge. */
const folders = ["context/projects", "mandates/definitions", "reports"];
/**
 * Files that share terms with a task, those with the most first: knowledge in any kind of text, and pages of work.
 */
export function filesForTask(files: ResponsibilityFiles, task: string): readonly string[] {
  const wanted = taskTerms(task);
  const knowledge = listKnowledge(files).map(({ path, answers }) => ({ path, answers }));
  const pages = folders.flatMap((folder) => markdownBelow(files, folder, 4));
  return [...knowledge, ...pages.map((path) => ({ path, answers: "" }))]
    .map(({ path, answers }) => {
      const own = files.derive(path, "terms", (text) => [...new Set(termsOf(text))]);
      // What a text was offered for may say more about it than the text itself.
      const terms = new Set([...own, ...termsOf(answers)]);
      return { path, score: sharedTerms(wanted, terms) || sharedWithSentence(wanted, answers) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareBytes(a.path, b.path))
    .map(({ path }) => path);
}
