/**
 * Ends a program with everything that it started. A process group is not enough: a child that calls `setsid`
 * leaves it, and one whose parent has ended is a child of the system. So every program that we start carries a
 * mark, in a variable and as an open file, which its children inherit, and processes are recognised by
 * descent, by session and by that mark. Nothing else is ever ended.
 */

import { currentTick, listProcesses, type ProcessFacts } from "./list-processes.ts";

/** What the processes of one start are recognised by. */
export interface ProcessTree {
  /** A random text that is in the environment, and in the name of an open file. */
  readonly mark: string;
  /** Nothing that was started before belongs to it. */
  readonly since: number;
}

/** The tree of a program that is about to be started. */
export function describeTree(mark: string): ProcessTree {
  return { mark, since: currentTick() };
}

/** A program may start processes while others are ended; one that never stops doing so is left after this. */
const MAX_ROUNDS = 200;
const PAUSE_MS = 5;

/**
 * Ends every process of a tree at once (SIGKILL): one that is asked can refuse. The root is the process that was
 * started, in a group of its own.
 */
export function endTree(tree: ProcessTree, root: number | undefined): void {
  // Without a list of processes this reaches most of them.
  if (root !== undefined) endProcess(-root);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const members = membersOf(tree, root, listProcesses(tree.since));
    if (members.length === 0) return;
    for (const pid of members) endProcess(pid);
    pause();
  }
}

/** The processes of a tree: the root, what descends from it or is in a session or group of it, and what is marked. */
function membersOf(
  { mark }: ProcessTree,
  root: number | undefined,
  processes: readonly ProcessFacts[],
): readonly number[] {
  const members = new Set<number>(root === undefined ? [] : [root]);
  const others = new Set(processes.filter(({ pid }) => pid !== process.pid && pid !== 1));
  let size = -1;
  while (size !== members.size) {
    size = members.size;
    for (const each of others) {
      const related = [each.pid, each.parent, each.group, each.session].some((id) =>
        members.has(id),
      );
      if (!related && !each.carries(mark)) continue;
      members.add(each.pid);
      others.delete(each);
    }
  }
  const alive = new Set(processes.map(({ pid }) => pid));
  return [...members].filter((pid) => alive.has(pid));
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

/** Waits without letting anything else run: also while this process ends. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
}
