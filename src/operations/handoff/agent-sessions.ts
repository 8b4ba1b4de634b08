import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Agent, AgentPlaces, FoundSession } from "../../agents/agent.ts";
import { agents } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { namesOf, nearestName } from "../../base/registry.ts";
import { isArchiveName } from "../../bundles/archive-name.ts";
import type { OperationContext } from "../operation/operation.ts";

/** The name of an agent we know. */
export type AgentName = keyof typeof agents;

/** An agent's session, and the agent. */
export interface AgentSession {
  readonly agent: Agent;
  readonly session: FoundSession;
}

/** Where this machine's agents keep their sessions. */
export function agentPlaces({ agents: told }: Pick<OperationContext, "agents">): AgentPlaces {
  return told ?? { home: process.env.HOME ?? os.homedir(), env: process.env };
}

/** Whether a word is an agent's name. */
export function isAgentName(word: string): word is AgentName {
  return Object.hasOwn(agents, word);
}

/** Loads an agent by name. */
export async function loadAgent(name: AgentName): Promise<Agent> {
  return (await agents[name]()).default;
}

/** Sessions of one agent or of all, newest first; sub-agents' own are part of their parents'. */
export async function findSessions(
  context: OperationContext,
  only: AgentName | null,
): Promise<readonly AgentSession[]> {
  const found: AgentSession[] = [];
  for (const name of only === null ? namesOf(agents) : [only]) {
    try {
      for await (const each of sessionsOf(await loadAgent(name), context)) {
        found.push(each);
        if (found.length % 100 === 0) context.progress(`found ${found.length} sessions`);
      }
    } catch (error) {
      // The store of one agent does not stop the others, but what it hides is said.
      context.note(`Cannot read all sessions of ${name}: ${stateOf(error)}`);
    }
  }
  return found.sort(newestFirst);
}

async function* sessionsOf(agent: Agent, context: OperationContext): AsyncGenerator<AgentSession> {
  for await (const session of agent.find(agentPlaces(context))) {
    if (session.parent_id === null) yield { agent, session };
  }
}

/** What is wrong with a store; an error that no store gives is a fault of ours. */
function stateOf(error: unknown): string {
  const isOfStore = error instanceof Error && "code" in error;
  if (!isOfStore) throw error;
  return error instanceof HoldallError && error.cure
    ? `${error.message}; ${error.cure}`
    : error.message;
}

function newestFirst({ session: left }: AgentSession, { session: right }: AgentSession): number {
  return right.modified_ms - left.modified_ms || (left.id < right.id ? -1 : 1);
}

/** Whether a session was held in a folder or below it. */
export function isHeldIn({ cwd }: FoundSession, folder: string): boolean {
  if (cwd === null) return false;
  const relative = path.relative(realOf(folder), realOf(cwd));
  return relative === "" || !(relative.startsWith("..") || path.isAbsolute(relative));
}

function realOf(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    return path.resolve(folder); // A folder that is gone keeps its name.
  }
}

/**
 * Where words name a folder or an archive, which may be a bundle or a log: agents keep sessions in single
 * files and databases. Null for everything else.
 */
export function namedFolder({ cwd }: Pick<OperationContext, "cwd">, words: string): string | null {
  const place = path.resolve(cwd, words);
  if (isAgentName(words)) return null;
  const there = fs.statSync(place, { throwIfNoEntry: false });
  if (there === undefined) return null;
  return there.isDirectory() || isArchiveName(place) ? place : null;
}

/** The session that words mean: a path, else an agent (its newest here), else an id or its beginning. */
export async function resolveSession(
  context: OperationContext,
  words: string,
  id: string | undefined,
): Promise<AgentSession> {
  const place = path.resolve(context.cwd, words);
  if (!isAgentName(words) && fs.existsSync(place)) return recogniseAt(place, words);
  const only = isAgentName(words) ? words : null;
  const sessions = await findSessions(context, only);
  const wanted = id ?? (only === null ? words : undefined);
  return wanted === undefined
    ? newestHere(sessions, context.cwd, words)
    : byId(sessions, wanted, only ?? "any agent");
}

async function recogniseAt(place: string, words: string): Promise<AgentSession> {
  for (const name of namesOf(agents)) {
    const agent = await loadAgent(name);
    const session = await agent.recognise(place);
    if (session !== null) return { agent, session };
  }
  throw new HoldallError("E_FORMAT", `Cannot read "${words}": no agent's session is known there`);
}

function newestHere(
  sessions: readonly AgentSession[],
  folder: string,
  agent: string,
): AgentSession {
  const here = sessions.find(({ session }) => isHeldIn(session, folder));
  if (here !== undefined) return here;
  const some = sessions.length === 0 ? "none on this machine" : `${sessions.length} elsewhere`;
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot find a session of ${agent} in this folder: ${some}`,
    {
      cure: "see `holdall sessions --all`, then name one with --session",
    },
  );
}

function byId(sessions: readonly AgentSession[], wanted: string, whose: string): AgentSession {
  const exact = sessions.find(({ session }) => session.id === wanted);
  if (exact !== undefined) return exact;
  const fitting = sessions.filter(({ session }) => session.id.startsWith(wanted));
  const [first] = fitting;
  if (first !== undefined && fitting.length === 1) return first;
  const near = nearestName(wanted, Object.keys(agents));
  const state =
    fitting.length === 0 ? "there is none" : `${fitting.length} sessions begin like that`;
  throw new HoldallError("E_NOT_FOUND", `Cannot find session "${wanted}" of ${whose}: ${state}`, {
    cure: near ? `did you mean "${near}"?` : "see `holdall sessions --all`",
  });
}
