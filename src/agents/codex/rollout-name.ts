import { basename } from "node:path";

/** What the name of a rollout states: its thread, and the rollout's own id. */
export interface RolloutName {
  readonly thread: string;
  /** The thread's id, unless the user went back: then each file of the thread has an id of its own. */
  readonly rollout: string;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const NAME = new RegExp(
  `^rollout-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-(${UUID})(?:_(${UUID}))?\\.jsonl(?:\\.zst)?$`,
  "i",
);

/** Parses the name of a rollout; null for any other name. */
export function parseRolloutName(path: string): RolloutName | null {
  const [, thread, rollout = thread] = NAME.exec(basename(path)) ?? [];
  if (thread === undefined || rollout === undefined) return null;
  return { thread: thread.toLowerCase(), rollout: rollout.toLowerCase() };
}

/** Whether a rollout took the place of an earlier one when the user went back in its thread. */
export function isReplacement(path: string): boolean {
  const name = parseRolloutName(path);
  return name !== null && name.thread !== name.rollout;
}

/**
 * The rollouts with which threads are continued. A thread in which the user went back has several files, and
 * the program continues the newest by time and id; the others are parts of that session.
 */
export function currentRollouts(paths: readonly string[]): readonly string[] {
  const newest = new Map<string, string>();
  for (const path of paths) {
    const thread = isReplacement(path) ? parseRolloutName(path)?.thread : undefined;
    if (thread === undefined) continue;
    const other = newest.get(thread);
    if (other === undefined || basename(path) > basename(other)) newest.set(thread, path);
  }
  if (newest.size === 0) return paths;
  return paths.filter((path) => {
    const current = newest.get(parseRolloutName(path)?.thread ?? "");
    return current === undefined || current === path;
  });
}
