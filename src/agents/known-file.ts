import { type Stats, statSync } from "node:fs";
import type { AgentEnvironment, FoundSession } from "./agent.ts";

/** The session in a file of a store: what is known of it while the file is the same, else from its head. */
export async function sessionInFile(
  { known }: AgentEnvironment,
  path: string,
  recognise: (path: string) => Promise<FoundSession | null>,
): Promise<FoundSession | null> {
  if (known === undefined) return recognise(path);
  const stats = statOf(path);
  if (!stats?.isFile()) return null;
  const before = known.find(path, stats);
  if (before !== undefined) return before;
  const found = await recognise(path);
  known.learn(path, stats, found);
  return found;
}

/** Waiting for each of ten thousand answers would take longer than the answers themselves. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null; // It may have gone since it was listed, or lie in a folder that cannot be entered.
  }
}
