/** Notes that name the outcome of a request by its path in the folder of the responsibility that did the work. */

/** Where a path to a mandate run, a report or knowledge begins. */
const PATH = /(?<![\w./-])(?=(?:mandates\/runs|reports|context\/knowledge)\/[^\s/])/gu;
/** The id of a run or a report. */
const NAME = /(?<![\w./-])(?:mandate_run|report):\S/u;

/** Whether a note points to an outcome: the path of a mandate run, a report or knowledge, or the id of a run. */
export function isOutcome(note: string): boolean {
  return note.search(PATH) !== -1 || NAME.test(note);
}

/**
 * A note as it is read in another folder than that of its author: its paths lead to the author's. `folderOf` finds that
 * folder, and is asked only where a note has a path; without one the note stays as it is.
 */
export function readFrom(note: string, folderOf: () => string | null): string {
  if (note.search(PATH) === -1) return note;
  const folder = folderOf();
  return folder === null ? note : note.replaceAll(PATH, () => `${folder}/`);
}
