/**
 * The contract of an operation: one verb of the product, independent of where it is called.
 * Surfaces provide the context (folder, clock, streams, permissions) and show the result; they
 * contain no decisions of their own.
 */

import type * as z from "zod";
import type { OperationContext } from "../../runtime/operation-context.ts";
import type { Tool } from "./tool.ts";

/**
 * Where an operation is offered: the command line, models, programs over HTTP, and the person at the browser,
 * who is offered everything that programs are.
 */
export type Surface = "cli" | "mcp" | "http" | "person";

/**
 * What an operation does with secrets in the content that it gives out: replaces them, keeps them and says
 * so in its result, shows them to the person who asks, or gives out no content.
 */
export type SecretsPolicy = "replaced" | "kept" | "shown" | "none";

/**
 * One verb of the product, written once for all surfaces. `Input` is what a caller passes, `Output`
 * the result, `Piece` what is emitted on the way by one whose result has no end yet.
 */
export interface Operation<Input = unknown, Output = unknown, Piece = unknown> {
  readonly name: string;
  /** One line for lists of commands. */
  readonly summary: string;
  readonly effect: "read" | "write";
  /** `docs/secrets.md` lists it, and `test/redact/ways-out.test.ts` tries it. */
  readonly secrets: SecretsPolicy;
  readonly surfaces: readonly Surface[];
  /** Why a surface does not offer it. */
  readonly withheld: Partial<Record<Surface, string>>;
  /** The tools as which models get it. */
  readonly tools: readonly Tool[];
  readonly input: z.ZodObject;
  /** Built on demand: a command line does not need it, and building schemas slows the start. */
  readonly output: () => z.ZodType<Output>;
  /** Input keys that the command line takes by position, in order. */
  readonly positionals: readonly string[];
  /** Option names of other programs, with their names here. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Command lines that work, without the program's name. */
  readonly examples: readonly string[];
  run(context: OperationContext<Piece>, input: Input): Promise<Output>;
  /** The schema of what it emits on the way; only one that emits something has it. */
  readonly piece?: (() => unknown) | undefined;
  /**
   * What a dry run is about, for an operation that a person confirms over HTTP: it differs as soon as the
   * operation would act on another content than the one that the dry run saw.
   */
  basis?(context: OperationContext<Piece>, input: Input): Promise<unknown>;
  /** Exit code of a finished run; 0 unless the answer is "no". */
  exitCode(output: Output): number;
  /** Whether the pieces that it emits are its result, so that nothing is left to print when it ends. */
  readonly streams: boolean;
  /** Whether it ends by itself when it is stopped, with what it has until then. */
  readonly endsWhenStopped: boolean;
  /** The result as the exact bytes that were requested; null if it is shown as usual. */
  bytes(output: Output): Uint8Array | null;
}
