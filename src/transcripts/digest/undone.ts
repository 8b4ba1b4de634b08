import type { DigestTurn } from "./digest.ts";

/** A command that puts files back as they were. */
// regex: a command of an action has at most 300 characters
const RESTORES = /\bgit (?:-C \S+ )?(?:checkout(?: \S+)? --|restore)\s([^;&|]+)/g;

/** For each turn the names of files that a later turn put back: what was done to them is undone. */
export function restoredLater(turns: readonly DigestTurn[]): readonly (readonly string[])[] {
  const names = new Set<string>();
  const result: (readonly string[])[] = [];
  for (const { actions } of turns.toReversed()) {
    result.unshift([...names]);
    for (const { text } of actions.filter(({ kind }) => kind === "command")) {
      for (const [, paths = ""] of text.matchAll(RESTORES)) {
        for (const path of paths.split(/\s+/)) {
          const name = path.slice(path.lastIndexOf("/") + 1);
          if (name.length > 4 && name.includes(".")) names.add(name);
        }
      }
    }
  }
  return result;
}

/** What was still to be done to the changes when it was said. */
// regex: a statement has at most 400 characters
const UNCOMMITTED =
  /\b(?:not|never|nothing|hasn't|haven't|isn't|aren't|yet to)\b[^.]{0,40}\b(?:commit|push)|\b(?:uncommitted|unpushed|unstaged|not staged)\b/i;

/** Whether what a statement says is missing was done later: what was not committed then is committed now. */
export function isDoneSince(statement: string, later: readonly DigestTurn[]): boolean {
  if (!UNCOMMITTED.test(statement)) return false;
  const wanted = /push/i.test(statement)
    ? /\bgit (?:-C \S+ )?push\b/
    : /\bgit (?:-C \S+ )?commit\b/;
  return later.some(({ actions }) =>
    actions.some(({ kind, text }) => kind === "command" && wanted.test(text)),
  );
}
