import { type Stats, statSync } from "node:fs";
import type { AgentEnvironment, FoundSession } from "./agent.ts";

/**
 * The session in a file of a store: what is known of it while the file is the same, else from its head. A
 * promise only where the head is read: waiting for each of ten thousand files takes longer than looking at them.
 */
export function sessionInFile(
  { known }: AgentEnvironment,
  path: string,
  recognise: (path: string) => Promise<FoundSession | null>,
): FoundSession | null | Promise<FoundSession | null> {
  if (known === undefined) return recognise(path);
  const stats = statOf(path);
  if (!stats?.isFile()) return null;
  const before = known.find(path, stats);
  if (before !== undefined) return before;
  return recognise(path).then((found) => {
    known.learn(path, stats, found);
    return found;
  });
}

/** Whether a file has to be waited for. */
export function isPending(
  found: FoundSession | null | Promise<FoundSession | null>,
): found is Promise<FoundSession | null> {
  return found instanceof Promise;
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // It may have gone since it was listed, or lie in a folder that cannot be entered.
  }
}
