import { basename, join } from "node:path";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { AgentEnvironment, FoundSession, SessionSource } from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { sessionInFile, sessionInFolder } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { lastRecordTime } from "../records/last-record-time.ts";
import { readHead } from "../records/read-head.ts";
import { statRegularFile } from "../regular-file.ts";

/** The name of a session's log, in a folder that has the session's id. */
export const EVENTS = "events.jsonl";

/** The folder with the sessions of all projects. */
export function sessionsFolder({ home, env }: AgentEnvironment): string {
  return join(env.COPILOT_HOME || join(home, ".copilot"), "session-state");
}

/** Every session of this machine, by its first event. */
export async function* find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  const all = sessionsFolder(environment);
  for (const name of await listFolder(all)) {
    // Earlier versions had one file per session, later ones a folder.
    const path = join(all, name);
    const found = name.endsWith(".jsonl")
      ? await sessionInFile(environment, path, recognise)
      : await sessionInFolder(environment, path, EVENTS, recognise);
    if (found !== null) yield found;
  }
}

/** A session's folder, or its log of events. */
export async function recognise(path: string): Promise<FoundSession | null> {
  const isLog = path.endsWith(".jsonl");
  const log = isLog ? path : join(path, EVENTS);
  const stats = await statRegularFile(log);
  if (stats === null) return null;
  const [first] = await readHead(log);
  if (first?.type !== "session.start" || !isObject(first.data)) return null;
  const { sessionId } = first.data;
  return {
    agent: "copilot",
    id: typeof sessionId === "string" ? sessionId : basename(log, ".jsonl"),
    path: log,
    cwd: folderOf(first.data),
    bytes: stats.size,
    modified_ms: await lastRecordTime(log, stats),
    parent_id: null,
  };
}

/** The folder that a session's first event names. */
export function folderOf({ context }: JsonObject): string | null {
  return isObject(context) && typeof context.cwd === "string" ? context.cwd : null;
}

/** A session is one log. */
export async function open(session: FoundSession): Promise<SessionSource> {
  return { session, files: [await diskFile(session.path, basename(session.path))] };
}
