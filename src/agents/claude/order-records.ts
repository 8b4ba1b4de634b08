import type { Findings } from "../../base/findings.ts";
import type { Entry, FileIndex } from "./index-records.ts";

/** A path the user left, or a tool's answer nobody went on from. */
export interface LeftPath {
  readonly from: Entry | null;
  readonly entries: readonly Entry[];
}

/** The records of one file in the order of the conversation. */
export interface Order {
  /** The path in force, calls before their results, with what stands beside it. */
  readonly main: readonly Entry[];
  readonly left: readonly LeftPath[];
  /** Sub-agents inside the file, by their first record. */
  readonly asides: ReadonlyMap<Entry, readonly Entry[]>;
}

/**
 * Finds the path in force: from the latest leaf up to the root, through compactions, and then back
 * down with every line of each response and every result of its calls. Parallel calls and their
 * results hang beside the chain of parents, so that the chain alone loses some of them.
 */
export function orderRecords(index: FileIndex, isOwn: boolean, findings: Findings): Order {
  const nodes = index.entries.filter((entry) => index.byUuid.get(entry.uuid ?? "") === entry);
  const isMain = (entry: Entry) => isOwn || !entry.isAside;
  linkParents(index, nodes, isMain, findings);
  const own = nodes.filter(isMain);
  const chain = chainTo(leafOf(own), index, findings);
  const main = pairResults(chain, own);
  const placed = new Set(main);
  const { left, loose } = sortRest(own, placed);
  const asides = asidesOf(
    nodes.filter((entry) => !isMain(entry)),
    new Set(own),
  );
  const unthreaded = index.entries.filter((entry) => index.byUuid.get(entry.uuid ?? "") !== entry);
  return { main: mergeInFileOrder(main, [...unthreaded, ...loose]), left, asides };
}

/** A record whose parent is not in the file follows the one before it. */
function linkParents(
  { file, byUuid, boundaries }: FileIndex,
  nodes: readonly Entry[],
  isMain: (entry: Entry) => boolean,
  findings: Findings,
): void {
  const before: [Entry | null, Entry | null] = [null, null];
  for (const entry of nodes) {
    const side = isMain(entry) ? 0 : 1;
    const boundary = boundaries.get(entry);
    const named = boundary ? (boundary.logicalParent ?? entry.parent) : entry.parent;
    const up = named === null ? null : byUuid.get(named);
    entry.up = up ?? (named === null && !boundary ? null : before[side]);
    if (up === undefined) {
      const place = { file: file.path, line: entry.place.line };
      findings.warn("W_DANGLING", place, `It follows record "${named}", which is not in the file`);
    }
    before[side] = entry;
  }
}

/** The latest record of the conversation from which nobody went on. */
function leafOf(own: readonly Entry[]): Entry | null {
  const followed = new Set<Entry>();
  for (const { up } of own) if (up !== null) followed.add(up);
  let leaf: Entry | null = null;
  const passed = new Set<Entry>();
  for (const entry of own) {
    if (followed.has(entry)) continue;
    let at: Entry | null = entry;
    // Where an earlier walk has been there is nothing new to find.
    while (at !== null && !isSpoken(at) && !passed.has(at)) {
      passed.add(at);
      at = at.up;
    }
    if (at !== null && isSpoken(at) && (leaf === null || isLater(at, leaf))) leaf = at;
  }
  // Nothing but circles: the last word in the file is as good as any.
  return leaf ?? own.findLast(isSpoken) ?? own.at(-1) ?? null;
}

function isSpoken({ part }: Entry): boolean {
  return part === "prompt" || part === "result" || part === "assistant";
}

function isLater(left: Entry, right: Entry): boolean {
  return left.place.offset > right.place.offset;
}

function chainTo(leaf: Entry | null, { file }: FileIndex, findings: Findings): Entry[] {
  const chain = new Set<Entry>();
  for (let at = leaf; at !== null; at = at.up) {
    if (chain.has(at)) {
      findings.warn("W_CYCLE", { file: file.path, line: at.place.line }, "It comes back to itself");
      break;
    }
    chain.add(at);
  }
  return [...chain].reverse();
}

/** Puts all lines of a response together, and the results of its calls behind them. */
function pairResults(chain: readonly Entry[], own: readonly Entry[]): Entry[] {
  const inChain = new Set(chain);
  const responses = groupResponses(own);
  const answers = new Map<string, Entry>();
  for (const entry of own) {
    for (const call of entry.answers) {
      const known = answers.get(call);
      if (known === undefined || !inChain.has(known)) answers.set(call, entry);
    }
  }
  const ordered = new Set<Entry>();
  for (const entry of chain) {
    if (ordered.has(entry)) continue;
    const lines = responses.get(responseOf(entry)) ?? [entry];
    for (const line of lines) ordered.add(line);
    for (const call of lines.flatMap(({ calls }) => calls)) {
      const answer = answers.get(call);
      if (answer !== undefined) ordered.add(answer);
    }
  }
  return [...ordered];
}

function groupResponses(own: readonly Entry[]): Map<string, Entry[]> {
  const responses = new Map<string, Entry[]>();
  for (const entry of own) {
    if (entry.part !== "assistant" || entry.message === null) continue;
    const key = responseOf(entry);
    const lines = responses.get(key);
    if (lines === undefined) responses.set(key, [entry]);
    else lines.push(entry);
  }
  return responses;
}

/** A response that was copied behind a compaction is another one. */
function responseOf({ message, segment, part }: Entry): string {
  return part === "assistant" && message !== null ? `${segment} ${message}` : "";
}

/** What is on no path in force: paths that were left, and what only stands beside the conversation. */
function sortRest(own: readonly Entry[], placed: ReadonlySet<Entry>) {
  const rest = own.filter((entry) => !placed.has(entry));
  const left: LeftPath[] = [];
  const loose: Entry[] = [];
  for (const [root, entries] of treesOf(rest, placed)) {
    if (!entries.some(isSpoken)) loose.push(...entries);
    else left.push({ from: root.up, entries: pairResults(entries, entries) });
  }
  return { left, loose };
}

/** Records by the first of them that is not among the placed ones. */
function treesOf(entries: readonly Entry[], placed: ReadonlySet<Entry>): Map<Entry, Entry[]> {
  const roots = new Map<Entry, Entry>();
  const trees = new Map<Entry, Entry[]>();
  for (const entry of entries) {
    const walked = new Set<Entry>();
    let at = entry;
    while (at.up !== null && !placed.has(at.up) && !roots.has(at) && !walked.has(at)) {
      walked.add(at);
      at = at.up;
    }
    const root = roots.get(at) ?? at;
    for (const passed of walked) roots.set(passed, root);
    roots.set(entry, root);
    const tree = trees.get(root);
    if (tree === undefined) trees.set(root, [entry]);
    else tree.push(entry);
  }
  return trees;
}

function asidesOf(entries: readonly Entry[], own: ReadonlySet<Entry>) {
  const asides = new Map<Entry, readonly Entry[]>();
  for (const [root, tree] of treesOf(entries, own)) asides.set(root, pairResults(tree, tree));
  return asides;
}

/** Puts what has no place in the conversation where it stands in the file. */
function mergeInFileOrder(main: readonly Entry[], loose: readonly Entry[]): Entry[] {
  const sorted = loose.toSorted((a, b) => a.place.offset - b.place.offset);
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of main) {
    for (let at = sorted[next]; at && at.place.offset < entry.place.offset; at = sorted[++next]) {
      merged.push(at);
    }
    merged.push(entry);
  }
  return [...merged, ...sorted.slice(next)];
}
