import type { Findings } from "../../base/findings.ts";
import type { FileIndex } from "./index-records.ts";
import {
  answersTo,
  NONE,
  onlyAnswerTo,
  type RecordTable,
  recordWithUuid,
  roleAt,
  valueAt,
} from "./record-table.ts";

/** A path the user left, or a tool's answer nobody went on from: records by their numbers. */
export interface AbandonedPath {
  readonly from: number;
  readonly records: readonly number[];
}

/** The records of one file in the order of the conversation, by their numbers. */
export interface RecordOrder {
  /** The path in force, calls before their results, with what is beside it. */
  readonly main: readonly number[];
  readonly abandoned: readonly AbandonedPath[];
  /** Sub-agents inside the file, by their first record. */
  readonly inlineSubAgents: ReadonlyMap<number, readonly number[]>;
}

/**
 * Finds the path in force: from the latest leaf up to the root, through compactions, and then back
 * down with every line of each response and every result of its calls. Parallel calls and their
 * results hang beside the chain of parents, so that the chain alone loses some of them.
 */
export function orderRecords(
  index: FileIndex,
  isSubAgentFile: boolean,
  findings: Findings,
): RecordOrder {
  const { table } = index;
  const own: number[] = [];
  const aside: number[] = [];
  const unthreaded: number[] = [];
  for (let number = 0; number < table.count; number++) {
    if (!isTreeNode(table, number)) unthreaded.push(number);
    else if (isSubAgentFile || table.isSidechain[number] === 0) own.push(number);
    else aside.push(number);
  }
  linkParents(index, own, findings);
  linkParents(index, aside, findings);
  const chain = chainFrom(rewindLeaf(index) ?? leafOf(own, table), index, findings);
  const main = pairResults(chain, marksOf(own, table), table);
  const { left, loose } = sortOffPath(own, marksOf(main, table), table);
  const inlineSubAgents = inlineSubAgentsOf(aside, own, table);
  return {
    main: mergeInFileOrder(main, [...unthreaded, ...loose], table),
    abandoned: left,
    inlineSubAgents: inlineSubAgents,
  };
}

/** Whether a record has a place in the tree: an id, and no later record with the same. */
function isTreeNode({ id, duplicatedBy }: RecordTable, number: number): boolean {
  return id[number] !== NONE && duplicatedBy[number] === NONE;
}

/** Which records are among some, by their number: much cheaper than a set of a long conversation. */
type RecordMarks = Uint8Array;

function marksOf(records: readonly number[], table: RecordTable): RecordMarks {
  const marks = new Uint8Array(table.count);
  for (const number of records) marks[number] = 1;
  return marks;
}

/** A record whose parent is not in the file follows the one before it. */
function linkParents(index: FileIndex, nodes: readonly number[], findings: Findings): void {
  const { file, table, boundaries } = index;
  const isLinear = nodes.some((number) => isRoot(index, number) && isAnswer(table, number));
  let before = NONE;
  for (const number of nodes) {
    if (isLinear && isRoot(index, number)) table.parent[number] = before;
    const boundary = boundaries.get(number);
    const missing = boundary?.logicalParent ?? table.missing.get(number) ?? null;
    if (missing !== null) {
      const parent = recordWithUuid(table, missing);
      table.parent[number] = parent === NONE ? before : parent;
      if (parent === NONE) {
        const message = `It follows record "${missing}", which is not in the file`;
        const at = { file: file.path, line: valueAt(table.line, number) };
        findings.warn("W_DANGLING", at, message);
      }
    } else if (boundary !== undefined && table.parent[number] === NONE) {
      table.parent[number] = before;
    }
    const parent = valueAt(table.parent, number);
    if (valueAt(table.duplicatedBy, parent) !== NONE) {
      table.parent[number] = valueAt(table.latest, valueAt(table.id, parent));
    }
    before = number;
  }
}

/** Whether a record names no other that it follows. */
function isRoot({ table, boundaries }: FileIndex, number: number): boolean {
  return table.parent[number] === NONE && !table.missing.has(number) && !boundaries.has(number);
}

/** An answer always follows something: where one names nothing, the file is no tree but a list. */
function isAnswer(table: RecordTable, number: number): boolean {
  const role = roleAt(table, number);
  return role === "assistant" || role === "result";
}

/** The record to which the person went back last, if that is in force; null when nobody went back. */
function rewindLeaf({ rewoundTo, table }: FileIndex): number | null {
  if (rewoundTo === null) return null;
  if (rewoundTo.leaf === null) return NONE;
  const leaf = recordWithUuid(table, rewoundTo.leaf);
  return leaf === NONE ? null : leaf;
}

/** The latest record of the conversation from which nobody went on. */
function leafOf(own: readonly number[], table: RecordTable): number {
  const followed = new Uint8Array(table.count);
  for (const number of own) followed[valueAt(table.parent, number)] = 1;
  let leaf = NONE;
  const passed = new Set<number>();
  for (const number of own) {
    if (followed[number] === 1) continue;
    let at = number;
    // Where an earlier walk has been there is nothing new to find.
    while (at !== NONE && !isConversation(table, at) && !passed.has(at)) {
      passed.add(at);
      at = valueAt(table.parent, at);
    }
    if (at > leaf && isConversation(table, at)) leaf = at;
  }
  if (leaf !== NONE) return leaf;
  // Nothing but circles: the last word in the file is as good as any.
  return own.findLast((number) => isConversation(table, number)) ?? own.at(-1) ?? NONE;
}

function isConversation(table: RecordTable, number: number): boolean {
  const role = roleAt(table, number);
  return role === "prompt" || role === "command" || role === "result" || role === "assistant";
}

function chainFrom(leaf: number, { file, table }: FileIndex, findings: Findings): number[] {
  const passed = new Uint8Array(table.count);
  const chain: number[] = [];
  for (let at = leaf; at !== NONE; at = valueAt(table.parent, at)) {
    if (passed[at] === 1) {
      const location = { file: file.path, line: valueAt(table.line, at) };
      findings.warn("W_CYCLE", location, "Its chain of parents leads back to itself");
      break;
    }
    passed[at] = 1;
    chain.push(at);
  }
  return chain.reverse();
}

/** Puts all lines of a response together, and the results of its calls after them. */
function pairResults(chain: readonly number[], allowed: RecordMarks, table: RecordTable): number[] {
  const inChain = marksOf(chain, table);
  const isAttached = attachedTo(inChain, table);
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
    const lines: number[] = [];
    for (let at = first; at !== NONE; at = valueAt(table.nextLine, at)) {
      if (allowed[at] === 1 && isAttached(at)) lines.push(at);
    }
    for (const at of lines) take(at);
    for (const at of lines) takeAnswers(at);
  }
  return ordered;

  /** Of several answers to a call the one on the path counts, else the latest. */
  function takeAnswers(number: number): void {
    const from = valueAt(table.firstCall, number);
    for (let location = from; location < from + valueAt(table.calls, number); location++) {
      const call = valueAt(table.callNumbers, location);
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

/**
 * Returns whether a line of a response hangs on the chain: by way of other lines of that response and their
 * results. A session that was continued elsewhere can contain the same response twice, on two paths.
 */
function attachedTo(inChain: RecordMarks, table: RecordTable): (line: number) => boolean {
  const known = new Map<number, boolean>();
  return (line) => {
    const response = valueAt(table.response, line);
    const passed: number[] = [];
    let at = line;
    // A circle ends at what is known: until the walk is over, that is the answer for a root.
    while (at !== NONE && inChain[at] === 0 && !known.has(at)) {
      if (valueAt(table.response, at) !== response && roleAt(table, at) !== "result") break;
      known.set(at, true);
      passed.push(at);
      at = valueAt(table.parent, at);
    }
    const isAttached = at === NONE || inChain[at] === 1 || known.get(at) === true;
    for (const number of passed) known.set(number, isAttached);
    return isAttached;
  };
}

/** What is on no path in force: paths that were left, and what is only beside the conversation. */
function sortOffPath(own: readonly number[], placed: RecordMarks, table: RecordTable) {
  const rest = own.filter((number) => placed[number] === 0);
  const left: AbandonedPath[] = [];
  const loose: number[] = [];
  for (const [root, tree] of treesOf(rest, placed, table)) {
    if (!tree.some((number) => isConversation(table, number))) {
      loose.push(...tree);
      continue;
    }
    const records = pairResults(tree, marksOf(tree, table), table);
    left.push({ from: valueAt(table.parent, root), records });
  }
  return { left, loose };
}

/** Records by the first of them that is not among the placed ones. */
function treesOf(
  records: readonly number[],
  placed: RecordMarks,
  table: RecordTable,
): Map<number, number[]> {
  const roots = new Map<number, number>();
  const trees = new Map<number, number[]>();
  for (const number of records) {
    const walked = new Set<number>();
    let at = number;
    let parent = valueAt(table.parent, at);
    while (parent !== NONE && placed[parent] === 0 && !roots.has(at) && !walked.has(at)) {
      walked.add(at);
      at = parent;
      parent = valueAt(table.parent, at);
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

function inlineSubAgentsOf(aside: readonly number[], own: readonly number[], table: RecordTable) {
  const inlineSubAgents = new Map<number, readonly number[]>();
  if (aside.length === 0) return inlineSubAgents;
  for (const [root, tree] of treesOf(aside, marksOf(own, table), table)) {
    inlineSubAgents.set(root, pairResults(tree, marksOf(tree, table), table));
  }
  return inlineSubAgents;
}

/**
 * Puts what has no place in the conversation where it is in the file. Words from the queue wait until
 * a call that is under way has its result, as they did when they were typed.
 */
function mergeInFileOrder(
  main: readonly number[],
  loose: readonly number[],
  table: RecordTable,
): readonly number[] {
  if (loose.length === 0) return main;
  const sorted = loose.toSorted((a, b) => a - b);
  const merged: number[] = [];
  let waiting: number[] = [];
  let next = 0;
  let before = NONE;
  for (const number of main) {
    for (let at = sorted[next]; at !== undefined && at < number; at = sorted[++next]) {
      (isConversation(table, at) ? waiting : merged).push(at);
    }
    if (waiting.length > 0 && beginsTurn(table, number, before)) {
      merged.push(...waiting);
      waiting = [];
    }
    merged.push(number);
    before = number;
  }
  return [...merged, ...waiting, ...sorted.slice(next)];
}

/** Whether a record neither answers a call nor goes on with the response before it. */
function beginsTurn(table: RecordTable, number: number, before: number): boolean {
  if (roleAt(table, number) === "result") return false;
  const response = valueAt(table.response, number);
  return response === NONE || response !== valueAt(table.response, before);
}
