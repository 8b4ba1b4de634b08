import type { KeptConversations } from "../pages/conversation/kept-conversations.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { KeptWorkspaces } from "../runtime/kept-workspaces.ts";
import type { TurnQueue } from "../runtime/turn-queue.ts";
import type { ServerCaller, Tokens } from "./caller.ts";
import type { LaunchCode } from "./launch-code.ts";

/** The settings of the API; a client cannot change any of them. */
export interface ApiSettings {
  readonly tokens: Tokens;
  /** What the browser that this server opens exchanges for the person's token; null when it opens none. */
  readonly launch: LaunchCode | null;
  /** Relative paths start here. */
  readonly cwd: string;
  /** Folders that paths given by a program must lie in. */
  readonly roots: readonly string[];
  /** The one folder in which programs create files. */
  readonly outputFolder: string;
  /** The workspace that was named; else it is found from `cwd`. */
  readonly store: string | undefined;
  /** Open for as long as the server runs (default: each call opens its own). */
  readonly workspaces: KeptWorkspaces | undefined;
  /** Read once for as long as the server runs. */
  readonly conversations: KeptConversations;
  /** Calls that touch the workspace take turns. */
  readonly inTurn: TurnQueue;
  /** The actor that is recorded for what a caller does; an agent of a team has its own. */
  readonly actors: Readonly<Record<ServerCaller, string>>;
  /** Replaces secrets in what programs are answered; null when the person who started it wants them kept. */
  readonly redactor: Redactor | null;
  /** Whether the person may start runs and send to others; a token that outlives the server may not. */
  readonly startsRuns: boolean;
  readonly now: () => Date;
  /** The command that starts this program, for operations that run in a process of their own. */
  readonly program: readonly string[];
}
