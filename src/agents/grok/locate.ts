import { basename, dirname, join } from "node:path";
import type { JsonObject } from "../../base/json/value.ts";
import { isObject } from "../../base/json/value.ts";
import type { AgentEnvironment, FoundSession, SessionSource, SourceFile } from "../agent.ts";
import { asText } from "../as-text.ts";
import { diskFile } from "../disk-file.ts";
import { sessionInFolder } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { parseDocument } from "../records/parse-document.ts";
import { headText, readHead } from "../records/read-head.ts";
import { statRegularFile } from "../regular-file.ts";
import { isChatRecord } from "./chat-bodies.ts";
import { isEarlyRecord } from "./early-records.ts";
import { joinFiles } from "./join-files.ts";

/** What the model gets. */
export const CHAT = "chat_history.jsonl";
/** What was shown to the user. */
export const UPDATES = "updates.jsonl";
/** What Grok Build must know of a session before it reads the others. */
export const SUMMARY = "summary.json";
/** The folder of a session with a folder for each of its sub-agents, whose sessions are beside it. */
export const SUB_AGENTS = "subagents";

/** The folder with the program's own files. */
export function grokFolder({ home, env }: AgentEnvironment): string {
  return env.GROK_HOME || join(home, ".grok");
}

/** The folder of the sessions of a project: its path, percent-encoded, in the folder of all. */
export function projectFolder(environment: AgentEnvironment, cwd: string): string {
  const encode = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  const key = encodeURIComponent(cwd).replace(/[!'()*]/g, encode);
  return join(grokFolder(environment), "sessions", key);
}

/** Every session of this machine, by its head; those of sub-agents are read with their parent. */
export async function* find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  const all = join(grokFolder(environment), "sessions");
  for (const key of await listFolder(all)) {
    for (const id of await listFolder(join(all, key))) {
      const found = await sessionInFolder(environment, join(all, key, id), CHAT, recognise);
      if (found?.parent_id === null) yield found;
    }
  }
}

/** A session's folder, one of the files by which it is known, or a copy of what its model got. */
export async function recognise(path: string): Promise<FoundSession | null> {
  const isBeside = basename(path) === UPDATES || basename(path) === SUMMARY;
  const chat =
    path.endsWith(".jsonl") && !isBeside ? path : join(isBeside ? dirname(path) : path, CHAT);
  const stats = await statRegularFile(chat);
  if (stats === null) return null;
  const isInPlace = basename(chat) === CHAT;
  const { info, session_kind } = isInPlace ? await summaryOf(chat) : {};
  // The first lines are the program's own and as long as it likes.
  const isOwn = (record: JsonObject) =>
    isChatRecord(record) || (isObject(info) && isEarlyRecord(record));
  const head = await readHead(chat, (records) => records.some(isOwn));
  if (!head.some(isOwn)) return null;
  const { id, cwd } = isObject(info) ? info : {};
  const name = isInPlace ? basename(dirname(chat)) : basename(chat, ".jsonl");
  const own = typeof id === "string" && id !== "" ? id : name;
  return {
    agent: "grok",
    id: own,
    path: chat,
    cwd: typeof cwd === "string" ? cwd : null,
    bytes: stats.size,
    modified_ms: Math.trunc(stats.mtimeMs),
    parent_id: session_kind === "subagent" ? await parentOf(dirname(chat)) : null,
  };
}

/** What the file beside the logs says of a session; nothing when it is not there. */
export async function summaryOf(chat: string): Promise<JsonObject> {
  return parseDocument(await headText(join(dirname(chat), SUMMARY))) ?? {};
}

/** Only the session that started a sub-agent knows about it. */
async function parentOf(folder: string): Promise<string | null> {
  const project = dirname(folder);
  for (const name of await listFolder(project)) {
    const meta = join(project, name, SUB_AGENTS, basename(folder), "meta.json");
    if ((await statRegularFile(meta)) === null) continue;
    const { parent_session_id } = parseDocument(await headText(meta)) ?? {};
    return asText(parent_session_id) || name;
  }
  return null;
}

/** The logs of the session as one, then those of its sub-agents. */
export async function open(session: FoundSession): Promise<SessionSource> {
  const { path } = session;
  if (basename(path) !== CHAT) return { session, files: [await diskFile(path, basename(path))] };
  const folder = dirname(path);
  const files = [await openLogs(folder, "")];
  for (const name of await listFolder(join(folder, SUB_AGENTS))) {
    const own = join(dirname(folder), name);
    if ((await statRegularFile(join(own, CHAT))) === null || own === folder) continue;
    files.push(await openLogs(own, `${SUB_AGENTS}/${name}/`));
  }
  return { session, files };
}

async function openLogs(folder: string, prefix: string): Promise<SourceFile> {
  const chat = await diskFile(join(folder, CHAT), prefix + CHAT);
  const updates = join(folder, UPDATES);
  if ((await statRegularFile(updates)) === null) return chat;
  return joinFiles(chat, await diskFile(updates, prefix + UPDATES));
}
