import { basename, dirname, join, sep } from "node:path";
import { fromBatches } from "../../base/batches.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { AgentEnvironment, FoundSession, SourceFile } from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { sessionsInFiles } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { lastRecordTime } from "../records/last-record-time.ts";
import { recordsOf } from "../records/read-head.ts";
import { statRegularFile } from "../regular-file.ts";
import { openEnvelope } from "./envelope.ts";
import { codexFolder } from "./host.ts";
import { currentRollouts } from "./rollout-name.ts";

/** The folder of rollouts that were put away. */
export const ARCHIVE_FOLDER = "archived_sessions";

const STORES = ["sessions", ARCHIVE_FOLDER];

/** All threads of the store, archived ones too; those of sub-agents name who started them. */
export function find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  return fromBatches(async function* () {
    const home = codexFolder(environment);
    const paths: string[] = [];
    const report = environment.onUnrecognised;
    for (const store of STORES) paths.push(...(await rolloutsIn(join(home, store), 3, report)));
    yield* sessionsInFiles(environment, currentRollouts(paths), recogniseListed);
  });
}

/** It may have gone since it was listed. */
function recogniseListed(path: string): Promise<FoundSession | null> {
  return recognise(path).catch(() => null);
}

/**
 * Rollouts in a folder and, so many levels deep, in the folders of years, months and days. Of a form that is not
 * known are those that the first versions wrote, as one document each.
 */
export async function rolloutsIn(
  folder: string,
  levels: number,
  onOtherForm?: (path: string) => void,
): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const name of await listFolder(folder)) {
    const path = `${folder}${sep}${name}`;
    if (isRollout(name)) paths.push(path);
    else if (levels > 0 && /^\d+$/.test(name)) {
      paths.push(...(await rolloutsIn(path, levels - 1, onOtherForm)));
    } else if (name.startsWith("rollout-")) onOtherForm?.(path);
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
    modified_ms: await lastRecordTime(path, stats),
    parent_id: parentOf(meta),
    ...(basename(storeOf(path)) === ARCHIVE_FOLDER ? { archived: true as const } : {}),
  };
}

/** What a rollout says of itself. */
type Meta = JsonObject & { readonly id: string };

/** The description of the session; a state or an event may be before it in damaged files. */
export async function readMeta(file: SourceFile): Promise<Meta | null> {
  for (const record of recordsOf(await firstLines(file))) {
    const { type, payload } = openEnvelope(record);
    if (type === "session_meta" && isMeta(payload)) return payload;
  }
  return null;
}

/** What the rollout at a path says of itself. */
export async function metaOf(path: string): Promise<Meta | null> {
  return readMeta(await diskFile(path, path));
}

function isMeta(payload: JsonObject): payload is Meta {
  return typeof payload.id === "string" && payload.type === undefined;
}

// The description contains the instructions and tools of the session, which may be long.
const MAX_META_BYTES = 8 * 1024 * 1024;
/** Lines that are looked at: parsing all that one piece of a file contains would take most of the time of a list. */
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

/** All rollouts of the store in which a rollout lies: the sessions of a home before its archived ones. */
export async function rolloutsBeside(path: string): Promise<readonly string[]> {
  const store = storeOf(path);
  const stores = STORES.includes(basename(store))
    ? STORES.map((name) => join(dirname(store), name))
    : [store];
  const all: string[] = [];
  for (const folder of stores) all.push(...(await rolloutsIn(folder, 3)));
  return all;
}

/** The rollout of a thread in a folder of rollouts. */
export async function rolloutIn(store: string, thread: string): Promise<string | undefined> {
  for (const path of await rolloutsIn(store, 3)) {
    if (basename(path).includes(thread)) return path;
  }
  return undefined;
}

/** The folder above the years when the rollout is in one, else its own. */
export function storeOf(path: string): string {
  const days = /^(.*)[/\\]\d{4}[/\\]\d{2}[/\\]\d{2}$/.exec(dirname(path));
  return days?.[1] ?? dirname(path);
}
