import type { Action } from "../digest/actions.ts";
import { checkOf } from "../digest/check-kind.ts";
import { isEffect, isRelease } from "../digest/commands.ts";
import type { Digest } from "../digest/digest.ts";
import { COMMITTED } from "../digest/undone.ts";
import type { EndingItem } from "./ending.ts";

const MAX_FILES = 12;
/** A command that commits or puts changes away, also one that prints nothing of it: nobody knows then what is left. */
// regex: an action has at most 500 characters
const COMMITS = new RegExp(
  `${COMMITTED.source}|\\bgit (?:-\\S+ \\S+ ){0,3}(?:commit|stash)\\b|\\bgh pr merge\\b|\\b(?:gt|jj) \\w`,
);
/** What a push says that it brought. */
// regex: as above
const PUSHED = /\bgit push\b.* -> [0-9a-f]{7,40}\.\.([0-9a-f]{7,40})\b/;
/** A file outside of the folder of the session, which no commit of it has. */
const OUTSIDE = /^(?:[/~]|\.\.\/|[a-z]:[\\/])/i;

/** What the commands of a session say about its end. */
interface CheckState {
  /** Checks that failed for the last request, after which none of their kind succeeded. */
  readonly failing: readonly EndingItem[];
  /** Other commands that failed for it: what they were for may have been done in another way. */
  readonly tried: readonly EndingItem[];
  /** The last push or publication that failed at any time, after which none succeeded: the others were tries at the same. */
  readonly unreleased: readonly EndingItem[];
  /** Files that were changed after the last commit. */
  readonly uncommitted: readonly EndingItem[];
  /** Whether the last change was followed by no check, in a session that has checks. */
  readonly unchecked: readonly EndingItem[];
}

/** Judges the commands and changes of a digest by their order. */
export function checkState(digest: Digest): CheckState {
  const all = digest.turns.flatMap(({ actions }) => actions);
  const failed = failedNow(digest);
  const isCheck = ({ text }: Action) => checkOf(commandIn(text)) !== null;
  const isChange = (action: Action) => !isCheck(action) && isEffect(commandIn(action.text));
  return {
    failing: failed.filter(isCheck).map(failureOf),
    tried: failed.filter(isChange).map(failureOf),
    unreleased: failedReleases(digest),
    uncommitted: changedSinceCommit(digest, all),
    unchecked: changedSinceCheck(all),
  };
}

function failedNow({ turns, actions }: Digest): readonly Action[] {
  const from = turns.findLastIndex(({ request, isQueued }) => request !== "" && !isQueued);
  const recent = new Set(turns.slice(Math.max(0, from)).flatMap((turn) => turn.actions));
  return actions
    .failures()
    .filter((action) => recent.has(action) && !isRelease(commandIn(action.text)));
}

function failedReleases({ actions }: Digest): readonly EndingItem[] {
  return actions
    .failures()
    .filter(({ text }) => isRelease(commandIn(text)))
    .slice(-1)
    .map(failureOf);
}

function failureOf(action: Action): EndingItem {
  return itemOf(action, `failed: ${action.text}`);
}

function commandIn(text: string): string {
  return text.split(" -> ", 1)[0] ?? "";
}

/** In a session that commits, what was changed since: no other record says that it is committed. */
function changedSinceCommit(
  { actions: { files } }: Digest,
  all: readonly Action[],
): readonly EndingItem[] {
  const commit = all.findLastIndex(({ kind, text }) => kind === "command" && COMMITS.test(text));
  const id = COMMITTED.exec(all[commit]?.text ?? "")?.[1];
  const later = all.slice(commit + 1);
  if (id === undefined || later.some(({ text }) => isOtherPush(text, id))) return [];
  const edits = later.filter(({ kind }) => kind === "edit");
  const last = edits.at(-1);
  const present = new Set(files.list());
  const names = new Set(edits.flatMap(({ text }) => text.split(", ")));
  const changed = [...names].filter((name) => present.has(name) && !OUTSIDE.test(name));
  if (last === undefined || changed.length === 0) return [];
  const more = changed.length > MAX_FILES ? ` and ${changed.length - MAX_FILES} more` : "";
  const shown = changed.slice(-MAX_FILES).join(", ");
  return [itemOf(last, `changed after the last commit ${id}, not committed: ${shown}${more}`)];
}

/** Whether a push brought another commit than that: something else commits what is changed. */
function isOtherPush(text: string, id: string): boolean {
  const pushed = PUSHED.exec(text)?.[1];
  return pushed !== undefined && !pushed.startsWith(id) && !id.startsWith(pushed);
}

function changedSinceCheck(all: readonly Action[]): readonly EndingItem[] {
  const check = all.findLastIndex(
    ({ kind, text }) => kind === "command" && checkOf(commandIn(text)) === "test",
  );
  const edit = all.findLast(({ kind }) => kind === "edit");
  if (check < 0 || edit === undefined || all.indexOf(edit) < check) return [];
  return [itemOf(edit, "whether the tests pass: none was run after the last change")];
}

function itemOf({ time, item_id }: Action, text: string): EndingItem {
  return { text, at: time, item_id };
}
