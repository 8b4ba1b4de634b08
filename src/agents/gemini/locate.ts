import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { JsonObject } from "../../base/json/value.ts";
import type { AgentEnvironment, FoundSession, SessionSource, SourceFile } from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { listFolder } from "../list-folder.ts";
import { headText, readHead } from "../read-head.ts";
import { statRegularFile } from "../regular-file.ts";
import { geminiFolder } from "./host.ts";
import { legacyDocument } from "./legacy-document.ts";

/** The folder that owns a project's sessions says so in this file. */
export const OWNER_FILE = ".project_root";

/** Every session of this machine, by its head; those of sub-agents are read with their parent. */
export async function* find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  const all = join(geminiFolder(environment), "tmp");
  for (const slug of await listFolder(all)) {
    const folder = join(all, slug, "chats");
    const names = new Set(await listFolder(folder));
    const sessions = new Map<string, FoundSession>();
    for (const name of names) {
      // A resumed document is written anew as a log beside it.
      const isOld = name.endsWith(".json") && names.has(`${name}l`);
      const found =
        name.startsWith("session-") && !isOld ? await recognise(join(folder, name)) : null;
      if (found === null) continue;
      // A resume may leave a second file of the same session, with no conversation in it.
      const other = sessions.get(found.id);
      if (other === undefined || other.bytes < found.bytes) sessions.set(found.id, found);
    }
    yield* sessions.values();
  }
}

/** A log or a document that begins as Gemini CLI's sessions do. */
export async function recognise(path: string): Promise<FoundSession | null> {
  const stats = await statRegularFile(path);
  if (stats === null) return null;
  const id = path.endsWith(".json") ? await documentId(path) : await logId(path);
  if (id === null) return null;
  return {
    agent: "gemini",
    id,
    path,
    cwd: await ownerOf(path),
    bytes: stats.size,
    modified_ms: Math.trunc(stats.mtimeMs),
    parent_id: null,
  };
}

async function logId(path: string): Promise<string | null> {
  const [first] = await readHead(path);
  if (first === undefined) return null;
  if (typeof first.sessionId === "string" && typeof first.projectHash === "string") {
    return first.sessionId;
  }
  return isMessage(first) ? basename(path, ".jsonl") : null;
}

function isMessage({ id, type, content, message }: JsonObject): boolean {
  const isSaid = type === "user" || type === "gemini";
  return typeof id === "string" && isSaid && content !== undefined && message === undefined;
}

async function documentId(path: string): Promise<string | null> {
  const head = await headText(path);
  // The messages may come first: then the whole document tells.
  const id = /"sessionId"\s*:\s*"([^"]+)"/.exec(head)?.[1];
  return id !== undefined && /"(?:projectHash|startTime|messages)"\s*:/.test(head) ? id : null;
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

function fileAt(path: string, name: string): Promise<SourceFile> {
  return path.endsWith(".json") ? legacyDocument(path, name) : diskFile(path, name);
}
