import type { Stats } from "node:fs";
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
import { updateOf } from "./update-bodies.ts";

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
      const folder = join(all, key, id);
      const log = basename(await mainLog(folder));
      const found = await sessionInFolder(environment, folder, log, recognise);
      if (found?.parent_id === null) yield found;
    }
  }
}

/** A session's folder, one of the files by which it is known, or a copy of what its model got. */
export async function recognise(path: string): Promise<FoundSession | null> {
  const isInPlace = [CHAT, UPDATES, SUMMARY].includes(basename(path));
  const isCopy = !isInPlace && path.endsWith(".jsonl");
  const log = isCopy ? path : await mainLog(isInPlace ? dirname(path) : path);
  const stats = await statRegularFile(log);
  if (stats === null) return null;
  const { info, session_kind, updated_at } = isCopy ? {} : await summaryOf(log);
  // The first lines are the program's own and as long as it likes.
  const isOwn = (record: JsonObject) =>
    isChatRecord(record) || (isObject(info) && isRecordBesideSummary(record));
  const head = await readHead(log, (records) => records.some(isOwn));
  if (!head.some(isOwn)) return null;
  const { id, cwd } = isObject(info) ? info : {};
  const name = isCopy ? basename(log, ".jsonl") : basename(dirname(log));
  const own = typeof id === "string" && id !== "" ? id : name;
  return {
    agent: "grok",
    id: own,
    path: log,
    cwd: typeof cwd === "string" ? cwd : null,
    bytes: stats.size,
    modified_ms: timeOfChange(asText(updated_at), stats),
    parent_id: session_kind === "subagent" ? await parentOf(dirname(log)) : null,
  };
}

/** Whether a record is of a session, where the file beside it says that it is Grok Build's. */
function isRecordBesideSummary(record: JsonObject): boolean {
  const isPrompt = record.type === "user" && Array.isArray(record.content);
  return isPrompt || isEarlyRecord(record) || updateOf(record).sessionUpdate !== undefined;
}

/** What the model gets; where that is empty or missing, what was shown, from which the program writes it again. */
async function mainLog(folder: string): Promise<string> {
  const chat = join(folder, CHAT);
  const updates = join(folder, UPDATES);
  return (await isFilled(chat)) || !(await isFilled(updates)) ? chat : updates;
}

async function isFilled(path: string): Promise<boolean> {
  return ((await statRegularFile(path))?.size ?? 0) > 0;
}

/** No record of what the model got has a time, and a copied log has the date of the copy. */
function timeOfChange(updated_at: string, { mtimeMs }: Stats): number {
  return Math.trunc(Math.min(Date.parse(updated_at) || mtimeMs, mtimeMs));
}

/** What the file beside the logs says of a session; nothing when it is not there. */
export async function summaryOf(log: string): Promise<JsonObject> {
  return parseDocument(await headText(join(dirname(log), SUMMARY))) ?? {};
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
  const isInPlace = basename(path) === CHAT || basename(path) === UPDATES;
  if (!isInPlace) return { session, files: [await diskFile(path, basename(path))] };
  const folder = dirname(path);
  const files = [await openLogs(path, "")];
  for (const name of await listFolder(join(folder, SUB_AGENTS))) {
    const own = join(dirname(folder), name);
    const log = await mainLog(own);
    if ((await statRegularFile(log)) === null || own === folder) continue;
    files.push(await openLogs(log, `${SUB_AGENTS}/${name}/`));
  }
  return { session, files };
}

async function openLogs(log: string, prefix: string): Promise<SourceFile> {
  const main = await diskFile(log, prefix + basename(log));
  const updates = join(dirname(log), UPDATES);
  if (log === updates || (await statRegularFile(updates)) === null) return main;
  return joinFiles(main, await diskFile(updates, prefix + UPDATES));
}
