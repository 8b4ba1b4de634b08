/**
 * Decides which links of a folder could lead out of it. Each is resolved step by step, through the other links of the
 * same set, as a file system would: a target that looks harmless alone (`../x`) leaves where its folder is
 * itself reached by a link.
 */

import { collisionKey } from "./paths.ts";

/** A link: where it lies in its folder, and what it points to. */
export interface Link {
  readonly path: string;
  readonly target: string;
}

/** Systems give up after so many links on one path; so does the check. */
const MAX_HOPS = 40;
/** Parts of a path, of a target and of where it leads: more are nobody's work. */
const MAX_PARTS = 256;
/** Characters of all links together: about 100,000 usual ones. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * The links that are not safe to create, by path, each with what it is, as the end of "it is …". Every other one stays
 * inside, whatever else of the set exists; also on a file system that takes `A` and `a` for the same name.
 */
export function findEscapingLinks(links: readonly Link[]): ReadonlyMap<string, string> {
  const characters = links.reduce((sum, { path, target }) => sum + path.length + target.length, 0);
  if (characters > MAX_CHARACTERS) {
    return new Map(links.map(({ path }) => [path, "one of too many links to be checked"]));
  }
  return new Map([...faultsOf(links, collisionKey), ...faultsOf(links, (path) => path)]);
}

/** Where a link leads, and how many links were passed on the way. */
interface Resolved {
  readonly at: readonly string[];
  readonly hops: number;
}

const LEAVES = "a link that leads out of its folder";
const CIRCLE = "a link that leads in a circle, or through too many others";
const LONG = "a link whose path or target is too long";

/** A link while it is followed: what of its target is left, and where its beginning leads. */
interface Walk {
  readonly link: Link;
  readonly steps: readonly string[];
  next: number;
  at: string[];
  hops: number;
}

/** The faults of a set on a file system for which two names that fold to the same text are one. */
function faultsOf(
  links: readonly Link[],
  fold: (text: string) => string,
): ReadonlyMap<string, string> {
  const set = createLinkSet(links, fold);
  const results = new Map<Link, Resolved | string>(
    set.doubles.map((link) => [link, "one of two links of the same name"]),
  );
  for (const link of links) if (!results.has(link)) follow(link, set, results);
  const faults = new Map<string, string>();
  for (const [link, result] of results) {
    if (typeof result === "string") faults.set(link.path, result);
  }
  return faults;
}

interface LinkSet {
  /** Links whose name another one has as well. */
  readonly doubles: readonly Link[];
  /** The link at the end of a path, if there is one. */
  linkAt(at: readonly string[]): Link | undefined;
  readonly fold: (text: string) => string;
}

function createLinkSet(links: readonly Link[], fold: (text: string) => string): LinkSet {
  const byPath = new Map<string, Link>();
  const names = new Set<string>();
  const doubles: Link[] = [];
  for (const link of links) {
    const folded = fold(link.path);
    const other = byPath.get(folded);
    if (other !== undefined) doubles.push(other, link);
    byPath.set(folded, link);
    names.add(folded.slice(folded.lastIndexOf("/") + 1));
  }
  return {
    doubles,
    // Most paths are settled by their last name.
    linkAt: (at) => (names.has(at.at(-1) ?? "") ? byPath.get(at.join("/")) : undefined),
    fold,
  };
}

/** Follows a link and those that it needs, with a stack of its own: a chain may be long. */
function follow(first: Link, set: LinkSet, results: Map<Link, Resolved | string>): void {
  const stack: Walk[] = [];
  const open = new Set<Link>();
  const enter = (link: Link) => {
    const walk = startWalk(link, set);
    if (typeof walk === "string") results.set(link, walk);
    else {
      stack.push(walk);
      open.add(link);
    }
  };
  enter(first);
  for (let walk = stack.at(-1); walk !== undefined; walk = stack.at(-1)) {
    const found = advance(walk, set);
    const isEnd = typeof found === "string" || "at" in found;
    const result = isEnd ? found : open.has(found) ? CIRCLE : passLink(walk, results.get(found));
    if (result !== null) {
      results.set(walk.link, result);
      open.delete(walk.link);
      stack.pop();
    } else if (!isEnd && !results.has(found)) enter(found);
  }
}

function startWalk(link: Link, { fold, linkAt }: LinkSet): Walk | string {
  const { target } = link;
  if (target === "" || /^\/|^[A-Za-z]:|[\\\0]/.test(target)) return LEAVES;
  const at = fold(link.path).split("/").slice(0, -1);
  const steps = fold(target).split("/");
  if (at.length > MAX_PARTS || steps.length > MAX_PARTS) return LONG;
  const isBelow = at.some((_, end) => linkAt(at.slice(0, end + 1)) !== undefined);
  return isBelow ? "a link that lies below another one" : { link, steps, next: 0, at, hops: 1 };
}

/** Takes the steps of a link up to its end, or to another link that must be followed first. */
function advance(walk: Walk, { linkAt }: LinkSet): Resolved | Link | string {
  while (walk.next < walk.steps.length) {
    const step = walk.steps[walk.next++] ?? "";
    if (step === "" || step === ".") continue;
    if (step === "..") {
      if (walk.at.pop() === undefined) return LEAVES;
      continue;
    }
    walk.at.push(step);
    if (walk.at.length > MAX_PARTS) return LONG;
    const link = linkAt(walk.at);
    if (link !== undefined) return link;
  }
  return { at: walk.at, hops: walk.hops };
}

/** Continues after a link that was met, or steps back until it is known; a fault of it is one of this link. */
function passLink(walk: Walk, known: Resolved | string | undefined): string | null {
  if (typeof known === "string") return known;
  if (known === undefined) {
    walk.next--;
    walk.at.pop();
    return null;
  }
  walk.at = [...known.at];
  walk.hops += known.hops;
  return walk.hops > MAX_HOPS ? CIRCLE : null;
}
