import type { AgentEnvironment } from "./agent.ts";

/**
 * The server of the Agent Client Protocol with which an agent's own program shows a session to an editor, without
 * a model. It is started in a home that contains a copy of one session and nothing else of the user: no login, no
 * project, no other session.
 */
export interface AcpServer {
  /** The program by its name, and its arguments. */
  readonly command: readonly string[];
  /** The package of npm that has the program, when it is not the agent's own. */
  readonly npmPackage?: string;
  /** The id under which it shows a call, where the agent's own form asks for another than was sent. */
  callId?(call_id: string, session_id: string): string;
  /** The id of a call in one under which it is shown, where the server adds something of its own. */
  callOf?(shownId: string): string;
  /** Names of its tools that the server shows as a plan and not as calls, so that their calls cannot be compared. */
  readonly planTools?: readonly string[];
  /** What another home must contain, so that the server finds a session there. */
  copySession(request: CopyRequest): Promise<SessionCopy>;
}

/** A session that was placed, and where its copy goes. */
export interface CopyRequest {
  readonly session_id: string;
  /** The main file of the session. */
  readonly path: string;
  /** Where the session was placed. */
  readonly environment: AgentEnvironment;
  /** The other home. */
  readonly home: string;
  /** An empty folder there; the server is asked for the session in this folder. */
  readonly project: string;
}

/** A file of the other home: one that is copied, a database that is copied with its log, or a text. */
export type CopiedFile = { readonly path: string } & (
  | { readonly file: string }
  | { readonly database: string; readonly change?: DatabaseChange }
  | { readonly text: string }
);

/** A statement that is run on the copy of a database, and its values. */
export interface DatabaseChange {
  readonly sql: string;
  readonly values: readonly string[];
}

/** What another home contains, and the variables by which its server finds it. */
export interface SessionCopy {
  readonly files: readonly CopiedFile[];
  readonly variables: Readonly<Record<string, string>>;
}

/** An address at which nobody listens: a server that would ask its model finds none. */
export const NOWHERE = "http://127.0.0.1:9";
