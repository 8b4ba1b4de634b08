import { basename, dirname, join } from "node:path";
import type { AgentEnvironment, FoundSession, SessionSource } from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { isQwenRecord } from "../foreign-sessions.ts";
import { reportOtherLogs, sessionInFile } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { lastRecordTime } from "../records/last-record-time.ts";
import { readHead } from "../records/read-head.ts";
import { statRegularFile } from "../regular-file.ts";

const CHATS = "chats";
/** The folder beside the sessions with the logs of their sub-agents. */
export const SUB_AGENTS = "subagents";

/** The folder with a folder for each project. */
export function projectsFolder({ home, env }: AgentEnvironment): string {
  return join(env.QWEN_HOME || join(home, ".qwen"), "projects");
}

/** The folder with the sessions of a project. */
export function chatsFolder(environment: AgentEnvironment, cwd: string): string {
  return join(projectsFolder(environment), cwd.replace(/[^A-Za-z0-9]/g, "-"), CHATS);
}

/** Every session of this machine, by its head; those of sub-agents are read with their parent. */
export async function* find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  const projects = projectsFolder(environment);
  for (const key of await listFolder(projects)) {
    const folder = join(projects, key, CHATS);
    const names = await listFolder(folder);
    reportOtherLogs(
      environment,
      folder,
      names.filter((name) => !name.endsWith(".jsonl")),
    );
    for (const name of names) {
      if (!name.endsWith(".jsonl")) continue;
      const found = await sessionInFile(environment, join(folder, name), recognise);
      if (found !== null) yield found;
    }
  }
}

/** A log that begins as Qwen Code's sessions do. */
export async function recognise(path: string): Promise<FoundSession | null> {
  if (!path.endsWith(".jsonl")) return null;
  const stats = await statRegularFile(path);
  if (stats === null) return null;
  const first = (await readHead(path)).find(isQwenRecord);
  if (first === undefined) return null;
  const { sessionId, agentId, isSidechain, cwd } = first;
  const isAgent = typeof agentId === "string" && isSidechain === true;
  return {
    agent: "qwen",
    id: isAgent ? agentId : String(sessionId),
    path,
    cwd: typeof cwd === "string" ? cwd : null,
    bytes: stats.size,
    modified_ms: await lastRecordTime(path, stats),
    parent_id: isAgent ? String(sessionId) : null,
  };
}

/** The session's log, then those of its sub-agents. */
export async function open(session: FoundSession): Promise<SessionSource> {
  const files = [await diskFile(session.path, basename(session.path))];
  const folder = join(dirname(dirname(session.path)), SUB_AGENTS, session.id);
  const names = session.parent_id === null ? await listFolder(folder) : [];
  for (const name of names) {
    if (!name.endsWith(".jsonl")) continue;
    files.push(await diskFile(join(folder, name), `${SUB_AGENTS}/${name}`));
  }
  return { session, files };
}
