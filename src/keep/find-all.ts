import type { StartedSessions } from "../agents/agent.ts";
import type { AgentSession } from "../agents/agent-session.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import {
  agentEnvironment,
  findSessions,
  type UnreadableStore,
} from "../sessions/agent-sessions.ts";
import { loadKnownSessions } from "../sessions/index/known-files.ts";
import { withIndex } from "../sessions/index/open-index.ts";
import { sessionDetails } from "../sessions/index/session-details.ts";

/** The sessions of all agents, as a run finds them. */
export interface FoundSessions {
  /** Sub-agents come with who started them, unless that one is gone. */
  readonly sessions: readonly AgentSession[];
  readonly started: StartedSessions;
  /** The title of a session, where the index has it. */
  titleOf(found: AgentSession): string | null;
  readonly unreadable: readonly UnreadableStore[];
}

/** Runs work on the sessions of all agents; only heads of new and changed files are read. */
export async function withAllSessions<Result>(
  context: OperationContext,
  work: (found: FoundSessions) => Promise<Result>,
): Promise<Result> {
  return withIndex(context, async (database) => {
    const known = loadKnownSessions(database);
    const environment = { ...agentEnvironment(context), known };
    const unreadable: UnreadableStore[] = [];
    const all = await findSessions(context, null, {
      environment,
      onUnreadable: (store) => void unreadable.push(store),
      withSubAgents: true,
    });
    known.save(all.map(({ session }) => session));
    const ids = new Set(all.map(({ session }) => keyOf(session.agent, session.id)));
    const isOwn = ({ session: { agent, parent_id } }: AgentSession) =>
      parent_id === null || !ids.has(keyOf(agent, parent_id));
    const subAgents = all.filter((found) => !isOwn(found)).map(({ session }) => session);
    const details = sessionDetails(database, known);
    return work({
      sessions: all.filter(isOwn),
      started: Map.groupBy(subAgents, ({ agent, parent_id }) => keyOf(agent, parent_id ?? "")),
      titleOf: (found) => details.known(found)?.title ?? null,
      unreadable,
    });
  });
}

/** The key of a session among those of all agents. */
export function keyOf(agent: string, id: string): string {
  return `${agent}/${id}`;
}
