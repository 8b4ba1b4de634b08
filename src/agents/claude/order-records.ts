import type { Findings } from "../../base/findings.ts";
import type { FileIndex } from "./index-records.ts";
import {
  answersTo,
  NONE,
  onlyAnswerTo,
  partAt,
  type RecordTable,
  recordWith,
  valueAt,
} from "./record-table.ts";

/** A path the user left, or a tool's answer nobody went on from: records by their numbers. */
export interface LeftPath {
  readonly from: number;
  readonly records: readonly number[];
}

/** The records of one file in the order of the conversation, by their numbers. */
export interface Order {
  /** The path in force, calls before their results, with what stands beside it. */
  readonly main: readonly number[];
  readonly left: readonly LeftPath[];
  /** Sub-agents inside the file, by their first record. */
  readonly asides: ReadonlyMap<number, readonly number[]>;
}

/**
 * Finds the path in force: from the latest leaf up to the root, through compactions, and then back
 * down with every line of each response and every result of its calls. Parallel calls and their
 * results hang beside the chain of parents, so that the chain alone loses some of them.
 */
export function orderRecords(index: FileIndex, isOwn: boolean, findings: Findings): Order {
  const { table } = index;
  const own: number[] = [];
  const aside: number[] = [];
  const unthreaded: number[] = [];
  for (let number = 0; number < table.count; number++) {
    if (!isNode(table, number)) unthreaded.push(number);
    else if (isOwn || table.isAside[number] === 0) own.push(number);
    else aside.push(number);
  }
  linkParents(index, own, findings);
  linkParents(index, aside, findings);
  const chain = chainTo(leafOf(own, table), index, findings);
  const main = pairResults(chain, marksOf(own, table), table);
  const { left, loose } = sortRest(own, marksOf(main, table), table);
  const asides = asidesOf(aside, own, table);
  return { main: mergeInFileOrder(main, [...unthreaded, ...loose]), left, asides };
}

/** Whether a record has a place in the tree: an id, and no later record with the same. */
function isNode({ id, copiedBy }: RecordTable, number: number): boolean {
  return id[number] !== NONE && copiedBy[number] === NONE;
}

/** Which records are among some, by their number: much cheaper than a set of a long conversation. */
type Marks = Uint8Array;

function marksOf(records: readonly number[], table: RecordTable): Marks {
  const marks = new Uint8Array(table.count);
  for (const number of records) marks[number] = 1;
  return marks;
}

/** A record whose parent is not in the file follows the one before it. */
function linkParents(index: FileIndex, nodes: readonly number[], findings: Findings): void {
  const { file, table, boundaries } = index;
  let before = NONE;
  for (const number of nodes) {
    const boundary = boundaries.get(number);
    const missing = boundary?.logicalParent ?? table.missing.get(number) ?? null;
    if (missing !== null) {
      const up = recordWith(table, missing);
      table.up[number] = up === NONE ? before : up;
      if (up === NONE) {
        const message = `It follows record "${missing}", which is not in the file`;
        const at = { file: file.path, line: valueAt(table.line, number) };
        findings.warn("W_DANGLING", at, message);
      }
    } else if (boundary !== undefined && table.up[number] === NONE) {
      table.up[number] = before;
    }
    const up = valueAt(table.up, number);
    if (valueAt(table.copiedBy, up) !== NONE) {
      table.up[number] = valueAt(table.latest, valueAt(table.id, up));
    }
    before = number;
  }
}

/** The latest record of the conversation from which nobody went on. */
function leafOf(own: readonly number[], table: RecordTable): number {
  const followed = new Uint8Array(table.count);
  for (const number of own) followed[valueAt(table.up, number)] = 1;
  let leaf = NONE;
  const passed = new Set<number>();
  for (const number of own) {
    if (followed[number] === 1) continue;
    let at = number;
    // Where an earlier walk has been there is nothing new to find.
    while (at !== NONE && !isSpoken(table, at) && !passed.has(at)) {
      passed.add(at);
      at = valueAt(table.up, at);
    }
    if (at > leaf && isSpoken(table, at)) leaf = at;
  }
  if (leaf !== NONE) return leaf;
  // Nothing but circles: the last word in the file is as good as any.
  return own.findLast((number) => isSpoken(table, number)) ?? own.at(-1) ?? NONE;
}

function isSpoken(table: RecordTable, number: number): boolean {
  const part = partAt(table, number);
  return part === "prompt" || part === "result" || part === "assistant";
}

function chainTo(leaf: number, { file, table }: FileIndex, findings: Findings): number[] {
  const passed = new Uint8Array(table.count);
  const chain: number[] = [];
  for (let at = leaf; at !== NONE; at = valueAt(table.up, at)) {
    if (passed[at] === 1) {
      const place = { file: file.path, line: valueAt(table.line, at) };
      findings.warn("W_CYCLE", place, "It comes back to itself");
      break;
    }
    passed[at] = 1;
    chain.push(at);
  }
  return chain.reverse();
}

/** Puts all lines of a response together, and the results of its calls behind them. */
function pairResults(chain: readonly number[], allowed: Marks, table: RecordTable): number[] {
  const inChain = marksOf(chain, table);
  const taken = new Uint8Array(table.count);
  const ordered: number[] = [];
  const take = (number: number) => {
    if (taken[number] === 1 || allowed[number] === 0) return;
    taken[number] = 1;
    ordered.push(number);
  };
  for (const number of chain) {
    if (taken[number] === 1) continue;
    const response = valueAt(table.response, number);
    const first = response === NONE ? number : valueAt(table.responses.first, response);
    for (let at = first; at !== NONE; at = valueAt(table.nextLine, at)) take(at);
    for (let at = first; at !== NONE; at = valueAt(table.nextLine, at)) {
      if (allowed[at] === 1) takeAnswers(at);
    }
  }
  return ordered;

  /** Of several answers to a call the one on the path counts, else the latest. */
  function takeAnswers(number: number): void {
    const from = valueAt(table.firstCall, number);
    for (let place = from; place < from + valueAt(table.calls, number); place++) {
      const call = valueAt(table.calls_made, place);
      const answer = onlyAnswerTo(table, call);
      if (answer !== NONE) {
        take(answer);
        continue;
      }
      const answers = answersTo(table, call);
      const best =
        answers.find((at) => inChain[at] === 1) ?? answers.findLast((at) => allowed[at] === 1);
      if (best !== undefined) take(best);
    }
  }
}

/** What is on no path in force: paths that were left, and what only stands beside the conversation. */
function sortRest(own: readonly number[], placed: Marks, table: RecordTable) {
  const rest = own.filter((number) => placed[number] === 0);
  const left: LeftPath[] = [];
  const loose: number[] = [];
  for (const [root, tree] of treesOf(rest, placed, table)) {
    if (!tree.some((number) => isSpoken(table, number))) {
      loose.push(...tree);
      continue;
    }
    const records = pairResults(tree, marksOf(tree, table), table);
    left.push({ from: valueAt(table.up, root), records });
  }
  return { left, loose };
}

/** Records by the first of them that is not among the placed ones. */
function treesOf(
  records: readonly number[],
  placed: Marks,
  table: RecordTable,
): Map<number, number[]> {
  const roots = new Map<number, number>();
  const trees = new Map<number, number[]>();
  for (const number of records) {
    const walked = new Set<number>();
    let at = number;
    let up = valueAt(table.up, at);
    while (up !== NONE && placed[up] === 0 && !roots.has(at) && !walked.has(at)) {
      walked.add(at);
      at = up;
      up = valueAt(table.up, at);
    }
    const root = roots.get(at) ?? at;
    for (const passed of walked) roots.set(passed, root);
    roots.set(number, root);
    const tree = trees.get(root);
    if (tree === undefined) trees.set(root, [number]);
    else tree.push(number);
  }
  return trees;
}

function asidesOf(aside: readonly number[], own: readonly number[], table: RecordTable) {
  const asides = new Map<number, readonly number[]>();
  if (aside.length === 0) return asides;
  for (const [root, tree] of treesOf(aside, marksOf(own, table), table)) {
    asides.set(root, pairResults(tree, marksOf(tree, table), table));
  }
  return asides;
}

/** Puts what has no place in the conversation where it stands in the file. */
function mergeInFileOrder(main: readonly number[], loose: readonly number[]): readonly number[] {
  if (loose.length === 0) return main;
  const sorted = loose.toSorted((a, b) => a - b);
  const merged: number[] = [];
  let next = 0;
  for (const number of main) {
    for (let at = sorted[next]; at !== undefined && at < number; at = sorted[++next]) {
      merged.push(at);
    }
    merged.push(number);
  }
  return [...merged, ...sorted.slice(next)];
}
