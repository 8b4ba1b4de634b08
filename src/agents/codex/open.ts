import { existsSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type {
  AgentEnvironment,
  FoundSession,
  SessionSource,
  SourceFile,
  StartedSessions,
  StoreFiles,
} from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { codexFolder } from "./host.ts";
import { followLineage, lineageOf, MAX_FILES_OF_THREAD } from "./lineage.ts";
import {
  ARCHIVE_FOLDER,
  metaOf,
  recognise,
  rolloutsBeside,
  rolloutsIn,
  storeOf,
} from "./locate.ts";
import { currentRollouts, isReplacement, parseRolloutName } from "./rollout-name.ts";

/**
 * The session's rollout, the others of its thread, those it was forked from, and those of its sub-agents and of
 * theirs.
 */
export async function open(
  session: FoundSession,
  started?: StartedSessions,
): Promise<SessionSource> {
  const folder = dirname(session.path);
  const openFile = (path: string) => diskFile(path, relative(folder, path).split(sep).join("/"));
  const others = await otherRolloutsOf(session);
  const files = [await openFile(session.path)];
  for (const { path, end } of others) files.push(prefixOf(await openFile(path), end));
  const oldest = [session.path, ...others.map(({ path }) => path)].sort(byName)[0] ?? session.path;
  const subAgents =
    started === undefined ? await subAgentsOf(session, oldest) : inStore(session, started);
  for (const path of subAgents) files.push(await openFile(path));
  return { session, files };
}

function byName(left: string, right: string): number {
  return basename(left) < basename(right) ? -1 : 1;
}

/** Sub-agents among sessions that are known; one that is gone by now is left out. */
function inStore({ id, path }: FoundSession, started: StartedSessions): readonly string[] {
  const store = storeOf(path);
  const isBeside = (other: string) => storeOf(other) === store && existsSync(other);
  return startedFrom(id, started).filter(isBeside);
}

/** The beginning of a rollout of another thread: what that thread did later is not part of this one. */
function prefixOf(file: SourceFile, end: number | null): SourceFile {
  if (end === null) return file;
  const read = (from = 0) => upTo(file.read(from), end - from);
  return { path: file.path, bytes: Math.min(file.bytes, end), read };
}

async function* upTo(chunks: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let rest = bytes;
  for await (const chunk of chunks) {
    if (rest <= 0) return;
    yield chunk.subarray(0, rest);
    rest -= chunk.length;
  }
}

/** A rollout that belongs to a session, and how much of it. */
interface OtherRollout {
  readonly path: string;
  /** Bytes that belong to it; null for all. */
  readonly end: number | null;
}

/** The rollouts in which a conversation began, and those of its thread that the user went back from. */
async function otherRolloutsOf({ path, id }: FoundSession): Promise<readonly OtherRollout[]> {
  const lineageIn = async (file: string) => {
    const meta = await metaOf(file).catch(() => null);
    return meta && lineageOf(meta);
  };
  if (!isReplacement(path) && !(await lineageIn(path))?.base) return [];
  const all = await rolloutsBeside(path);
  const { segments } = await followLineage(path, {
    lineageOf: lineageIn,
    find: (rollout) => all.find((file) => hasRolloutId(file, rollout)),
  });
  const others: OtherRollout[] = [];
  for (const { rollout, end } of segments.slice(1)) {
    const isOwn = (await lineageIn(rollout))?.thread === id;
    others.push({ path: rollout, end: isOwn ? null : end });
  }
  const known = new Set(segments.map(({ rollout }) => rollout));
  const thread = parseRolloutName(path)?.thread;
  for (const file of isReplacement(path) ? all : []) {
    if (known.has(file) || parseRolloutName(file)?.thread !== thread) continue;
    if (others.length >= MAX_FILES_OF_THREAD) break;
    if ((await lineageIn(file))?.thread === id) others.push({ path: file, end: null });
  }
  return others;
}

/** Whether a file is the rollout with an id; one under a name that the program does not give ends with the id. */
function hasRolloutId(path: string, id: string): boolean {
  const name = parseRolloutName(path);
  if (name !== null) return name.rollout === id;
  return basename(path)
    .replace(/\.zst$/, "")
    .endsWith(`-${id}.jsonl`);
}

/** Sub-agents begin on the days on which their session went on, so that no other day is looked at. */
async function subAgentsOf(
  { id, path, modified_ms }: FoundSession,
  oldest: string,
): Promise<readonly string[]> {
  const store = storeOf(path);
  const first = relative(store, dirname(oldest)).split(sep).join("/");
  // Folders are named by local time, and no zone is more than a day away.
  const last = new Date(modified_ms + 86_400_000).toISOString().slice(0, 10).replaceAll("-", "/");
  const others: FoundSession[] = [];
  for (const other of currentRollouts(await rolloutsIn(store, 3))) {
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
  // A set also yields what is added to it while it is iterated.
  for (const parent of seen) {
    const started = children.get(parent) ?? [];
    const current = new Set(currentRollouts(started.map(({ path }) => path)));
    for (const child of started) {
      if (seen.has(child.id) || !current.has(child.path)) continue;
      seen.add(child.id);
      paths.push(child.path);
    }
  }
  return paths;
}

const ROLLOUT = /^(?:\d+\/){0,3}[^/]+\.jsonl(?:\.zst)?$/;

/** A session is its rollout, and others in which its conversation began; sub-agents are sessions. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  const own = codexFolder(environment);
  const place = (name: string) => ({ folder: join(own, name), paths: ROLLOUT });
  return {
    places: { sessions: place("sessions"), archived: place(ARCHIVE_FOLDER) },
    async filesOf(session) {
      const { files } = await open(session, new Map());
      return { files: files.map(({ path }) => join(dirname(session.path), path)) };
    },
  };
}
