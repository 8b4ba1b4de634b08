import type { Findings } from "../../base/findings.ts";
import type { Call, Entry, FileIndex } from "./index-records.ts";

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
  const isMain = (entry: Entry) => isOwn || !entry.isAside;
  const nodes = index.entries.filter(isNode);
  linkParents(index, nodes, isMain, findings);
  const own = nodes.every(isMain) ? nodes : nodes.filter(isMain);
  const chain = chainTo(leafOf(own, index), index, findings);
  const main = pairResults(chain, marksOf(own, index));
  const placed = marksOf(main, index);
  const { left, loose } = sortRest(own, placed, index);
  const aside = nodes.length === own.length ? [] : nodes.filter((entry) => !isMain(entry));
  const asides = asidesOf(aside, own, index);
  const unthreaded = index.entries.filter((entry) => !isNode(entry));
  return { main: mergeInFileOrder(main, [...unthreaded, ...loose]), left, asides };
}

/** Whether a record has a place in the tree: an id, and no later record with the same. */
function isNode({ uuid, copiedBy }: Entry): boolean {
  return uuid !== null && copiedBy === null;
}

/** Which records are among some, by their number: much cheaper than a set of a long conversation. */
type Marks = Uint8Array;

function marksOf(entries: Iterable<Entry>, index: FileIndex): Marks {
  const marks = new Uint8Array(index.entries.length);
  for (const { number } of entries) marks[number] = 1;
  return marks;
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
    const missing = boundary?.logicalParent ?? entry.missing;
    if (missing !== null) {
      entry.up = byUuid.get(missing) ?? before[side];
      if (!byUuid.has(missing)) {
        const message = `It follows record "${missing}", which is not in the file`;
        findings.warn("W_DANGLING", { file: file.path, line: entry.line }, message);
      }
    } else if (boundary !== undefined) {
      entry.up ??= before[side];
    }
    if (entry.up?.copiedBy) entry.up = byUuid.get(entry.up.uuid ?? "") ?? null;
    before[side] = entry;
  }
}

/** The latest record of the conversation from which nobody went on. */
function leafOf(own: readonly Entry[], index: FileIndex): Entry | null {
  const followed = new Uint8Array(index.entries.length);
  for (const { up } of own) if (up !== null) followed[up.number] = 1;
  let leaf: Entry | null = null;
  const passed = new Set<Entry>();
  for (const entry of own) {
    if (followed[entry.number] === 1) continue;
    let at: Entry | null = entry;
    // Where an earlier walk has been there is nothing new to find.
    while (at !== null && !isSpoken(at) && !passed.has(at)) {
      passed.add(at);
      at = at.up;
    }
    if (at !== null && isSpoken(at) && (leaf === null || at.number > leaf.number)) leaf = at;
  }
  // Nothing but circles: the last word in the file is as good as any.
  return leaf ?? own.findLast(isSpoken) ?? own.at(-1) ?? null;
}

function isSpoken({ part }: Entry): boolean {
  return part === "prompt" || part === "result" || part === "assistant";
}

function chainTo(leaf: Entry | null, { file, entries }: FileIndex, findings: Findings): Entry[] {
  const passed = new Uint8Array(entries.length);
  const chain: Entry[] = [];
  for (let at = leaf; at !== null; at = at.up) {
    if (passed[at.number] === 1) {
      findings.warn("W_CYCLE", { file: file.path, line: at.line }, "It comes back to itself");
      break;
    }
    passed[at.number] = 1;
    chain.push(at);
  }
  return chain.reverse();
}

/** Puts all lines of a response together, and the results of its calls behind them. */
function pairResults(chain: readonly Entry[], allowed: Marks): Entry[] {
  const inChain = new Uint8Array(allowed.length);
  for (const { number } of chain) inChain[number] = 1;
  const taken = new Uint8Array(allowed.length);
  const ordered: Entry[] = [];
  const take = (entry: Entry) => {
    if (taken[entry.number] === 1 || allowed[entry.number] === 0) return;
    taken[entry.number] = 1;
    ordered.push(entry);
  };
  for (const entry of chain) {
    if (taken[entry.number] === 1) continue;
    const lines = entry.response ?? [entry];
    for (const line of lines) take(line);
    for (const line of lines) {
      if (allowed[line.number] === 1) for (const call of line.calls) takeAnswer(call);
    }
  }
  return ordered;

  /** Of several answers the one on the path counts, else the latest. */
  function takeAnswer({ answers }: Call): void {
    const answer =
      (answers.length === 1 ? answers[0] : undefined) ??
      answers.find(({ number }) => inChain[number] === 1) ??
      answers.findLast(({ number }) => allowed[number] === 1);
    if (answer !== undefined) take(answer);
  }
}

/** What is on no path in force: paths that were left, and what only stands beside the conversation. */
function sortRest(own: readonly Entry[], placed: Marks, index: FileIndex) {
  const rest = own.filter(({ number }) => placed[number] === 0);
  const left: LeftPath[] = [];
  const loose: Entry[] = [];
  for (const [root, entries] of treesOf(rest, placed)) {
    if (!entries.some(isSpoken)) loose.push(...entries);
    else left.push({ from: root.up, entries: pairResults(entries, marksOf(entries, index)) });
  }
  return { left, loose };
}

/** Records by the first of them that is not among the placed ones. */
function treesOf(entries: readonly Entry[], placed: Marks): Map<Entry, Entry[]> {
  const roots = new Map<Entry, Entry>();
  const trees = new Map<Entry, Entry[]>();
  for (const entry of entries) {
    const walked = new Set<Entry>();
    let at = entry;
    while (at.up !== null && placed[at.up.number] === 0 && !roots.has(at) && !walked.has(at)) {
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

function asidesOf(aside: readonly Entry[], own: readonly Entry[], index: FileIndex) {
  const asides = new Map<Entry, readonly Entry[]>();
  if (aside.length === 0) return asides;
  for (const [root, tree] of treesOf(aside, marksOf(own, index))) {
    asides.set(root, pairResults(tree, marksOf(tree, index)));
  }
  return asides;
}

/** Puts what has no place in the conversation where it stands in the file. */
function mergeInFileOrder(main: readonly Entry[], loose: readonly Entry[]): readonly Entry[] {
  if (loose.length === 0) return main;
  const sorted = loose.toSorted((a, b) => a.number - b.number);
  const merged: Entry[] = [];
  let next = 0;
  for (const entry of main) {
    for (let at = sorted[next]; at && at.number < entry.number; at = sorted[++next]) {
      merged.push(at);
    }
    merged.push(entry);
  }
  return [...merged, ...sorted.slice(next)];
}
