import type { Answer } from "../../answers.ts";

/** The result of `thread list`. */
export type ThreadList = Answer<"thread list">;

/** A thread of the workspace or an imported session. */
export type ThreadShown = ThreadList["threads"][number];

/** A thread with its newest turns. */
export type ThreadDetail = Answer<"thread show">;

/** What recent compiles of a thread selected. */
export type Selections = Answer<"thread selections">;

/** The name of a thread as a reader knows it. */
export function threadTitle({
  title,
  thread_id,
}: Pick<ThreadShown, "title" | "thread_id">): string {
  return title === null || title.trim() === "" ? thread_id : title;
}

/** A thread where it is drawn. */
export interface LineageRow {
  readonly thread: ThreadShown;
  readonly depth: number;
  /** For each column before its own: whether a line passes, because a brother follows below. */
  readonly passing: readonly boolean[];
  /** Whether another child of its parent follows below. */
  readonly hasNext: boolean;
  readonly hasChildren: boolean;
}

/** Deeper threads are drawn in the last column. */
const MAX_DEPTH = 8;

/** Orders threads so that each follows its parent, with what a drawing of the lines needs. */
export function lineageRows(threads: readonly ThreadShown[]): readonly LineageRow[] {
  const known = new Set(threads.map(({ thread_id }) => thread_id));
  const isRoot = ({ parent }: ThreadShown) => parent === null || !known.has(parent.thread_id);
  const children = Map.groupBy(
    threads.filter((thread) => !isRoot(thread)),
    ({ parent }) => parent?.thread_id ?? "",
  );
  const rows: LineageRow[] = [];
  // A stack instead of recursion: nobody knows how long a chain of handoffs gets.
  const open: Omit<LineageRow, "hasChildren">[] = threads
    .filter(isRoot)
    .map((thread) => ({ thread, depth: 0, passing: [], hasNext: false }))
    .reverse();
  const seen = new Set<string>();
  for (let row = open.pop(); row !== undefined; row = open.pop()) {
    const { thread, depth, passing, hasNext } = row;
    if (seen.has(thread.thread_id)) continue;
    seen.add(thread.thread_id);
    const own = children.get(thread.thread_id) ?? [];
    rows.push({ ...row, hasChildren: own.length > 0 });
    const below = depth === 0 ? [] : [...passing, hasNext].slice(0, MAX_DEPTH);
    for (const [at, child] of [...own.entries()].reverse()) {
      const place = { depth: Math.min(depth + 1, MAX_DEPTH), passing: below };
      open.push({ thread: child, ...place, hasNext: at < own.length - 1 });
    }
  }
  return rows;
}
