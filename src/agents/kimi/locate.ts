import { basename, dirname, join } from "node:path";
import { sha256 } from "../../base/hash.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { AgentEnvironment, FoundSession, SessionSource } from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { sessionInFolder } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { lastRecordTime } from "../records/last-record-time.ts";
import { parseDocument } from "../records/parse-document.ts";
import { headText, readHead } from "../records/read-head.ts";
import { statRegularFile } from "../regular-file.ts";

/** The folder of a session with a folder for each of its agents. */
export const AGENTS = "agents";
/** The agent that talks with the user. */
export const MAIN = "main";
/** The log of an agent. */
export const LOG = "wire.jsonl";
/** What Kimi Code must know of a session before it reads the log. */
export const STATE = "state.json";

/** The folder with the program's own files. */
export function kimiFolder({ home, env }: AgentEnvironment): string {
  return env.KIMI_CODE_HOME || join(home, ".kimi-code");
}

/** The folder with the sessions of all projects. */
export function sessionsFolder(environment: AgentEnvironment): string {
  return join(kimiFolder(environment), "sessions");
}

/** The folder of a session: its project's name and the hash of the project's path are in the path. */
export function sessionFolder(environment: AgentEnvironment, cwd: string, id: string): string {
  const path = cwd.replaceAll("\\", "/").replace(/(?<=.)\/$/, "");
  const name = basename(path)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-");
  const slug = withoutOuterDashes(name).slice(0, MAX_SLUG);
  const isName = slug !== "" && slug !== "." && slug !== "..";
  const key = `wd_${isName ? slug : "workspace"}_${sha256(path).slice(0, 12)}`;
  return join(sessionsFolder(environment), key, id);
}

const MAX_SLUG = 40;

function withoutOuterDashes(name: string): string {
  let start = 0;
  let end = name.length;
  while (name[start] === "-") start++;
  while (end > start && name[end - 1] === "-") end--;
  return name.slice(start, end);
}

/** Every session of this machine, by its head; those of sub-agents are read with their parent. */
export async function* find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  const all = sessionsFolder(environment);
  for (const key of await listFolder(all)) {
    for (const id of await listFolder(join(all, key))) {
      const log = join(AGENTS, MAIN, LOG);
      const found = await sessionInFolder(environment, join(all, key, id), log, recognise);
      if (found !== null) yield found;
    }
  }
}

/** A session's folder, or the log of one of its agents. */
export async function recognise(path: string): Promise<FoundSession | null> {
  const log = path.endsWith(".jsonl") ? path : join(path, AGENTS, MAIN, LOG);
  const stats = await statRegularFile(log);
  if (stats === null) return null;
  const [first] = await readHead(log);
  if (first?.type !== "metadata" || typeof first.protocol_version !== "string") return null;
  const agent = basename(dirname(log));
  const folder = dirname(dirname(dirname(log)));
  const isInPlace = basename(log) === LOG && basename(dirname(dirname(log))) === AGENTS;
  const { id, cwd } = isInPlace ? await stateOf(log) : {};
  const session = typeof id === "string" ? id : basename(isInPlace ? folder : log, ".jsonl");
  const isSubAgent = isInPlace && agent !== MAIN;
  return {
    agent: "kimi",
    id: isSubAgent ? agent : session,
    path: log,
    cwd: typeof cwd === "string" ? cwd : null,
    bytes: stats.size,
    modified_ms: await lastRecordTime(log, stats),
    parent_id: isSubAgent ? session : null,
  };
}

/** What the file beside the agents' folders says of a session; nothing when it is not there. */
export async function stateOf(log: string): Promise<JsonObject> {
  const path = join(dirname(dirname(dirname(log))), STATE);
  return parseDocument(await headText(path, MAX_STATE_BYTES)) ?? {};
}

/** A session with thousands of sub-agents, each named with its folder, is smaller. */
const MAX_STATE_BYTES = 1024 * 1024;

/** The session's log, then those of its sub-agents. */
export async function open(session: FoundSession): Promise<SessionSource> {
  const { path } = session;
  const files = [await diskFile(path, basename(path))];
  const folder = dirname(dirname(path));
  const isMain = basename(path) === LOG && basename(dirname(path)) === MAIN;
  for (const name of isMain ? await listFolder(folder) : []) {
    const log = join(folder, name, LOG);
    if (name === MAIN || (await statRegularFile(log)) === null) continue;
    files.push(await diskFile(log, `${AGENTS}/${name}/${LOG}`));
  }
  return { session, files };
}
