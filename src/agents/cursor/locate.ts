import { basename, join } from "node:path";
import { isObject } from "../../base/json/value.ts";
import type { AgentEnvironment, FoundSession, SessionSource } from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { sessionInFile, sessionInFolder } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { readHead } from "../records/read-head.ts";
import { statRegularFile } from "../regular-file.ts";
import { rowsOf, sessionsIn } from "./database.ts";

/** Transcripts of agents in every project, then the chats of the editor. */
export async function* find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  const projects = join(environment.home, ".cursor", "projects");
  for (const project of await listFolder(projects)) {
    const folder = join(projects, project, "agent-transcripts");
    for (const name of await listFolder(folder)) {
      const path = join(folder, name);
      const found = name.endsWith(".jsonl")
        ? await sessionInFile(environment, path, recognise)
        : await sessionInFolder(environment, path, `${name}.jsonl`, recognise);
      if (found !== null) yield found;
    }
  }
  for (const database of await databases(environment)) {
    if ((await statRegularFile(database)) !== null) yield* sessionsIn(database);
  }
}

/** The folders of the editor's user, on Linux and on macOS. */
export function userFolders({ home, env }: AgentEnvironment): readonly [string, string] {
  const config = env.XDG_CONFIG_HOME || join(home, ".config");
  const support = join(home, "Library", "Application Support");
  return [join(config, "Cursor", "User"), join(support, "Cursor", "User")];
}

/** The database of all chats, and those of single workspaces, in which earlier versions kept them. */
async function databases(environment: AgentEnvironment): Promise<readonly string[]> {
  const found: string[] = [];
  for (const user of userFolders(environment)) {
    const workspaces = join(user, "workspaceStorage");
    const names = await listFolder(workspaces);
    const folders = [join(user, "globalStorage"), ...names.map((name) => join(workspaces, name))];
    found.push(...folders.map((folder) => join(folder, "state.vscdb")));
  }
  return found;
}

/** A transcript of an agent, or the editor's database (the chat changed last). */
export async function recognise(path: string): Promise<FoundSession | null> {
  const stats = await statRegularFile(path);
  if (stats === null) return null;
  if (path.endsWith(".vscdb")) return newestIn(path);
  if (!path.endsWith(".jsonl")) return null;
  const [first] = await readHead(path);
  const isOurs = first !== undefined && first.type === undefined && isObject(first.message);
  if (!isOurs || (first.role !== "user" && first.role !== "assistant")) return null;
  return {
    agent: "cursor",
    id: basename(path, ".jsonl"),
    path,
    // The folder's name is made of the project's path and cannot be read back.
    cwd: null,
    bytes: stats.size,
    modified_ms: Math.trunc(stats.mtimeMs),
    parent_id: null,
  };
}

/** All chats of a database, the one changed last first; none for any other file. */
export async function sessionsAt(path: string): Promise<readonly FoundSession[]> {
  const isDatabase = path.endsWith(".vscdb") && (await statRegularFile(path)) !== null;
  return isDatabase ? sessionsIn(path) : [];
}

function newestIn(path: string): FoundSession | null {
  try {
    return sessionsIn(path)[0] ?? null;
  } catch {
    return null; // The name alone makes no database.
  }
}

/** A transcript is one file; a chat is some rows of the database. */
export async function open(session: FoundSession): Promise<SessionSource> {
  const { path, id } = session;
  if (path.endsWith(".vscdb")) return { session, files: [rowsOf(path, id)] };
  return { session, files: [await diskFile(path, basename(path))] };
}
