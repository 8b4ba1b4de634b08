import { stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import type {
  AgentEnvironment,
  FoundSession,
  SessionFiles,
  SessionSource,
  StoreFiles,
} from "../agent.ts";
import { reportOtherLogs } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { headText } from "../records/read-head.ts";
import { topLevelKeys } from "../records/top-level-keys.ts";
import { statRegularFile } from "../regular-file.ts";
import { filesIn, isDatabaseOf, sessionsIn } from "./database.ts";
import { exportedDocument } from "./export-document.ts";
import { makerOfDocument } from "./maker.ts";
import { dataFolder, type OpencodeProgram, variableOf } from "./program.ts";
import { sessionOf, treeAt, treeFile } from "./storage-tree.ts";

/** Every session of this machine: of the databases, and of trees that no database has taken over. */
export async function* find(
  program: OpencodeProgram,
  environment: AgentEnvironment,
): AsyncIterable<FoundSession> {
  const folder = dataFolder(program, environment);
  const seen = new Set<string>();
  const unreadable: unknown[] = [];
  for (const database of await databases(program, environment)) {
    try {
      for (const session of sessionsIn(program, database)) {
        if (seen.has(session.id)) continue;
        seen.add(session.id);
        yield session;
      }
    } catch (error) {
      unreadable.push(error);
    }
  }
  for await (const path of treeSessions(folder)) {
    const found = await recognise(program, path);
    if (found === null || seen.has(found.id)) continue;
    seen.add(found.id);
    yield found;
  }
  // Said last, so that it hides nothing of what can be read.
  if (unreadable.length > 0) throw unreadable[0];
}

/** The database that a program takes new sessions into; null as long as it has made none. */
export async function ownDatabase(
  program: OpencodeProgram,
  environment: AgentEnvironment,
): Promise<string | null> {
  const path = join(dataFolder(program, environment), `${program.id}.db`);
  const [named] = await filled([namedDatabase(program, environment) ?? path]);
  return named ?? null;
}

async function databases(
  program: OpencodeProgram,
  environment: AgentEnvironment,
): Promise<string[]> {
  const folder = dataFolder(program, environment);
  const named = namedDatabase(program, environment);
  if (named !== null) return filled([named]);
  const names = await listFolder(folder);
  const known = names.filter((name) => isDatabaseName(program, name));
  const others = names.filter((name) => !known.includes(name));
  reportOtherLogs(environment, folder, others);
  return filled(known.map((name) => join(folder, name)));
}

/** `opencode.db`, and `opencode-dev.db` of a version that is not released. */
function isDatabaseName({ id }: OpencodeProgram, name: string): boolean {
  return name === `${id}.db` || (name.startsWith(`${id}-`) && name.endsWith(".db"));
}

/** The database that a variable names; null without one. */
function namedDatabase(program: OpencodeProgram, environment: AgentEnvironment): string | null {
  const named = variableOf(program, "DB", environment);
  if (named === undefined) return null;
  return isAbsolute(named) ? named : join(dataFolder(program, environment), named);
}

/** The databases in which something is: one that was only just made is empty. */
async function filled(paths: readonly string[]): Promise<string[]> {
  const files = await Promise.all(paths.map(statRegularFile));
  return paths.filter((_, at) => (files[at]?.size ?? 0) > 0);
}

async function* treeSessions(folder: string): AsyncGenerator<string> {
  const storage = join(folder, "storage", "session");
  for (const project of await listFolder(storage)) {
    for (const name of await listFolder(join(storage, project))) yield join(storage, project, name);
  }
  const projects = join(folder, "project");
  for (const project of await listFolder(projects)) {
    const infos = join(projects, project, "storage", "session", "info");
    for (const name of await listFolder(infos)) yield join(infos, name);
  }
}

/** An exported document is JSON, also where it is kept under the name of a log. */
const EXPORT_NAME = /\.jsonl?$/;

/** A database (its newest session), an exported document, or a tree of files. */
export async function recognise(
  program: OpencodeProgram,
  path: string,
): Promise<FoundSession | null> {
  if (path.endsWith(".db")) return newestIn(program, path);
  const mayBeExport = EXPORT_NAME.test(path);
  if (mayBeExport && (await statRegularFile(path)) === null) return null;
  const exported = mayBeExport ? await recogniseExport(program, path) : null;
  if (exported !== null || program.id !== "opencode") return exported;
  const tree = await treeAt(path);
  if (tree === null || !(await stat(tree.messages).catch(() => null))?.isDirectory()) return null;
  return sessionOf(tree, path);
}

/** All sessions of a database, the one changed last first; none for any other file. */
export async function sessionsAt(
  program: OpencodeProgram,
  path: string,
): Promise<readonly FoundSession[]> {
  const isDatabase = path.endsWith(".db") && (await statRegularFile(path)) !== null;
  return isDatabase ? sessionsIn(program, path) : [];
}

async function newestIn(program: OpencodeProgram, path: string): Promise<FoundSession | null> {
  if ((await statRegularFile(path)) === null || !isDatabaseOf(program, path)) return null;
  try {
    const sessions = sessionsIn(program, path);
    return sessions.find(({ parent_id }) => parent_id === null) ?? sessions[0] ?? null;
  } catch {
    return null; // Another program's database.
  }
}

/** The first string under a key, quotes included. */
const ID = /"id"\s*:\s*("(?:[^"\\]|\\.)*")/;
const DIRECTORY = /"directory"\s*:\s*("(?:[^"\\]|\\.)*")/;
const VERSION = /"version"\s*:\s*("(?:[^"\\]|\\.)*")/;
const PARENT = /"parentID"\s*:\s*("(?:[^"\\]|\\.)*")/;

async function recogniseExport(
  program: OpencodeProgram,
  path: string,
): Promise<FoundSession | null> {
  const head = await headText(path);
  if (!/^\s*\{\s*"info"\s*:/.test(head)) return null;
  const id = stringBehind(ID, head);
  if (id === null || !mayHaveMessages(head)) return null;
  if (makerOfDocument(stringBehind(VERSION, head)) !== program.id) return null;
  const { size, mtimeMs } = await stat(path);
  const parent = stringBehind(PARENT, head);
  return {
    agent: program.id,
    id,
    path,
    cwd: stringBehind(DIRECTORY, head),
    bytes: size,
    modified_ms: Math.trunc(mtimeMs),
    parent_id: parent?.startsWith("ses") ? parent : null,
  };
}

/** Whether messages follow the description, or may follow where it was cut off: other agents describe sessions so too. */
function mayHaveMessages(head: string): boolean {
  const keys = topLevelKeys(head);
  return keys.has("messages") || keys.size === 1;
}

/** Null also for what only looks like a string: the file is anyone's. */
function stringBehind(pattern: RegExp, text: string): string | null {
  try {
    return String(JSON.parse(pattern.exec(text)?.[1] ?? "null") ?? "") || null;
  } catch {
    return null;
  }
}

/** A session's rows, then those of its sub-agents. */
export async function open(
  program: OpencodeProgram,
  session: FoundSession,
): Promise<SessionSource> {
  const { path } = session;
  if (path.endsWith(".db")) return { session, files: filesIn(program, session) };
  if (EXPORT_NAME.test(path) && (await recogniseExport(program, path)) !== null) {
    return { session, files: [await exportedDocument(path, basename(path))] };
  }
  const tree = await treeAt(path);
  return { session, files: tree === null ? [] : [treeFile(tree)] };
}

/** Sessions are in a database; before that, each was a tree of small files. */
export function storeFiles(program: OpencodeProgram, environment: AgentEnvironment): StoreFiles {
  const folder = dataFolder(program, environment);
  const named = namedDatabase(program, environment);
  return {
    places: {
      data: { folder, paths: /^(?:[^/]+\.db|storage\/.+|project\/[^/]+\/storage\/.+)$/ },
      named: { folder: named === null ? folder : dirname(named), paths: /^[^/]+\.db$/ },
    },
    filesOf: ({ path }) => filesAt(path),
  };
}

async function filesAt(path: string): Promise<SessionFiles> {
  const tree = path.endsWith(".db") ? null : await treeAt(path);
  if (tree === null) return { files: [path] };
  const messages = (await listFolder(tree.messages)).map((name) => name.replace(/\.json$/, ""));
  return { files: [path], folders: [tree.messages, ...messages.map(tree.parts)] };
}
