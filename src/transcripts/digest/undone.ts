import type { Action } from "./actions.ts";
import type { DigestTurn } from "./digest.ts";

/** A command that puts files back as they were. */
// regex: 4,000 characters of a command are looked at
const RESTORES = /\bgit (?:-C \S+ )?(?:checkout(?: \S+)? --|restore)\s([^;&|]+)/g;

/** A command that throws away every change that was not committed. */
// regex: as above
const DISCARDS =
  /\bgit (?:-C \S+ )?(?:reset --hard(?:\s+HEAD)?|checkout(?: --)? \.|restore \.)(?=\s*(?:$|[;&|]|->))/;

const MAX_COMMAND = 4000;

/** Paths that a command puts back as they were last committed; "." means all. */
export function restoredPaths(command: string): readonly string[] {
  if (!command.includes("git ")) return [];
  const text = command.slice(0, MAX_COMMAND);
  if (DISCARDS.test(text)) return ["."];
  return [...text.matchAll(RESTORES)].flatMap(([restore, paths = ""]) =>
    // What is only taken out of the next commit, or brought from another one, is still changed.
    /--staged|--cached|-S\b|--source|-s\b|checkout (?!HEAD )\S+ --/.test(restore)
      ? []
      : paths.split(/\s+/).filter((path) => path !== "" && !path.startsWith("-")),
  );
}

/** A commit as git reports it: `[main 1a2b3c4] subject`. */
// regex: a command of an action has at most 300 characters, and a line of its result follows
export const COMMITTED = /\[[^\]\s]{1,100}(?: \(root-commit\))? ([0-9a-f]{7,40})\]/;
// regex: as above
const REVERTS = /\bgit (?:-C \S+ )?revert\s([^;&|>]+)/;
// regex: as above
const RESETS = /\bgit (?:-C \S+ )?reset --hard\s+([^\s;&|]+)/;
/** A reset that keeps the changes takes back the commit alone. */
// regex: as above
const RESETS_COMMIT =
  /\bgit (?:-C \S+ )?reset(?: --(?:soft|mixed|keep|merge|hard))?\s+([^-\s;&|][^\s;&|]*)/;
// regex: as above
const AMENDS = /\bgit (?:-C \S+ )?commit\b[^;&|>]*--amend\b/;

/** The ids of commits whose changes later commands took back with `git revert` or `git reset --hard`. */
export function undoneCommits(actions: readonly Action[]): ReadonlySet<string> {
  return takenBack(actions, (text) => RESETS.exec(text)?.[1] ?? "");
}

/** The ids of commits that are not there any more, their changes kept or not. */
function goneCommits(actions: readonly Action[]): ReadonlySet<string> {
  return takenBack(actions, (text) =>
    AMENDS.test(text) ? "HEAD~1" : (RESETS_COMMIT.exec(text)?.[1] ?? ""),
  );
}

function takenBack(
  actions: readonly Action[],
  resetTo: (command: string) => string,
): ReadonlySet<string> {
  let inForce: string[] = [];
  const undone = new Set<string>();
  for (const { kind, text } of actions) {
    if (kind !== "command") continue;
    const lost = [
      ...revertedBy(REVERTS.exec(text)?.[1] ?? "", inForce),
      ...resetBy(resetTo(text), inForce),
    ];
    for (const id of lost) undone.add(id);
    inForce = inForce.filter((id) => !lost.includes(id));
    const commit = COMMITTED.exec(text)?.[1];
    if (commit !== undefined) inForce.push(commit);
  }
  return undone;
}

function revertedBy(targets: string, commits: readonly string[]): readonly string[] {
  return targets.split(/\s+/).flatMap((target) => {
    if (target === "HEAD") return commits.slice(-1);
    return commits.filter((id) => isSameCommit(id, target));
  });
}

function resetBy(target: string, commits: readonly string[]): readonly string[] {
  const back = /^HEAD(?:\^+|~\d{0,3})$/.exec(target)?.[0];
  if (back !== undefined) {
    const count = back.includes("~") ? Number(back.slice(5) || "1") : back.length - 4;
    return count === 0 ? [] : commits.slice(-count);
  }
  const kept = commits.findIndex((id) => isSameCommit(id, target));
  return kept < 0 ? [] : commits.slice(kept + 1);
}

function isSameCommit(id: string, target: string): boolean {
  return target.length >= 4 && (id.startsWith(target) || target.startsWith(id));
}

/** Whether everything that a turn committed was taken back later. */
export function isUndone({ actions }: DigestTurn, undone: ReadonlySet<string>): boolean {
  const commits = actions.flatMap(({ text }) => COMMITTED.exec(text)?.[1] ?? []);
  return commits.length > 0 && commits.every((id) => undone.has(id));
}

/** Actions without the commits that later ones took back. */
export function withoutUndone(actions: readonly Action[]): readonly Action[] {
  const undone = goneCommits(actions);
  if (undone.size === 0) return actions;
  return actions.filter(({ text }) => !undone.has(COMMITTED.exec(text)?.[1] ?? ""));
}
