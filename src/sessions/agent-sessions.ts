import fs from "node:fs";
import path from "node:path";
import type { AgentEnvironment, FoundSession } from "../agents/agent.ts";
import type { AgentSession } from "../agents/agent-session.ts";
import { foreignAgentOf } from "../agents/foreign-sessions.ts";
import { type AgentId, agentIds, isAgentId, loadAgent } from "../agents/registry.ts";
import { batchesOf } from "../base/batches.ts";
import { HoldallError } from "../base/errors.ts";
import { nearestName } from "../base/registry.ts";
import { userFolder } from "../disk/user-folder.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { isTaskRun } from "./task-runs.ts";
import { gatherUnrecognised } from "./unrecognised-files.ts";

/** Where this machine's agents keep their sessions. */
export function agentEnvironment({
  agents: chosen,
}: Pick<OperationContext, "agents">): AgentEnvironment {
  return chosen ?? { home: userFolder(), env: process.env };
}

/** A store of an agent that is there and cannot be read completely, and why. */
export interface UnreadableStore {
  readonly agent: AgentId;
  readonly reason: string;
  /** The files in which no session was recognised; null when any session of the store may be missing. */
  readonly files: readonly string[] | null;
}

/** Such stores as results list them. */
export function unreadableRows(
  stores: readonly UnreadableStore[],
): { agent: AgentId; reason: string }[] {
  return stores.map(({ agent, reason }) => ({ agent, reason }));
}

/** What finds sessions: where they are looked for, and what happens with a store that cannot be read (default: a note). */
interface SessionSearch {
  readonly environment?: AgentEnvironment;
  readonly onUnreadable?: ((store: UnreadableStore) => void) | undefined;
  /** Whether sessions of sub-agents are wanted as well. */
  readonly withSubAgents?: boolean;
  /** Whether kept sessions are wanted that no agent here has any more. */
  readonly withKept?: boolean;
}

/** Sessions of one agent or of all, newest first; sub-agents' own are part of their parents'. */
export async function findSessions(
  context: OperationContext,
  only: AgentId | null,
  {
    environment = agentEnvironment(context),
    onUnreadable,
    withSubAgents,
    withKept,
  }: SessionSearch = {},
): Promise<readonly AgentSession[]> {
  const found: AgentSession[] = [];
  const report = (store: UnreadableStore) =>
    onUnreadable === undefined
      ? context.note(`Cannot read all sessions of ${store.agent}: ${store.reason}`)
      : onUnreadable(store);
  for (const name of only === null ? agentIds : [only]) {
    const others = gatherUnrecognised();
    try {
      const agent = await loadAgent(name);
      const searched = { ...environment, onUnrecognised: others.add };
      for await (const sessions of batchesOf(agent.find(searched))) {
        for (const session of sessions) {
          const isWanted = withSubAgents === true || session.parent_id === null;
          if (isWanted) found.push({ agent, session, isStored: true });
        }
        if (found.length > 100) context.progress(`found ${found.length} sessions`);
      }
      const reason = others.reason(agent);
      if (reason !== null) report({ agent: name, reason, files: others.paths });
    } catch (error) {
      // The store of one agent does not stop the others, but what it hides is said.
      report({ agent: name, reason: describeStoreError(error), files: null });
    }
  }
  if (withKept === true) {
    const { findKeptOnly } = await import("./kept/find-kept-only.ts");
    found.push(...(await findKeptOnly(context, environment, { only, found })));
  }
  return found.sort(newestFirst);
}

/** What is wrong with a store; an error that no store gives is a fault of ours. */
function describeStoreError(error: unknown): string {
  const isOfStore = error instanceof Error && "code" in error;
  if (!isOfStore) throw error;
  return error instanceof HoldallError && error.cure
    ? `${error.message}; ${error.cure}`
    : error.message;
}

function newestFirst({ session: left }: AgentSession, { session: right }: AgentSession): number {
  return right.modified_ms - left.modified_ms || (left.id < right.id ? -1 : 1);
}

/** Whether a session took place in a folder or below it. */
export function isInFolder({ cwd }: Pick<FoundSession, "cwd">, folder: string): boolean {
  return cwd !== null && folderFilter(folder)({ cwd });
}

/** The same for many sessions: most of them are from a few folders. */
export function folderFilter(folder: string): (session: Pick<FoundSession, "cwd">) => boolean {
  const real = realPathOf(folder);
  const answers = new Map<string, boolean>();
  return ({ cwd }) => {
    if (cwd === null) return false;
    // A folder of another system, such as D:\\work, is no name in the current one.
    const known = answers.get(cwd) ?? (path.isAbsolute(cwd) && isBelow(realPathOf(cwd), real));
    answers.set(cwd, known);
    return known;
  };
}

function isBelow(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative));
}

function realPathOf(folder: string): string {
  try {
    return fs.realpathSync.native(folder); // Of many folders, several times as fast as the other.
  } catch {
    return path.resolve(folder); // A folder that is gone keeps its name.
  }
}

/** The word for the newest session of any agent in a folder. */
export const LAST = "last";

/**
 * The session that words mean: a path, else an agent or `last` (its newest here), else an id or its beginning. A
 * caller that is bound to folders gets sessions of the current folder only, and none by its path.
 */
export async function resolveSession(
  context: OperationContext,
  name: string,
  id: string | undefined,
): Promise<AgentSession> {
  const isBound = context.roots !== null;
  const place = path.resolve(context.cwd, name);
  if (!isBound && !isAgentId(name) && fs.existsSync(place)) return recognisePath(place, name, id);
  const only = isAgentId(name) ? name : null;
  const all = await findSessions(context, only, { withKept: true });
  const sessions = isBound ? all.filter(({ session }) => isInFolder(session, context.cwd)) : all;
  const wanted = id ?? (only === null && name !== LAST ? name : undefined);
  return wanted === undefined
    ? (newestOf(sessions, context.cwd) ?? refuseNone(sessions.length, only ?? "any agent"))
    : findById(sessions, wanted, only ?? "any agent");
}

async function recognisePath(
  place: string,
  name: string,
  id: string | undefined,
): Promise<AgentSession> {
  const found = await recogniseSession(place, id);
  if (found !== null) return found;
  throw new HoldallError("E_FORMAT", `Cannot read "${name}": it is not a session of a known agent`);
}

/**
 * The session at a path, when an agent knows it as its own: the one with an id or its beginning, else the newest.
 * One of an agent that we cannot read is refused.
 */
export async function recogniseSession(
  place: string,
  id?: string | undefined,
): Promise<AgentSession | null> {
  for (const name of agentIds) {
    const agent = await loadAgent(name);
    const session = await agent.recognise(place);
    if (session === null) continue;
    const found = { agent, session, isStored: false };
    if (id === undefined) return found;
    const all = (await agent.sessionsAt?.(place)) ?? [];
    const sessions = all.length === 0 ? [found] : all.map((each) => ({ ...found, session: each }));
    return findById(sessions, id, `"${place}"`);
  }
  const foreign = await foreignAgentOf(place);
  if (foreign === null) return null;
  const state = `it is a session of ${foreign}, which is not supported yet`;
  throw new HoldallError("E_FORMAT", `Cannot read "${place}": ${state}`, {
    cure: "if this agent has an ACP server, name it by --acp: docs/acp.md",
  });
}

/** The first of some sessions that a person worked on in a folder; nobody means one that was deleted while there is another. */
export function newestOf(sessions: readonly AgentSession[], folder: string): AgentSession | null {
  const isHere = folderFilter(folder);
  const own = sessions.filter(({ session }) => isHere(session) && !isTaskRun(session, folder));
  return own.find(({ kept }) => kept === undefined) ?? own[0] ?? null;
}

function refuseNone(elsewhere: number, agent: string): never {
  const some = elsewhere === 0 ? "none on this machine" : `${elsewhere} elsewhere`;
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot find a session of ${agent} in this folder: ${some}`,
    {
      cure:
        elsewhere === 0
          ? "start one with an agent, or give the path of a session file; `holdall doctor` shows which agents are looked for"
          : "see `holdall sessions --all`, and give the number of one instead",
    },
  );
}

function findById(sessions: readonly AgentSession[], wanted: string, whose: string): AgentSession {
  const exact = sessions.find(({ session }) => session.id === wanted);
  if (exact !== undefined) return exact;
  const fitting = sessions.filter(({ session }) => session.id.startsWith(wanted));
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1) return first;
  const near = nearestName(wanted, [LAST, ...agentIds]);
  const isPath = /[/\\]|\.jsonl?$/.test(wanted);
  const state =
    fitting.length === 0
      ? `${isPath ? "no file has this path, and " : ""}no session has this id or title`
      : `ambiguous prefix; it matches ${fitting.length} sessions`;
  throw new HoldallError("E_NOT_FOUND", `Cannot find session "${wanted}" of ${whose}: ${state}`, {
    cure: near
      ? `did you mean "${near}"?`
      : "see `holdall sessions --all`, and give the number of one",
  });
}
