import { basename, dirname, join } from "node:path";
import type { AgentEnvironment, FoundSession, SessionSource } from "../agent.ts";
import { reportOtherLogs } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { documentFile } from "../records/document-file.ts";
import { headText } from "../records/read-head.ts";
import { topLevelKeys } from "../records/top-level-keys.ts";
import { statRegularFile } from "../regular-file.ts";
import { filesIn, sessionsIn } from "./database.ts";
import { documentLines } from "./message-lines.ts";

const DATABASE = "sessions.db";

/** The database, whether it is there or not. */
export function databasePath({ home, env }: AgentEnvironment): string {
  const root = env.GOOSE_PATH_ROOT;
  const data = root
    ? join(root, "data")
    : join(env.XDG_DATA_HOME || join(home, ".local", "share"), "goose");
  return join(data, "sessions", DATABASE);
}

/** The database; null as long as there is none, or one in which nothing is. */
export async function ownDatabase(environment: AgentEnvironment): Promise<string | null> {
  const path = databasePath(environment);
  const stats = await statRegularFile(path);
  return stats === null || stats.size === 0 ? null : path;
}

/** Every session of this machine. */
export async function* find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  const path = await ownDatabase(environment);
  const folder = dirname(databasePath(environment));
  const names = (await listFolder(folder)).filter((name) => name !== DATABASE);
  // With its first database Goose took over the logs that it had written before.
  const others = path === null ? names : names.filter((name) => !name.endsWith(".jsonl"));
  reportOtherLogs(environment, folder, others);
  if (path !== null) yield* sessionsIn(path);
}

/** All sessions of a database, the one changed last first; none for any other file. */
export async function sessionsAt(path: string): Promise<readonly FoundSession[]> {
  const isDatabase = path.endsWith(".db") && (await statRegularFile(path)) !== null;
  return isDatabase ? sessionsIn(path) : [];
}

/** A database (its newest session), or a document as `goose session export` writes it. */
export async function recognise(path: string): Promise<FoundSession | null> {
  const stats = await statRegularFile(path);
  if (stats === null) return null;
  if (path.endsWith(".db")) return newestIn(path);
  if (!path.endsWith(".json")) return null;
  const keys = topLevelKeys(await headText(path));
  const id = keys.get("id");
  const isOurs =
    keys.has("working_dir") && (keys.has("conversation") || keys.has("extension_data"));
  if (!isOurs || typeof id !== "string") return null;
  return {
    agent: "goose",
    id,
    path,
    cwd: keys.get("working_dir") ?? null,
    bytes: stats.size,
    modified_ms: Math.trunc(stats.mtimeMs),
    parent_id: null,
  };
}

function newestIn(path: string): FoundSession | null {
  try {
    const sessions = sessionsIn(path);
    return sessions.find(({ parent_id }) => parent_id === null) ?? sessions[0] ?? null;
  } catch {
    return null; // Another program's database.
  }
}

/** A session's rows, then those of its sub-agents. */
export async function open(session: FoundSession): Promise<SessionSource> {
  const { path } = session;
  if (path.endsWith(".db")) return { session, files: filesIn(session) };
  return { session, files: [await documentFile(path, basename(path), documentLines)] };
}
