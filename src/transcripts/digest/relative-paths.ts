import { trimEndOf } from "../../base/text/trim-end.ts";

/** Rewrites the paths of a text. */
export type PathRewriter = (text: string) => string;

/** A path begins after these; after another character the folder is the middle of a longer path. */
const BEFORE = /[\s"'`([{<=:,;|&>]/;

/**
 * Paths below a folder become relative to it, and a command that only goes there first begins with what it does:
 * who takes over works in that folder, or in another one with the same files.
 */
export function relativeTo(folder: string | null): PathRewriter {
  const root = trimEndOf(folder ?? "", "/\\");
  if (root.length < 2) return (text) => text;
  return (text) => {
    if (!text.includes(root)) return text;
    const inside = replaceAtStart(replaceAtStart(text, `${root}/`), `${root}\\`);
    return withoutEntering(inside, root);
  };
}

/** Removes a beginning of paths, where a path starts with it. */
function replaceAtStart(text: string, beginning: string): string {
  const pieces = text.split(beginning);
  const joined: string[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) {
      const before = pieces[at - 1]?.at(-1) ?? (at === 1 ? " " : "/");
      // A folder that is named with its last slash, and nothing after it, stays as it is.
      const isPath = BEFORE.test(before) && /^[\w.@[(-]/.test(piece);
      if (!isPath) joined.push(beginning);
    }
    joined.push(piece);
  }
  return joined.join("");
}

/** A command line without the step into the folder that it is run in. */
function withoutEntering(text: string, root: string): string {
  for (const step of [`cd ${root} && `, `cd "${root}" && `, `cd '${root}' && `, `cd ${root}; `]) {
    if (text.startsWith(step)) return text.slice(step.length);
  }
  return text;
}
