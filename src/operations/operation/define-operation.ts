/**
 * Turns a definition into an operation. Everything that must be true on every surface happens here,
 * before `run`: the input is parsed by its schema, its paths are checked against the caller's
 * roots, temporary files are cleaned up afterwards, and system errors become ours.
 */

import type * as z from "zod";
import { asZodType, type Schema } from "../../base/schema.ts";
import { placeOf, toIoError } from "../../disk/io-error.ts";
import { withTemporaries } from "../../disk/temporary.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { fetchAddresses } from "./fetch-addresses.ts";
import { guardPaths } from "./guard-paths.ts";
import type { Operation } from "./operation.ts";
import { parseInput } from "./parse-input.ts";
import type { Tool } from "./tool.ts";

type Facts = Pick<
  Operation,
  "name" | "summary" | "effect" | "secrets" | "surfaces" | "positionals" | "examples"
>;

/** What an operation declares. Its types are those of its schemas, whatever else `run` returns. */
export interface Definition<Input extends z.ZodObject, Output extends Schema, Piece extends Schema>
  extends Facts {
  readonly input: Input;
  readonly output: () => Output;
  /** What it emits before the result is complete. */
  readonly piece?: () => Piece;
  run(
    context: OperationContext<z.output<Piece>>,
    input: z.output<Input>,
  ): Promise<z.output<Output>>;
  /** See {@link Operation.basis}. */
  basis?(context: OperationContext<z.output<Piece>>, input: z.output<Input>): Promise<unknown>;
  exitCode?(output: z.output<Output>): number;
  readonly streams?: boolean;
  readonly endsWhenStopped?: boolean;
  bytes?(output: z.output<Output>): Uint8Array | null;
  readonly withheld?: Operation["withheld"];
  /** The tool or tools that models get; several if parts of it have names of their own. */
  readonly tool?: Tool | readonly Tool[];
  readonly aliases?: Operation["aliases"];
}

/**
 * Declares an operation. The input is parsed here, so that every surface refuses the same input
 * with the same code.
 */
export function defineOperation<
  Input extends z.ZodObject,
  Output extends Schema,
  Piece extends Schema = z.ZodNever,
>(
  definition: Definition<Input, Output, Piece>,
): Operation<z.input<Input>, z.output<Output>, z.output<Piece>> {
  /** Does some work of the operation with the input as its schema and the caller's roots allow it. */
  async function withInput<Result>(
    context: OperationContext<z.output<Piece>>,
    input: z.input<Input>,
    work: (checked: z.output<Input>) => Promise<Result>,
  ): Promise<Result> {
    try {
      const guarded = guardPaths(context, definition, parseInput(definition, input));
      return await withTemporaries(async () =>
        work(await fetchAddresses(context, definition, guarded)),
      );
    } catch (error) {
      throw toIoError(error, `run ${definition.name}${placeOf(error)}`);
    }
  }

  const { basis, ...rest } = definition;
  return {
    exitCode: () => 0,
    streams: false,
    endsWhenStopped: false,
    bytes: () => null,
    withheld: {},
    aliases: {},
    tools: definition.tool === undefined ? [] : [definition.tool].flat(),
    ...rest,
    output: () => asZodType(definition.output()),
    ...(basis && {
      basis: (context, input) =>
        withInput(context, input, (checked) => basis.call(definition, context, checked)),
    }),
    run: (context, input) =>
      withInput(context, input, (checked) => definition.run(context, checked)),
  };
}
