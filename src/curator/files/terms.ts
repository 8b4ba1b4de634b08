import { queryTermsOf, termsOf } from "../../base/text/terms.ts";

/** Days, steps and parts of versions are in every text. */
const SMALL_NUMBER = /^\p{N}{1,2}$/u;

/** The terms of a task by which texts are chosen for it. */
export function taskTerms(task: string): ReadonlySet<string> {
  return new Set(queryTermsOf(task).filter((term) => !SMALL_NUMBER.test(term)));
}

/** How many terms of a task are among those of a text; none unless two are, or the task has no more. */
export function sharedTerms(task: ReadonlySet<string>, terms: ReadonlySet<string>): number {
  const shared = [...task].filter((term) => terms.has(term)).length;
  return shared >= Math.min(2, task.size) ? shared : 0;
}

/** The same for a sentence, such as a subject: where a task has two terms, one of them is enough. */
export function sharedWithSentence(task: ReadonlySet<string>, sentence: string): number {
  if (task.size !== 2) return task.size === 0 ? 0 : sharedTerms(task, new Set(termsOf(sentence)));
  return termsOf(sentence).some((term) => task.has(term)) ? 1 : 0;
}
