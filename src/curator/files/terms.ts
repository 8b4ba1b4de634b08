/** Letters that a term has at least: shorter ones are in every text. */
const MIN_LETTERS = 4;

/** The terms of a text by which it is compared with a task. */
export function termsOf(text: string): ReadonlySet<string> {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(found.filter((term) => term.length >= MIN_LETTERS));
}

/** How many terms of a task a text has; none unless there are two, or the task has no more. */
export function sharedTerms(task: ReadonlySet<string>, text: ReadonlySet<string>): number {
  const shared = [...task].filter((term) => text.has(term)).length;
  return shared >= Math.min(2, task.size) ? shared : 0;
}
