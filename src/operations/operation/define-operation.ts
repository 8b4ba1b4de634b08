import type * as z from "zod";
import { excerpt } from "../../base/text.ts";
import { toIoError } from "../../disk/io-error.ts";
import { withTemporaries } from "../../disk/temporary.ts";
import { guardPaths } from "./guard-paths.ts";
import type { Operation, OperationContext } from "./operation.ts";
import { parseInput } from "./parse-input.ts";
import type { Tool } from "./tool.ts";

type Facts = Pick<
  Operation,
  "name" | "summary" | "effect" | "surfaces" | "positionals" | "examples"
>;

/** What an operation says about itself. Its types are those of its schemas, whatever `run` returns besides. */
interface Definition<Input extends z.ZodObject, Output, Piece> extends Facts {
  readonly input: Input;
  readonly output: () => z.ZodType<Output>;
  /** What it gives out as it comes, before the result is complete. */
  readonly piece?: () => z.ZodType<Piece>;
  run(context: OperationContext<NoInfer<Piece>>, input: z.output<Input>): Promise<NoInfer<Output>>;
  exitCode?(output: NoInfer<Output>): number;
  readonly streams?: boolean;
  bytes?(output: NoInfer<Output>): Uint8Array | null;
  readonly withheld?: Operation["withheld"];
  /** How models are offered it; several when the documents give parts of it names of their own. */
  readonly tool?: Tool | readonly Tool[];
  readonly aliases?: Operation["aliases"];
}

/** Declares an operation. The input is parsed here, so that every surface refuses the same things. */
export function defineOperation<Input extends z.ZodObject, Output, Piece = never>(
  definition: Definition<Input, Output, Piece>,
): Operation<z.input<Input>, Output, Piece> {
  return {
    exitCode: () => 0,
    streams: false,
    bytes: () => null,
    withheld: {},
    aliases: {},
    tools: definition.tool === undefined ? [] : [definition.tool].flat(),
    ...definition,
    run: async (context, input) => {
      try {
        const guarded = guardPaths(context, definition, parseInput(definition, input));
        return await withTemporaries(() => definition.run(context, guarded));
      } catch (error) {
        throw toIoError(error, `run ${definition.name}${pathOf(error)}`);
      }
    },
  };
}

/** Which path the operating system was asked about, if the fault says so. */
function pathOf(error: unknown): string {
  const at = error instanceof Error && "path" in error ? error.path : undefined;
  return typeof at === "string" ? ` on "${excerpt(at, 200)}"` : "";
}
