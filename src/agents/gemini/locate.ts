import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { JsonObject } from "../../base/json/value.ts";
import type { AgentEnvironment, FoundSession, SessionSource, SourceFile } from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { foreignAgentOf } from "../foreign-sessions.ts";
import { reportOtherLogs, sessionInFile } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { lastRecordTime } from "../records/last-record-time.ts";
import { headText, readHead } from "../records/read-head.ts";
import { topLevelKeys } from "../records/top-level-keys.ts";
import { statRegularFile } from "../regular-file.ts";
import { geminiFolder } from "./host.ts";
import { legacyDocument } from "./legacy-document.ts";

/** The folder that owns a project's sessions says so in this file. */
export const OWNER_FILE = ".project_root";

/** How the names of sessions begin. */
export const OWN_NAME = "session-";

/** Every session of this machine, by its head; those of sub-agents are read with their parent. */
export async function* find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  const all = join(geminiFolder(environment), "tmp");
  for (const slug of await listFolder(all)) {
    const folder = join(all, slug, "chats");
    const names = new Set(await listFolder(folder));
    const sessions = new Map<string, FoundSession>();
    reportOtherLogs(
      environment,
      folder,
      [...names].filter((name) => !name.startsWith(OWN_NAME)),
    );
    for (const name of names) {
      // A resumed document is written again as a log beside it.
      const isOld = name.endsWith(".json") && names.has(`${name}l`);
      const found =
        name.startsWith(OWN_NAME) && !isOld
          ? await sessionInFile(environment, join(folder, name), recognise)
          : null;
      if (found === null) continue;
      // A resume may leave a second file of the same session, with no conversation in it.
      const other = sessions.get(found.id);
      if (other === undefined || other.bytes < found.bytes) sessions.set(found.id, found);
    }
    // The file beside them names the project, and may have changed since a session was last looked at.
    const cwd = sessions.size === 0 ? null : await ownerOf(join(folder, "session"));
    for (const found of sessions.values()) yield { ...found, cwd };
  }
}

/** A log or a document that begins as Gemini CLI's sessions do. */
export async function recognise(path: string): Promise<FoundSession | null> {
  const stats = await statRegularFile(path);
  if (stats === null) return null;
  const known = (await isDocument(path)) ? await documentHead(path) : await logHead(path);
  if (known === null || (await foreignAgentOf(path)) !== null) return null;
  return {
    agent: "gemini",
    id: known.id,
    path,
    cwd: await ownerOf(path),
    bytes: stats.size,
    modified_ms: known.updated_ms ?? (await lastRecordTime(path, stats)),
    // A sub-agent's log is in the folder that has its session's id.
    parent_id: known.isSubAgent ? basename(dirname(path)) : null,
  };
}

/** Whether a file is one JSON document, which people also keep under the name of a log. */
async function isDocument(path: string): Promise<boolean> {
  if (path.endsWith(".json")) return true;
  const [first] = await readHead(path);
  if (first !== undefined) return Array.isArray(first.messages);
  return (await documentHead(path)) !== null;
}

/** What the head of a session's file contains. */
interface SessionHead {
  readonly id: string;
  readonly isSubAgent: boolean;
  /** When it was last written, where the head says so. */
  readonly updated_ms: number | null;
}

async function logHead(path: string): Promise<SessionHead | null> {
  const [first] = await readHead(path);
  if (first === undefined) return null;
  if (typeof first.sessionId === "string" && typeof first.projectHash === "string") {
    return { id: first.sessionId, isSubAgent: first.kind === "subagent", updated_ms: null };
  }
  return isMessage(first)
    ? { id: basename(path, ".jsonl"), isSubAgent: false, updated_ms: null }
    : null;
}

function isMessage({ id, type, content, message }: JsonObject): boolean {
  const isMessage = type === "user" || type === "gemini";
  return typeof id === "string" && isMessage && content !== undefined && message === undefined;
}

/** The messages may come before what the session is called; more than this is nobody's head. */
const MAX_HEAD_BYTES = 8 * 1024 * 1024;

/** The type that only Gemini CLI gives to its answers. */
const OWN_ANSWER = /"type"\s*:\s*"gemini"/;

async function documentHead(path: string): Promise<SessionHead | null> {
  let head = await headText(path);
  let keys = topLevelKeys(head);
  if (typeof keys.get("sessionId") !== "string" && keys.has("messages")) {
    head = await headText(path, MAX_HEAD_BYTES);
    keys = topLevelKeys(head);
  }
  const id = keys.get("sessionId");
  // Other agents name a session and its messages in the same way.
  const isOwn = keys.has("projectHash") || (keys.has("messages") && OWN_ANSWER.test(head));
  const updated_ms = Date.parse(String(keys.get("lastUpdated"))) || null;
  return typeof id === "string" && isOwn ? { id, isSubAgent: false, updated_ms } : null;
}

/** The project folder that the sessions' folder belongs to. */
async function ownerOf(path: string): Promise<string | null> {
  const marker = join(dirname(dirname(path)), OWNER_FILE);
  const owner = await readFile(marker, "utf8").catch(() => "");
  return owner.trim() || null;
}

/** The session's file, then those of its sub-agents in the folder that has its id. */
export async function open(session: FoundSession): Promise<SessionSource> {
  const files = [await fileAt(session.path, basename(session.path))];
  const folder = join(dirname(session.path), session.id);
  for (const name of await listFolder(folder)) {
    if (name.endsWith(".jsonl"))
      files.push(await fileAt(join(folder, name), `${session.id}/${name}`));
  }
  return { session, files };
}

async function fileAt(path: string, name: string): Promise<SourceFile> {
  return (await isDocument(path)) ? legacyDocument(path, name) : diskFile(path, name);
}
