import { isSha256 } from "../base/hash.ts";
import { trimEndOf } from "../base/text/trim-end.ts";

/** What a message may refer to. */
export interface Mentions {
  /** Relative paths, `/` between their parts, in the order they are named. */
  readonly paths: readonly string[];
  /** Ids of artifacts. */
  readonly artifacts: readonly string[];
}

/** Bounds for a message of any length: mentions beyond these are ignored, not an error. */
const MAX_MENTIONS = 100;
const MAX_PATH = 1000;
// Either in back-ticks, where a path may contain spaces, or after an @, where it ends at the next
// delimiter. Neither alternative can backtrack: each consumes a negated character class up to its
// end.
const MENTION = /`([^`\n]+)`|(?:^|[\s([{"'])@([^\s`"'()[\]{}<>,;]+)/g;

/**
 * The paths and artifacts that a message names in back-ticks or after an @. Whether they exist is
 * not checked.
 */
export function mentionsIn(content: string): Mentions {
  const paths = new Set<string>();
  const artifacts = new Set<string>();
  for (const [, quoted, at] of content.matchAll(MENTION)) {
    if (paths.size + artifacts.size >= MAX_MENTIONS) break;
    const named = quoted?.trim() ?? trimEndOf(at ?? "", ".:!?");
    if (isSha256(named)) artifacts.add(named);
    else if (isPath(named)) paths.add(tidy(named));
  }
  return { paths: [...paths], artifacts: [...artifacts] };
}

/**
 * Only relative paths below the folder count: no parent, no home folder, no URL scheme, no control
 * characters.
 */
function isPath(text: string): boolean {
  if (text === "" || text.length > MAX_PATH || /[\p{Cc}\\]|^[/~]|^[a-z]+:/iu.test(text))
    return false;
  const parts = text.split("/");
  return !parts.includes("..") && tidy(text) !== "";
}

function tidy(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
