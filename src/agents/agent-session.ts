import type { Agent, FoundSession } from "./agent.ts";

/** An agent's session, and the agent. */
export interface AgentSession {
  readonly agent: Agent;
  readonly session: FoundSession;
  /** Whether it was found in the agent's own store, and not at a path that somebody named. */
  readonly isStored: boolean;
}
