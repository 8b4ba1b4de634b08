import { type Stats, statSync } from "node:fs";
import type { AgentEnvironment, FoundSession } from "./agent.ts";

type Looked = FoundSession | null | Promise<FoundSession | null>;

/**
 * The session in a file of a store: what is known of it while the file is the same, else from its head. A
 * promise only where the head is read: waiting for each of ten thousand files takes longer than looking at them.
 */
export function sessionInFile(
  environment: AgentEnvironment,
  path: string,
  recognise: (path: string) => Promise<FoundSession | null>,
): Looked {
  const { onUnrecognised } = environment;
  const looked = lookAt(environment, path, recognise);
  if (onUnrecognised === undefined) return looked;
  const report = (found: FoundSession | null) => {
    if (found === null) onUnrecognised(path);
    return found;
  };
  return looked instanceof Promise ? looked.then(report) : report(looked);
}

function lookAt(
  { known }: AgentEnvironment,
  path: string,
  recognise: (path: string) => Promise<FoundSession | null>,
): Looked {
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

/**
 * The sessions in files of a store: looked at one by one, given in one batch. Those that were found
 * before a file that cannot be read come before its error.
 */
export async function* sessionsInFiles(
  environment: AgentEnvironment,
  paths: readonly string[],
  recognise: (path: string) => Promise<FoundSession | null>,
): AsyncGenerator<readonly FoundSession[]> {
  const sessions: FoundSession[] = [];
  try {
    for (const path of paths) {
      const looked = sessionInFile(environment, path, recognise);
      const found = looked instanceof Promise ? await looked : looked;
      if (found !== null) sessions.push(found);
    }
  } catch (error) {
    yield sessions;
    throw error;
  }
  yield sessions;
}

const MAY_BE_GONE = { throwIfNoEntry: false } as const;

function statOf(path: string): Stats | null {
  try {
    return statSync(path, MAY_BE_GONE) ?? null;
  } catch {
    return null; // It may have gone since it was listed, or lie in a folder that cannot be entered.
  }
}
