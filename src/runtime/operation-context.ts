import type { AgentEnvironment } from "../agents/agent.ts";
import type { HoldallError } from "../base/errors.ts";
import type { KeptConversations } from "../pages/conversation/kept-conversations.ts";
import type { TeamAgent } from "../stores/team.ts";
import type { KeptWorkspaces } from "./kept-workspaces.ts";

/** What an operation gets from its surface: everything that is not in its input. */
export interface OperationContext<Piece = unknown> {
  /** Relative paths of the input start here. */
  readonly cwd: string;
  /** Where coding agents keep their sessions (default: as for this user). */
  readonly agents?: AgentEnvironment;
  /** Folders that paths of the input must lie in; null when a person calls, who may name any. */
  readonly roots: readonly string[] | null;
  /** The one folder in which a caller that is bound to `roots` may create things; without it, nowhere. */
  readonly outputFolder?: string;
  readonly now: () => Date;
  /** Longest wait for a workspace that others write to, in ms (default: the store's). */
  readonly lockWaitMs?: number;
  /** Called when a project's settings cannot be used, which then count as absent (default: the command fails). */
  readonly onUnusableProject?: (error: HoldallError) => void;
  /** Keeps workspaces open between calls (default: each call opens and closes its own). */
  readonly workspaces?: KeptWorkspaces;
  /** Who calls a team's server with a token of its own (default: whoever started this program). */
  readonly caller?: TeamAgent;
  /** Keeps the rows of conversations between calls (default: each call reads its conversation to the end). */
  readonly conversations?: KeptConversations;
  /** Takes a text of which parts are returned, also in later calls, so that its secrets are known (default: not needed). */
  readonly learnSecrets?: (value: unknown) => void;
  /** Whether a list that is shown now is the one whose numbers later commands take (default: it is not kept). */
  readonly keepsLists?: true;
  /** Whether an address of the input is fetched: only where whoever calls typed it, and not for a model or a browser. */
  readonly fetchesAddresses?: true;
  /** Whether a person at a terminal can be asked. */
  readonly interactive: boolean;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /** Reports progress of long work; a surface may throw here to stop it. */
  progress(text: string): void;
  /** Reports what the user should know besides the result. */
  note(text: string): void;
  /** What is sent along with the call: a program's standard input, a request's body. */
  incoming(): AsyncIterable<Uint8Array>;
  /** Emits a piece of a result; resolves when the next one may follow. */
  emit(piece: Piece): Promise<void>;
}
