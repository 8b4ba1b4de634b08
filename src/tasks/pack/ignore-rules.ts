/**
 * Which paths of a workspace are left out. Patterns are those of a `.gitignore`: `*` and `?` stay within
 * a name, `**` spans folders, a leading or inner `/` binds to the top, a trailing one means folders only,
 * `!` takes back. Matching is by hand and takes time proportional to pattern and path.
 */

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
  readonly segments: readonly string[];
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
  return {
    isExcluded(path, isFolder) {
      // What is in an excluded folder is excluded, whatever its own name.
      const prefixes = prefixesOf(path);
      const isOut = prefixes.some((prefix, at) => {
        const isWithin = isFolder || at < prefixes.length - 1;
        const last = rules.findLast((rule) => matches(rule, prefix, isWithin));
        return last !== undefined && !last.isNegated;
      });
      return isOut && !isIncluded(path);
    },
    mayInclude: (folder) =>
      included.some(
        ({ segments, isAnchored }) =>
          isAnchored && folder.split("/").every((name, at) => segments[at] === name),
      ),
  };
}

/** The patterns of an ignore file, one per line; `#` begins a comment. */
export function parseIgnoreFile(text: string): readonly string[] {
  return text
    .replace(/^\ufeff/, "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

function parseRule(pattern: string): Rule[] {
  const isNegated = pattern.startsWith("!");
  const bare = isNegated ? pattern.slice(1) : pattern;
  const foldersOnly = bare.endsWith("/");
  const segments = bare.split("/").filter((segment) => segment !== "");
  if (segments.length === 0) return [];
  const isAnchored = bare.startsWith("/") || segments.length > 1;
  return [{ segments, isAnchored, foldersOnly, isNegated }];
}

function prefixesOf(path: string): string[] {
  const segments = path.split("/");
  return segments.map((_, at) => segments.slice(0, at + 1).join("/"));
}

function matches(rule: Rule, path: string, isFolder: boolean): boolean {
  if (rule.foldersOnly && !isFolder) return false;
  const names = path.split("/");
  const [only = ""] = rule.segments;
  return rule.isAnchored
    ? matchSequence(rule.segments, names, "**", matchesName)
    : matchesName(only, names.at(-1) ?? "");
}

function matchesName(pattern: string, name: string): boolean {
  return matchSequence(
    [...pattern],
    [...name],
    "*",
    (sign, letter) => sign === "?" || sign === letter,
  );
}

/** Matches a sequence in which one sign stands for any number of members. */
function matchSequence(
  pattern: readonly string[],
  given: readonly string[],
  any: string,
  isSame: (pattern: string, member: string) => boolean,
): boolean {
  let [at, from] = [0, 0];
  let [star, mark] = [-1, 0];
  while (from < given.length) {
    if (pattern[at] === any) {
      [star, mark] = [at++, from];
    } else if (at < pattern.length && isSame(pattern[at] ?? "", given[from] ?? "")) {
      at++;
      from++;
    } else if (star !== -1) {
      at = star + 1;
      from = ++mark;
    } else return false;
  }
  while (pattern[at] === any) at++;
  return at === pattern.length;
}
