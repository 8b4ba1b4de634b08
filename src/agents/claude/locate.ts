import { readdir } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { fromBatches } from "../../base/batches.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { AgentEnvironment, FoundSession, SessionSource, StoreFiles } from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { isQwenRecord } from "../foreign-sessions.ts";
import { reportOtherLogs, sessionsInFiles } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { lastRecordTime } from "../records/last-record-time.ts";
import { headText, readHead } from "../records/read-head.ts";
import { statRegularFile } from "../regular-file.ts";
import { claudeFolder } from "./host.ts";
import { isKnownType } from "./kinds.ts";
import { isSidecar } from "./sub-agent-files.ts";

/** The file of a session is named after its id. */
const MAIN_FILE = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\.jsonl$/i;
const MAIN_FILE_LENGTH = 36 + ".jsonl".length;

/** The folder of the program's sessions, one folder per project. */
export function projectsFolder(environment: AgentEnvironment): string {
  return join(claudeFolder(environment), "projects");
}

/** All sessions of the store; sub-agents come with the session that started them. */
export function find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  return fromBatches(async function* () {
    const projects = projectsFolder(environment);
    for (const project of await listFolder(projects)) {
      const folder = join(projects, project);
      const { main = [], other = [] } = Object.groupBy(await listFolder(folder), (name) =>
        MAIN_FILE.test(name) ? "main" : isAgentFile(name) ? "agent" : "other",
      );
      reportOtherLogs(environment, folder, other);
      const paths = main.map((name) => `${folder}${sep}${name}`);
      for await (const found of sessionsInFiles(environment, paths, describe)) {
        yield found.map(namedAfterFile);
      }
    }
  });
}

/** A copy of a session has the id of its file, not of its records. */
function namedAfterFile(found: FoundSession): FoundSession {
  const id = found.path.slice(-MAIN_FILE_LENGTH, -".jsonl".length);
  return found.id === id ? found : { ...found, id };
}

/** A file named by the user, when its first records are those of this agent. */
export async function recognise(path: string): Promise<FoundSession | null> {
  if (!path.endsWith(".jsonl")) return null;
  // A long rollout would be looked through up to the bound.
  return ROLLOUT.test(await headText(path, ROLLOUT_BYTES)) ? null : describe(path);
}

/** How a rollout of Codex begins. */
const ROLLOUT = /^\{"timestamp":"[^"]{1,40}","type":"session_meta","payload":\{/;
const ROLLOUT_BYTES = 256;

async function describe(path: string): Promise<FoundSession | null> {
  const stats = await statRegularFile(path);
  if (stats === null) return null;
  const head = await readHead(path, isTelling, mayNameFolder);
  const owned = head.find(isOwn);
  if (owned === undefined || head.some(isQwenRecord)) return null;
  const { sessionId, agentId, isSidechain } = head.find(({ uuid }) => uuid) ?? owned;
  const isAgent = typeof agentId === "string" && isSidechain === true;
  const session = typeof sessionId === "string" ? sessionId : basename(path, ".jsonl");
  const cwd = head.find((record) => typeof record.cwd === "string")?.cwd;
  return {
    agent: "claude",
    id: isAgent ? agentId : session,
    path,
    cwd: typeof cwd === "string" ? cwd : null,
    bytes: stats.size,
    modified_ms: await lastRecordTime(path, stats),
    parent_id: isAgent ? session : null,
  };
}

/** Lists of tools and waiting prompts come before the first record that names the folder. */
function isTelling(records: readonly JsonObject[]): boolean {
  return records.some(({ uuid, cwd }) => typeof uuid === "string" && typeof cwd === "string");
}

/**
 * Whether a line may be a record with one of the keys that are looked at here. A long log of another agent has
 * none, and would be parsed up to the bound; a key may be spelt with escapes.
 */
function mayNameFolder(line: string): boolean {
  return /uuid"|"(?:sessionId|messageId|cwd)"|\\u00/i.test(line);
}

function isOwn({ type, sessionId, uuid, leafUuid, messageId }: JsonObject): boolean {
  if (typeof type !== "string" || !isKnownType(type)) return false;
  // Other agents begin with such a record too, without this id.
  if (type === "system") return typeof uuid === "string";
  return [sessionId, uuid, leafUuid, messageId].some((key) => typeof key === "string");
}

/** The session's file and those of its sub-agents, in the layouts of all versions. */
export async function open(session: FoundSession): Promise<SessionSource> {
  const folder = dirname(session.path);
  const paths = session.parent_id === null ? await agentFiles(session) : [];
  const name = (path: string) => relative(folder, path).split(sep).join("/");
  const files = [session.path, ...paths].map((path) => diskFile(path, name(path)));
  return { session, files: await Promise.all(files) };
}

async function agentFiles({ path, id }: FoundSession): Promise<string[]> {
  const folder = dirname(path);
  const own = join(folder, basename(path, ".jsonl"), "subagents");
  const nested = await readdir(own, { recursive: true, withFileTypes: true }).catch(() => []);
  const inside = nested
    .filter((entry) => entry.isFile() && isAgentFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return [...inside.sort(), ...(await flatAgentFiles(folder, id))];
}

/** Logs of a session's sub-agents beside its own, where early versions kept them. */
async function flatAgentFiles(folder: string, session: string): Promise<readonly string[]> {
  const flat: string[] = [];
  for (const name of await listFolder(folder)) {
    if (!isAgentFile(name) || isSidecar(name)) continue;
    const head = await readHead(join(folder, name), isTelling, mayNameFolder);
    if (head.some(({ sessionId }) => sessionId === session)) flat.push(join(folder, name));
  }
  return flat;
}

function isAgentFile(name: string): boolean {
  return name.startsWith("agent-") && (name.endsWith(".jsonl") || isSidecar(name));
}

const UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

/** Folders with a folder for each session: what it was before edits, pictures that were pasted, lists of tasks. */
const BESIDE = ["file-history", "image-cache", "tasks"];

const IN_PROJECTS = new RegExp(`^[^/]+/(?:${UUID}\\.jsonl|${UUID}/.+|agent-[^/]+)$`);
const IN_BESIDE = new RegExp(`^${UUID}/.+$`);

/** A session is a file and a folder with its id; what its program needs to go back in it is in folders beside. */
export function storeFiles(environment: AgentEnvironment): StoreFiles {
  const own = claudeFolder(environment);
  const places = BESIDE.map(
    (name) => [name, { folder: join(own, name), paths: IN_BESIDE }] as const,
  );
  const flat = new Map<string, Promise<readonly string[]>>();
  return {
    places: {
      projects: { folder: projectsFolder(environment), paths: IN_PROJECTS },
      ...Object.fromEntries(places),
    },
    async filesOf({ path, id }: FoundSession) {
      const folder = dirname(path);
      // A project has such files only if its first sessions are of an early version.
      const names = flat.get(folder) ?? listFolder(folder);
      flat.set(folder, names);
      const hasFlat = (await names).some((name) => name.startsWith("agent-"));
      return {
        files: [path, ...(hasFlat ? await flatAgentFiles(folder, id) : [])],
        folders: [
          join(folder, basename(path, ".jsonl")),
          ...BESIDE.map((name) => join(own, name, id)),
        ],
      };
    },
  };
}
