import type { Agent, FoundSession } from "./agent.ts";

/** An agent's session, and the agent. */
export interface AgentSession {
  readonly agent: Agent;
  readonly session: FoundSession;
  /** Whether it was found in the agent's own store, and not at a path that somebody named. */
  readonly isStored: boolean;
  /**
   * Set for a session that was kept and that its agent does not have: deleted there, or of another machine. Its path is
   * the folder of the backup, and only `open` of its agent leads to its files.
   */
  readonly kept?: KeptPlace;
}

/** Why a kept session is only in a backup. */
export interface KeptPlace {
  readonly state: "gone" | "elsewhere";
  /** When it was missing first; null for one of another machine. */
  readonly since: string | null;
}
