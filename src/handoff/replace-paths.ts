/** Old and new beginning of a path, without a separator at the end. */
export type PathReplacement = readonly [string, string];

/** Characters that are part of a name: a path goes on with them, and one does not begin after them. */
const NAME = String.raw`\p{L}\p{N}\p{M}_~+%$\-`;
/** Letters of scripts that put no space between a path and the sentence around it. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}`;

/** What may be before a path. After a name, a dot or a closing bracket it would be the middle of a longer one. */
// regex: sees at most LOOK_BACK characters
const START = new RegExp(
  [
    String.raw`(?:^|[^${NAME}.…/\\)\]}"'])$`,
    // A quote opens a path, unless it closes a variable: "$ROOT"/usr.
    String.raw`(?<!\$\{?\w+\}?)["']$`,
    String.raw`(?:^|[^${NAME}/\\])[${UNSPACED}]+$`,
    String.raw`\bfile:(?:\\?/){2,3}(?:localhost)?$`,
    // A line of a diff, and an option with its value: -I/usr/include.
    String.raw`(?:^|\s)[+\-][A-Za-z]?$`,
    // The escape of a line break or a tab in a string of JSON, and of a colour for a terminal.
    String.raw`(?<!\\)(?:\\\\)*\\[bfnrt]$`,
    String.raw`\x1b\[[\d;]*[A-Za-z]$`,
  ].join("|"),
  "u",
);

/** What may be after a path: another name below it, or anything that its last name does not go on with. */
const END = new RegExp(
  [
    "$",
    String.raw`[^${NAME}@{.\\]`,
    `(?<![${UNSPACED}])[${UNSPACED}]`,
    // A separator of Windows or an escape of JSON, but not before what a shell takes into the name.
    String.raw`\\(?![ ()\[\]{}&;$*?])`,
    // Dots at the end of a sentence, not those before an extension.
    String.raw`\.+(?:$|[^${NAME}@{.*/\\]|\\[bfnrt"'])`,
  ].join("|"),
  "uy",
);

/** How far before a path its surroundings are looked at. */
const LOOK_BACK = 64;

/**
 * A function that replaces the beginnings of paths in a text, where they are complete names: `/a/b` in `/a/b/c` and in
 * "see /a/b.", not in `/a/bc`, `/a/b.txt` or `/x/a/b`. Of several that fit the longest counts, and what
 * was replaced is not replaced again.
 */
export function createPathReplacer(
  replacements: readonly PathReplacement[],
): (text: string) => string {
  const spellings = replacements
    .flatMap(spellingsOf)
    .toSorted(([one], [other]) => other.length - one.length);
  return (text) => {
    let replaced = "";
    let from = 0;
    for (const at of positionsOf(spellings, text)) {
      const found = at < from ? undefined : spellings.find(([old]) => isPathAt(text, at, old));
      if (found === undefined) continue;
      const [old, next] = found;
      const end = at + old.length;
      // The root of a disk is only a separator.
      const isRoot = next === "" && !/[/\\]/.test(text.charAt(end));
      replaced += text.slice(from, at) + (isRoot ? "/" : next);
      from = end;
    }
    return replaced + text.slice(from);
  };
}

/** Where a text contains one of the paths, complete or not, in order. */
function positionsOf(spellings: readonly PathReplacement[], text: string): readonly number[] {
  const positions = new Set<number>();
  for (const [old] of spellings) {
    for (let at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + 1)) positions.add(at);
  }
  return [...positions].toSorted((one, other) => one - other);
}

/** Whether a path begins at a position, and its last name ends there. */
function isPathAt(text: string, at: number, old: string): boolean {
  if (!text.startsWith(old, at)) return false;
  END.lastIndex = at + old.length;
  return END.test(text) && START.test(text.slice(Math.max(0, at - LOOK_BACK), at));
}

/** A path as texts contain it: as it is, within JSON, and for Windows with slashes. */
function spellingsOf([old, next]: PathReplacement): readonly PathReplacement[] {
  if (!isOfWindows(old))
    return [
      [old, next],
      [escapeSlashes(old), escapeSlashes(next)],
    ];
  return ["\\", "\\\\", "/"].map(
    (separator) => [separateBy(separator, old), separateBy(separator, next)] as const,
  );
}

function escapeSlashes(path: string): string {
  return path.replaceAll("/", "\\/");
}

function separateBy(separator: string, path: string): string {
  return isOfWindows(path) ? path.replaceAll(/[\\/]/g, () => separator) : path;
}

/** Whether a path begins with the letter of a disk. */
export function isOfWindows(path: string): boolean {
  return /^[A-Za-z]:/.test(path);
}
