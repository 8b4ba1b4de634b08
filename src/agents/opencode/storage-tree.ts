import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { FoundSession, SourceFile } from "../agent.ts";
import { listFolder } from "../list-folder.ts";
import { lineFile } from "../records/line-file.ts";
import { parseDocument } from "../records/parse-document.ts";
import { entityLine } from "./export-document.ts";

/** Up to version 1.1 a session was a tree of small JSON files. Where one of them keeps what. */
export interface Tree {
  readonly id: string;
  /** What the session is; null when its file is gone. */
  readonly session: string | null;
  readonly messages: string;
  parts(message: string): string;
}

/** The tree that a file or a folder belongs to; null when it is no part of one. */
export async function treeAt(path: string): Promise<Tree | null> {
  if (path.endsWith(".json")) return treeOfSession(path);
  const messages = join(path, "message");
  const [newest] = await byTime(messages);
  if (newest === undefined || !(await isFolder(join(path, "part")))) return null;
  const id = newest;
  return { id, session: null, messages: join(messages, id), parts: (m) => join(path, "part", m) };
}

/** `storage/session/<project>/<id>.json`, or `storage/session/info/<id>.json` before that. */
function treeOfSession(path: string): Tree | null {
  const id = basename(path, ".json");
  const folder = dirname(path);
  const isOld = basename(folder) === "info";
  const storage = isOld ? dirname(folder) : dirname(dirname(folder));
  if (!isOld && basename(dirname(folder)) !== "session") return null;
  const parts = join(storage, "part");
  return {
    id,
    session: path,
    messages: join(storage, "message", id),
    parts: (message) => (isOld ? join(parts, id, message) : join(parts, message)),
  };
}

async function byTime(folder: string): Promise<string[]> {
  const times = await Promise.all(
    (await listFolder(folder)).map(async (name) => {
      const { mtimeMs } = await stat(join(folder, name));
      return { name, mtimeMs };
    }),
  );
  return times.sort((left, right) => right.mtimeMs - left.mtimeMs).map(({ name }) => name);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** The session of a tree, by its own file or by what is there. */
export async function sessionOf(tree: Tree, path: string): Promise<FoundSession> {
  const info = tree.session === null ? null : await readObject(tree.session);
  const { mtimeMs, size } = await stat(path);
  const time = isObject(info?.time) ? info.time.updated : undefined;
  return {
    agent: "opencode", // Programs made from it began with a database.
    id: tree.id,
    path,
    cwd: typeof info?.directory === "string" ? info.directory : null,
    bytes: size,
    modified_ms: typeof time === "number" ? time : Math.trunc(mtimeMs),
    parent_id: typeof info?.parentID === "string" ? info.parentID : null,
  };
}

/** The files of a tree as one stream, in the order of a conversation. */
export function treeFile(tree: Tree): SourceFile {
  return lineFile(tree.id, 0, () => treeLines(tree));
}

async function* treeLines(tree: Tree): AsyncGenerator<string> {
  if (tree.session !== null) yield await fileLine("session", tree.session);
  const messages: { id: string; path: string; created: number }[] = [];
  for (const name of await listFolder(tree.messages)) {
    const path = join(tree.messages, name);
    const time = (await readObject(path))?.time;
    const created = isObject(time) && typeof time.created === "number" ? time.created : 0;
    messages.push({ id: basename(name, ".json"), path, created });
  }
  messages.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1));
  for (const { id, path } of messages) {
    yield await fileLine("message", path);
    const parts = tree.parts(id);
    for (const name of await listFolder(parts)) yield await fileLine("part", join(parts, name));
  }
}

async function fileLine(type: string, path: string): Promise<string> {
  const value = await readObject(path);
  if (value !== null) return entityLine(type, { id: basename(path, ".json"), ...value });
  return `(a damaged file: ${basename(path)})\n`;
}

async function readObject(path: string): Promise<JsonObject | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  return text === null ? null : parseDocument(text);
}
