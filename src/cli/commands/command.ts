/**
 * Commands of the program itself (`mcp`, `hook`, `completion`). They are no operations: they own
 * standard input and output, and no other surface could offer them.
 */

import type * as z from "zod";
import { toIoError } from "../../disk/io-error.ts";
import type { Operation } from "../../operations/operation/operation.ts";
import { parseInput } from "../../operations/operation/parse-input.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

/** What is known of a command before it runs: enough to parse, describe and complete it. */
export type CommandFacts = Pick<
  Operation,
  "name" | "summary" | "effect" | "input" | "positionals" | "aliases" | "examples"
>;

/** What the program provides to a command of its own. */
export interface Program {
  /** The context in which the command may run operations. */
  readonly context: OperationContext;
  /** Whether the result is requested as JSON. */
  readonly json: boolean;
  /** From now on a signal is the normal end, as for a server, and not a failure. */
  expectStop(): void;
}

/**
 * A command of the program itself: it serves a client, answers a host or helps a shell. It prints
 * its own result; `run` returns the exit code.
 */
export interface ProgramCommand extends CommandFacts {
  run(program: Program, input: unknown): Promise<number>;
}

type Definition<Input extends z.ZodObject> = Omit<CommandFacts, "input" | "aliases"> & {
  readonly input: Input;
  run(program: Program, input: z.infer<Input>): Promise<number>;
};

/** Declares a command of the program; its input is parsed like that of an operation. */
export function defineCommand<Input extends z.ZodObject>(
  definition: Definition<Input>,
): ProgramCommand {
  return {
    aliases: {},
    ...definition,
    run: async (program, input) => {
      try {
        return await definition.run(program, parseInput(definition, input));
      } catch (error) {
        throw toIoError(error, `run ${definition.name}`);
      }
    },
  };
}
