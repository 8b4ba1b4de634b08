import { basename, join, sep } from "node:path";
import { fromBatches } from "../../base/batches.ts";
import type { JsonObject } from "../../base/json/value.ts";
import type { AgentEnvironment, FoundSession, SessionSource } from "../agent.ts";
import { diskFile } from "../disk-file.ts";
import { isDshHeader } from "../foreign-sessions.ts";
import { reportOtherLogs, sessionsInFiles } from "../known-file.ts";
import { listFolder } from "../list-folder.ts";
import { lastRecordTime } from "../records/last-record-time.ts";
import { readHead } from "../records/read-head.ts";
import { statRegularFile } from "../regular-file.ts";
import { agentFolder, withoutTilde } from "./host.ts";

/** The folder where pi looks for the sessions of a project. */
export function sessionsFolder(environment: AgentEnvironment, cwd: string): string {
  const named = environment.env.PI_CODING_AGENT_SESSION_DIR;
  if (named) return withoutTilde(named, environment.home);
  const key = cwd.replace(/^[/\\]/, "").replace(/[/\\:]/g, "-");
  return join(agentFolder(environment), "sessions", `--${key}--`);
}

/** Every session file of this machine, by its head. */
export function find(environment: AgentEnvironment): AsyncIterable<FoundSession> {
  return fromBatches(() => findByFolder(environment));
}

async function* findByFolder(
  environment: AgentEnvironment,
): AsyncGenerator<readonly FoundSession[]> {
  const store = join(agentFolder(environment), "sessions");
  const folders = (await listFolder(store)).map((name) => join(store, name));
  const named = environment.env.PI_CODING_AGENT_SESSION_DIR;
  if (named) folders.push(withoutTilde(named, environment.home));
  for (const folder of folders) {
    const all = await listFolder(folder);
    const names = all.filter((name) => name.endsWith(".jsonl"));
    reportOtherLogs(
      environment,
      folder,
      all.filter((name) => !name.endsWith(".jsonl")),
    );
    const paths = names.map((name) => `${folder}${sep}${name}`);
    yield* sessionsInFiles(environment, paths, recognise);
  }
}

/** A file that begins as pi's sessions do. */
export async function recognise(path: string): Promise<FoundSession | null> {
  const stats = await statRegularFile(path);
  if (stats === null) return null;
  const [first] = await readHead(path);
  if (first === undefined || !isSessionHeader(first)) return null;
  return {
    agent: "pi",
    id: String(first.id),
    path,
    cwd: typeof first.cwd === "string" ? first.cwd : null,
    bytes: stats.size,
    modified_ms: await lastRecordTime(path, stats),
    parent_id: null,
  };
}

function isSessionHeader(record: JsonObject): boolean {
  const { type, id, message } = record;
  return (
    type === "session" && typeof id === "string" && message === undefined && !isDshHeader(record)
  );
}

/** A session is one file. */
export async function open(session: FoundSession): Promise<SessionSource> {
  return { session, files: [await diskFile(session.path, basename(session.path))] };
}
