import fs from "node:fs";
import type { AgentEnvironment, FoundSession } from "../../agents/agent.ts";
import type { Backup, KeptSession } from "../../backup/backup.ts";
import { loadKeptAgent, placeOfFile } from "../../backup/materialise.ts";
import { compareFile, type FileState } from "./compare-file.ts";
import type { KeptFileToPlace } from "./place-kept.ts";

/** What restoring a session does. */
export interface SessionPlan {
  readonly session: KeptSession;
  /** "restore" writes `files`, "import" lets the agent's program take it, the others do nothing. */
  readonly state: "restore" | "import" | "there" | "newer" | "different";
  readonly files: readonly KeptFileToPlace[];
  /** The main file, or the database. */
  readonly main: string;
  /** The file that is in the way. */
  readonly conflict: string | null;
}

/** Compares what was kept of a session with what is there, and plans what is to be written; nothing is changed. */
export async function planSession(
  backup: Backup,
  session: KeptSession,
  environment: AgentEnvironment,
): Promise<SessionPlan> {
  const files: KeptFileToPlace[] = [];
  const states: FileState[] = [];
  const targets: string[] = [];
  for (const [at, file] of session.files.entries()) {
    const target = await placeOfFile(file, environment);
    targets.push(target);
    const version = session.versions[at];
    if (version === undefined)
      throw new Error("a kept session has a content for each of its files");
    if (file.kind === "database" && fs.existsSync(target))
      return planRows(session, target, environment);
    const state = await compareFile(backup, version, target);
    states.push(state);
    if (state === "absent" || (state === "older" && file.kind === "log")) {
      files.push({ version, target, replaces: state === "older" });
    }
  }
  const [main = ""] = targets;
  const plan = { session, main, files: [] as readonly KeptFileToPlace[], conflict: null };
  const [first] = states;
  if (first === "newer") return { ...plan, state: "newer" };
  const inTheWay = states.findIndex((state, at) => {
    // Where the session itself is there, its agent may have written its other files again since.
    return (
      state === "different" || (state !== "absent" && state !== "same" && isDocument(session, at))
    );
  });
  const isThere = first === "same" || first === "older";
  if (inTheWay === 0 || (inTheWay > 0 && !isThere)) {
    return { ...plan, state: "different", conflict: targets[inTheWay] ?? main };
  }
  return files.length === 0 ? { ...plan, state: "there" } : { ...plan, state: "restore", files };
}

function isDocument({ files }: KeptSession, at: number): boolean {
  return files[at]?.kind !== "log";
}

/** A session of a database that is there: it has it, or the agent's program must take it. */
async function planRows(
  session: KeptSession,
  main: string,
  environment: AgentEnvironment,
): Promise<SessionPlan> {
  const agent = await loadKeptAgent(session.agent);
  const all = (await agent.sessionsAt?.(main)) ?? [];
  const { startOf } = agent.storeFiles(environment);
  const isSame = (each: FoundSession) =>
    each.id === session.agent_id &&
    (session.started === null || startOf?.(each) === session.started);
  const found = all.find(isSame);
  const plan = { session, main, files: [], conflict: null };
  if (found === undefined) return { ...plan, state: "import" };
  if (found.modified_ms === session.modified_ms) return { ...plan, state: "there" };
  const isNewer = found.modified_ms > session.modified_ms;
  return isNewer ? { ...plan, state: "newer" } : { ...plan, state: "different", conflict: main };
}
