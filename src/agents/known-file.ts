import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import type { AgentEnvironment, FoundSession } from "./agent.ts";

type Looked = FoundSession | null | Promise<FoundSession | null>;

/**
 * The session in a file of a store: what is known of it while the file is the same, else from its head. A
 * promise only where the head is read: waiting for each of ten thousand files takes longer than looking at them.
 */
export function sessionInFile(
  { known, onUnrecognised }: AgentEnvironment,
  path: string,
  recognise: (path: string) => Promise<FoundSession | null>,
): Looked {
  const report = (found: FoundSession | null) => {
    if (found === null) onUnrecognised?.(path);
    return found;
  };
  if (known === undefined) return recognise(path).then(report);
  const stats = statOf(path);
  if (!stats?.isFile()) return report(null);
  const before = known.find(path, stats);
  if (before === "listed") return null;
  if (before !== undefined) return report(before);
  return recognise(path).then((found) => {
    known.learn(path, stats, found);
    return report(found);
  });
}

/** The session in a folder of a store, by its log. A folder with other logs in place of that is reported by one of them. */
export async function sessionInFolder(
  environment: AgentEnvironment,
  folder: string,
  log: string,
  recognise: (path: string) => Promise<FoundSession | null>,
): Promise<FoundSession | null> {
  const path = join(folder, log);
  const found = await sessionInFile(environment, path, recognise);
  if (found !== null || environment.onUnrecognised === undefined) return found;
  const other = statOf(path) === null ? otherLogIn(folder) : undefined;
  if (other !== undefined) environment.onUnrecognised(other);
  return null;
}

/** Reports files of a store that are logs by their names and have no name that is known of this agent's. */
export function reportOtherLogs(
  { onUnrecognised }: AgentEnvironment,
  folder: string,
  names: readonly string[],
): void {
  if (onUnrecognised === undefined) return;
  for (const name of names) if (isLog(name)) onUnrecognised(join(folder, name));
}

/** Endings of logs and databases, compressed or not. */
function isLog(name: string): boolean {
  return /\.(?:jsonl|ndjson|db|sqlite3?)(?:\.(?:gz|zst|br))?$/.test(name);
}

function otherLogIn(folder: string): string | undefined {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const first = names.filter(isLog).sort()[0];
    return first === undefined ? undefined : join(folder, first);
  } catch {
    return undefined; // No folder, or one that may not be entered: then its log is reported.
  }
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
