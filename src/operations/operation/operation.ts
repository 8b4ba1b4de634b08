import type * as z from "zod";
import type { AgentEnvironment } from "../../agents/agent.ts";
import type { KeptWorkspaces } from "./kept-workspaces.ts";
import type { Tool } from "./tool.ts";

/** Where an operation is offered. */
export type Surface = "cli" | "mcp" | "http";

/** What an operation gets from its surface: everything that is not in its input. */
export interface OperationContext<Piece = unknown> {
  /** Relative paths of the input start here. */
  readonly cwd: string;
  /** Where coding agents keep their sessions; as for this user unless told. */
  readonly agents?: AgentEnvironment;
  /** Folders that paths of the input must lie in; null when a person calls, who may name any. */
  readonly roots: readonly string[] | null;
  /** The one folder in which a caller that is bound to `roots` may create things; without it, nowhere. */
  readonly outputFolder?: string;
  readonly now: () => Date;
  /** Longest wait for a workspace that others are writing to, in ms; the store's own unless told. */
  readonly lockWaitMs?: number;
  /** Keeps workspaces open between calls; each call opens and closes its own unless told. */
  readonly workspaces?: KeptWorkspaces;
  /** Someone sits at a terminal and may be asked. */
  readonly interactive: boolean;
  /** Aborted when the user stops the command. */
  readonly signal: AbortSignal;
  /** Told about long work; surfaces show it or not, and throw when the work is to stop. */
  progress(text: string): void;
  /** Told what the user should know besides the result. */
  note(text: string): void;
  /** What is sent along with the call: a program's standard input, a request's body. */
  incoming(): AsyncIterable<Uint8Array>;
  /** Given pieces of a result as they come; resolves when the next may come. */
  emit(piece: Piece): Promise<void>;
}

/**
 * One verb of the product, written once for all surfaces. `Input` is what a caller gives, `Output` the
 * result, `Piece` what it gives out on the way, for one whose result has no end yet.
 */
export interface Operation<Input = unknown, Output = unknown, Piece = unknown> {
  readonly name: string;
  /** One line for lists of commands. */
  readonly summary: string;
  readonly effect: "read" | "write";
  readonly surfaces: readonly Surface[];
  /** Why a surface does not offer it. */
  readonly withheld: Partial<Record<Surface, string>>;
  /** The tools that models get it as. */
  readonly tools: readonly Tool[];
  readonly input: z.ZodObject;
  /** Made when asked for: a command line has no use for it, and building schemas costs a start. */
  readonly output: () => z.ZodType<Output>;
  /** Input keys that the command line takes by position, in order. */
  readonly positionals: readonly string[];
  /** Option names of the programs this one follows, and what they are called here. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Command lines that work, without the program's name. */
  readonly examples: readonly string[];
  run(context: OperationContext<Piece>, input: Input): Promise<Output>;
  /** Exit code of a finished run; 0 unless the answer is "no". */
  exitCode(output: Output): number;
  /** Whether the pieces that it emits are its result, so that nothing is left to print when it ends. */
  readonly streams: boolean;
  /** The result as the exact bytes that were asked for; null when it is to be shown as usual. */
  bytes(output: Output): Uint8Array | null;
}
