import { isSha256 } from "../base/hash.ts";
import { trimEndOf } from "../base/trim-end.ts";

/** What a message may refer to. */
export interface Mentions {
  /** Relative paths, `/` between their parts, in the order they are named. */
  readonly paths: readonly string[];
  /** Ids of artifacts. */
  readonly artifacts: readonly string[];
}

const MAX_MENTIONS = 100;
const MAX_PATH = 1000;
// A path in back-ticks may hold spaces; one behind an @ ends with the word, and its last dot belongs to the sentence.
const MENTION = /`([^`\n]+)`|(?:^|[\s([{"'])@([^\s`"'()[\]{}<>,;]+)/g;

/** The paths and artifacts that a message names in back-ticks or behind an @. Whether they exist is not asked. */
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

/** Only what lies below the folder can be named: nobody else's files, and nothing a terminal would obey. */
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
