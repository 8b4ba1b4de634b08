import { existsSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fromBatches } from "../../base/batches.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type {
  AgentEnvironment,
  FoundSession,
  SessionSource,
  SourceFile,
  StartedSessions,
} from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { sessionsInFiles } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { recordsOf } from "../records/read-head.ts";
import { statRegularFile } from "../regular-file.ts";
import { openEnvelope } from "./envelope.ts";
import { baseOf } from "./header-facts.ts";
import { codexFolder } from "./host.ts";

/** The folder of rollouts that were put away. */
export const ARCHIVE_FOLDER = "archived_sessions";

/** All rollouts of the store, archived ones too; those of sub-agents name who started them. */
export function find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  return fromBatches(async function* () {
    const home = codexFolder(environment);
    for (const store of ["sessions", ARCHIVE_FOLDER]) {
      const paths = await rolloutsIn(join(home, store), 3);
      yield* sessionsInFiles(environment, paths, recogniseListed);
    }
  });
}

/** It may have gone since it was listed. */
function recogniseListed(path: string): Promise<FoundSession | null> {
  return recognise(path).catch(() => null);
}

/** Rollouts in a folder and, so many levels deep, in the folders of years, months and days. */
async function rolloutsIn(folder: string, levels: number): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const name of await listFolder(folder)) {
    const path = `${folder}${sep}${name}`;
    if (isRollout(name)) paths.push(path);
    else if (levels > 0 && /^\d+$/.test(name)) paths.push(...(await rolloutsIn(path, levels - 1)));
  }
  return paths;
}

function isRollout(name: string): boolean {
  return name.endsWith(".jsonl") || name.endsWith(".jsonl.zst");
}

/** A file named by the user, when its first line is that of a rollout. */
export async function recognise(path: string): Promise<FoundSession | null> {
  const stats = isRollout(path) ? await statRegularFile(path) : null;
  if (stats === null) return null;
  const meta = await metaOf(path);
  if (meta === null) return null;
  return {
    agent: "codex",
    id: meta.id,
    path,
    cwd: typeof meta.cwd === "string" ? meta.cwd : null,
    bytes: stats.size,
    modified_ms: Math.floor(stats.mtimeMs),
    parent_id: parentOf(meta),
    ...(basename(storeOf(path)) === ARCHIVE_FOLDER ? { archived: true as const } : {}),
  };
}

/** What a rollout says of itself. */
type Meta = JsonObject & { readonly id: string };

/** The description of the session; a state or an event may stand before it in damaged files. */
export async function readMeta(file: SourceFile): Promise<Meta | null> {
  for (const record of recordsOf(await firstLines(file))) {
    const { type, payload } = openEnvelope(record);
    if (type === "session_meta" && isMeta(payload)) return payload;
  }
  return null;
}

async function metaOf(path: string): Promise<Meta | null> {
  return readMeta(await diskFile(path, path));
}

function isMeta(payload: JsonObject): payload is Meta {
  return typeof payload.id === "string" && payload.type === undefined;
}

// The description holds the instructions and tools of the session, which may be long.
const MAX_META_BYTES = 8 * 1024 * 1024;
/** Lines that are looked at: parsing all that one piece of a file holds would take most of the time of a list. */
const MAX_META_LINES = 10;

async function firstLines(file: SourceFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of file.read()) {
    pieces.push(chunk);
    size += chunk.length;
    if (chunk.includes(10) || size > MAX_META_BYTES) break;
  }
  const lines = Buffer.concat(pieces, size).toString("utf8").split("\n", MAX_META_LINES);
  return lines.join("\n");
}

/** The thread that started a sub-agent's; null for any other. */
export function parentOf({ parent_thread_id, source }: JsonObject): string | null {
  if (typeof parent_thread_id === "string") return parent_thread_id;
  const spawn = isObject(source) && isObject(source.subagent) ? source.subagent.thread_spawn : null;
  const parent = isObject(spawn) ? spawn.parent_thread_id : null;
  return typeof parent === "string" ? parent : null;
}

/** The session's rollout, those it was forked from, and those of its sub-agents and of theirs. */
export async function open(
  session: FoundSession,
  started?: StartedSessions,
): Promise<SessionSource> {
  const folder = dirname(session.path);
  const name = (path: string) => relative(folder, path).split(sep).join("/");
  const files = [await diskFile(session.path, name(session.path))];
  for (const { path, bytes } of await basesOf(session.path)) {
    files.push(prefixOf(await diskFile(path, name(path)), bytes));
  }
  const subAgents = started === undefined ? await subAgentsOf(session) : inStore(session, started);
  for (const path of subAgents) files.push(await diskFile(path, name(path)));
  return { session, files };
}

/** Sub-agents among sessions that are known; one that is gone by now is left out. */
function inStore({ id, path }: FoundSession, started: StartedSessions): readonly string[] {
  const store = storeOf(path);
  const isBeside = (other: string) => storeOf(other) === store && existsSync(other);
  return startedFrom(id, started).filter(isBeside);
}

function prefixOf(file: SourceFile, bytes: number | null): SourceFile {
  if (bytes === null || bytes >= file.bytes) return file;
  return { path: file.path, bytes, read: (from = 0) => upTo(file.read(from), bytes - from) };
}

async function* upTo(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let rest = bytes;
  for await (const chunk of chunks) {
    if (rest <= 0) return;
    yield chunk.subarray(0, rest);
    rest -= chunk.length;
  }
}

/** More forks of forks than this are a circle or nobody's work. */
const MAX_BASES = 20;

async function basesOf(path: string) {
  const bases: { readonly path: string; readonly bytes: number | null }[] = [];
  let at: string | undefined = path;
  while (at !== undefined && bases.length < MAX_BASES) {
    const base = baseOf((await metaOf(at))?.history_base);
    if (base === null) break;
    at = await rolloutIn(storeOf(path), base.thread);
    if (at === undefined || at === path || bases.some((known) => known.path === at)) break;
    bases.push({ path: at, bytes: base.bytes });
  }
  return bases;
}

/** The rollout of a thread in a folder of rollouts. */
export async function rolloutIn(store: string, thread: string): Promise<string | undefined> {
  for (const path of await rolloutsIn(store, 3)) {
    if (basename(path).includes(thread)) return path;
  }
  return undefined;
}

/** The folder above the years when the rollout stands in one, else its own. */
export function storeOf(path: string): string {
  const days = /^(.*)[/\\]\d{4}[/\\]\d{2}[/\\]\d{2}$/.exec(dirname(path));
  return days?.[1] ?? dirname(path);
}

/** Sub-agents begin on the days on which their session went on, so that no other day is looked at. */
async function subAgentsOf({ id, path, modified_ms }: FoundSession): Promise<readonly string[]> {
  const store = storeOf(path);
  const first = relative(store, dirname(path)).split(sep).join("/");
  // Folders are named by local time, and no zone is more than a day away.
  const last = new Date(modified_ms + 86_400_000).toISOString().slice(0, 10).replaceAll("-", "/");
  const others: FoundSession[] = [];
  for (const other of await rolloutsIn(store, 3)) {
    const day = relative(store, dirname(other)).split(sep).join("/");
    if (other === path || day < first || (day > last && day !== first)) continue;
    const found = await recognise(other).catch(() => null);
    if (found !== null) others.push(found);
  }
  return startedFrom(
    id,
    Map.groupBy(others, ({ parent_id }) => parent_id ?? ""),
  );
}

/** Who starts comes before whom it started; rollouts that name each other in a circle come once. */
function startedFrom(id: string, children: StartedSessions): readonly string[] {
  const seen = new Set([id]);
  const paths: string[] = [];
  // A set tells what is added to it while it is gone through.
  for (const parent of seen) {
    for (const child of children.get(parent) ?? []) {
      if (seen.has(child.id)) continue;
      seen.add(child.id);
      paths.push(child.path);
    }
  }
  return paths;
}
