import type { Link } from "../../base/escaping-links.ts";
import { areInByteOrder } from "../../base/file-set.ts";
import { PREVIEW_COUNT } from "../../model/task-bundle.ts";
import type { ListedFile } from "../../model/task-bundle-records.ts";
import { LINK_MODE } from "./listed-file.ts";

/** What is kept of a list of files that may be too long to keep. */
export interface Listing {
  /** Elements of the list, usable or not. */
  readonly count: number;
  readonly bytes: number;
  readonly first: readonly ListedFile[];
  /** Whether the paths rise in byte order, as those of a file set do. */
  readonly isOrdered: boolean;
  /** Every usable link; null when there are too many to be checked. */
  readonly links: readonly Link[] | null;
  /** Every usable element, unless there are too many. */
  readonly kept: readonly ListedFile[] | null;
}

/** Most listed files, and characters of their paths, that are kept in memory. */
const MAX_KEPT = 20_000;
const MAX_KEPT_CHARACTERS = 4_000_000;
/** Most characters of links that are kept: about 100,000 usual ones. */
const MAX_LINK_CHARACTERS = 16_000_000;

/** Gathers a listing; `add` takes null for an element that cannot be used. */
export function createListing() {
  const first: ListedFile[] = [];
  let kept: ListedFile[] | null = [];
  let links: Link[] | null = [];
  let characters = 0;
  let linkCharacters = 0;
  let last: string | null = null;
  const sums = { count: 0, bytes: 0, isOrdered: true };
  const addLink = ({ path, target }: ListedFile): void => {
    linkCharacters += path.length + (target?.length ?? 0);
    if (linkCharacters > MAX_LINK_CHARACTERS) links = null;
    links?.push({ path, target: target ?? "" });
  };
  return {
    add(file: ListedFile | null): void {
      sums.count++;
      if (file === null) return;
      sums.bytes += file.size;
      if (last !== null && !areInByteOrder(last, file.path)) sums.isOrdered = false;
      last = file.path;
      if (first.length < PREVIEW_COUNT) first.push(file);
      characters += file.path.length + (file.target?.length ?? 0);
      if (sums.count > MAX_KEPT || characters > MAX_KEPT_CHARACTERS) kept = null;
      kept?.push(file);
      if (file.mode === LINK_MODE) addLink(file);
    },
    result: (): Listing => ({ ...sums, first, links, kept }),
  };
}
