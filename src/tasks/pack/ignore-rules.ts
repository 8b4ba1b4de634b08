/**
 * Which paths of a workspace are left out. Patterns are those of a `.gitignore`: `*` and `?` stay within
 * a name, `**` spans folders, a leading or inner `/` binds to the top, a trailing one means folders only,
 * `!` takes back. Matching is by hand and takes time proportional to pattern and path.
 */

import { withoutByteOrderMark } from "../../base/text/byte-order-mark.ts";
import { matchSequence, type NamePattern, parseWildcards } from "../../base/text/wildcards.ts";

/** Left out unless `--include` names them: copies of what a tool can make again, and histories. */
export const defaultExcludes: readonly string[] = [
  ".git",
  ".hg",
  ".svn",
  ".holdall",
  "node_modules",
];

/** Decides about paths of a workspace, relative and with `/`. */
export interface IgnoreRules {
  isExcluded(path: string, isFolder: boolean): boolean;
  /** Whether something below an excluded folder may be included all the same. */
  mayInclude(folder: string): boolean;
}

interface Rule {
  readonly segments: readonly NamePattern[];
  readonly isAnchored: boolean;
  readonly foldersOnly: boolean;
  readonly isNegated: boolean;
}

/** Builds the rules from patterns in the order in which they count; the last match decides. */
export function createIgnoreRules(
  exclude: readonly string[],
  include: readonly string[] = [],
): IgnoreRules {
  const rules = exclude.flatMap(parseRule);
  const included = include.flatMap(parseRule);
  const isIncluded = (path: string) =>
    prefixesOf(path).some((prefix) => included.some((rule) => matches(rule, prefix, true)));
  const isOutByName = (path: string, isFolder: boolean) => {
    const last = rules.findLast((rule) => matches(rule, path, isFolder));
    return last !== undefined && !last.isNegated;
  };
  // The files of a folder come one after the other: its own answer is the same for all of them.
  let known = "";
  let isKnownOut = false;
  const isFolderOut = (folder: string): boolean => {
    if (folder === "") return false;
    if (folder === known) return isKnownOut;
    isKnownOut = prefixesOf(folder).some((prefix) => isOutByName(prefix, true));
    known = folder;
    return isKnownOut;
  };
  return {
    isExcluded(path, isFolder) {
      // What is in an excluded folder is excluded, whatever its own name.
      const folder = path.slice(0, Math.max(path.lastIndexOf("/"), 0));
      return (isFolderOut(folder) || isOutByName(path, isFolder)) && !isIncluded(path);
    },
    mayInclude: (folder) =>
      included.some(
        ({ segments, isAnchored }) =>
          isAnchored && folder.split("/").every((name, at) => segments[at]?.text === name),
      ),
  };
}

/** The patterns of an ignore file, one per line; `#` begins a comment. */
export function parseIgnoreFile(text: string): readonly string[] {
  return withoutByteOrderMark(text)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

function parseRule(pattern: string): Rule[] {
  const isNegated = pattern.startsWith("!");
  const bare = isNegated ? pattern.slice(1) : pattern;
  const foldersOnly = bare.endsWith("/");
  const names = bare.split("/").filter((segment) => segment !== "");
  if (names.length === 0) return [];
  const segments = names.map(parseWildcards);
  const isAnchored = bare.startsWith("/") || segments.length > 1;
  return [{ segments, isAnchored, foldersOnly, isNegated }];
}

const NO_NAME = parseWildcards("");

function prefixesOf(path: string): string[] {
  const segments = path.split("/");
  return segments.map((_, at) => segments.slice(0, at + 1).join("/"));
}

function matches(rule: Rule, path: string, isFolder: boolean): boolean {
  if (rule.foldersOnly && !isFolder) return false;
  const [only = NO_NAME] = rule.segments;
  return rule.isAnchored
    ? matchSequence(rule.segments, path.split("/"), ({ text }) => text === "**", matchesName)
    : only.test(path.slice(path.lastIndexOf("/") + 1));
}

function matchesName(pattern: NamePattern, name: string): boolean {
  return pattern.test(name);
}
