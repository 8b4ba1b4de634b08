/** What a login may do in a workspace that a team shares; each may do what those before it may. */
export const teamRoles = ["reader", "writer", "keeper"] as const;

/** What a login may do in a workspace that a team shares. */
export type TeamRole = (typeof teamRoles)[number];

/** As whom a process has opened a workspace that a team shares. */
export interface Membership {
  /** The login of the database, which it records with every event. */
  readonly login: string;
  readonly role: TeamRole;
}

/** What a server lets an agent do that calls it with a token of its own. */
export interface TeamAgent {
  /** Its actor. */
  readonly name: string;
  readonly role: TeamRole;
  /** Other actors as whom it may write. */
  readonly actors: readonly string[];
}

/** A token of an agent, of which the workspace keeps the hash alone. */
export interface AgentToken extends TeamAgent {
  /** The SHA-256 of the token in lower-case hex. */
  readonly sha256: string;
  /** The login of the keeper who created it. */
  readonly created_by: string;
  readonly created_at: string;
  /** When it ends by itself; null when only a keeper ends it. */
  readonly expires_at: string | null;
}

/** A login of the team, and what it has done. */
export interface Member extends Membership {
  /** Other actors as whom it may write, such as standing roles. */
  readonly actors: readonly string[];
  readonly events: number;
  /** When it wrote last, as its events say; null when it has written nothing. */
  readonly last_at: string | null;
}

/** A change of a member: its role, and the other actors as whom it may write. */
export interface Grant {
  readonly login: string;
  readonly role: TeamRole;
  readonly actors: readonly string[];
}

/**
 * The rights of a workspace that several logins of a database server share. The server itself enforces them, so that
 * other programs have no others.
 *
 * Every login writes as itself (`ana`), as an agent of its own (`ana:codex`) or as an actor that was granted to it;
 * a keeper writes as anyone.
 */
export interface Team {
  /** Makes the workspace a team's, with the present login as its first keeper; false when it is one already. */
  init(): Promise<boolean>;
  /** Gives a login a role in place of the one that it had. */
  grant(grant: Grant): Promise<void>;
  /** Takes every right away from a login; returns the role that it had. */
  revoke(login: string): Promise<TeamRole>;
  /** The members, by name; empty where no team shares the workspace. */
  members(): Promise<readonly Member[]>;
  /** The logins of the keepers, who may grant what somebody lacks. */
  keepers(): Promise<readonly string[]>;
  /** Lets an agent in at the servers of the workspace. Of two tokens of one name, the later one alone is valid. */
  addToken(token: Omit<AgentToken, "created_by">): Promise<void>;
  /** Ends the token of an agent; false when there is none. */
  removeToken(name: string): Promise<boolean>;
  /** The tokens, by name, those that have ended included. */
  tokens(): Promise<readonly AgentToken[]>;
}
