import * as z from "zod";
import { DEFAULT_STRATEGY } from "../../compile/strategies/registry.ts";
import { defaultLimits } from "../../compile/strategies/strategy.ts";
import { priceOfTools, readTools } from "../../models/tools.ts";
import { actorInput } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { keepSecretsInput } from "../../runtime/redaction.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { frameCurrentState } from "../../state/framed-state.ts";
import type { Transaction } from "../../stores/store.ts";
import type { CompileThreadRequest } from "../compile-thread.ts";
import { threadId } from "./thread-id.ts";

/** The input of `thread compile`. */
export const compileInput = z.object({
  id: threadId,
  message: z.string().optional().describe("Id of the message to answer (default: the newest)"),
  strategy: z
    .string()
    .default(DEFAULT_STRATEGY)
    .describe("Strategy that selects the content")
    .meta({ completes: "strategy" }),
  budget: integer(1).optional().describe("Maximum number of tokens of the context"),
  run: z.string().optional().describe("Run id to compile for"),
  record: z.boolean().default(false).describe("Record the compile with the run"),
  "from-seq": integer()
    .optional()
    .describe("Ignore events after this seq, to repeat an earlier compile"),
  "as-of": integer().optional().describe("Ignore checkpoints recorded after this seq"),
  raw: z.boolean().default(false).describe("Print the exact bytes of the context bundle"),
  explain: z
    .boolean()
    .default(false)
    .describe("Explain what was included, what was left out, and why"),
  render: z
    .string()
    .optional()
    .describe("Print the complete request for this provider or vendor")
    .meta({ completes: "provider" }),
  tools: z
    .string()
    .optional()
    .describe("JSON file with the tools to declare in the request")
    .meta({ path: true }),
  model: z.string().optional().describe("Name of the model"),
  "max-output": integer(1).optional().describe("Maximum number of tokens of the answer"),
  "no-state": z.boolean().default(false).describe("Leave out the committed state"),
  "no-actor-prefix": z
    .boolean()
    .default(false)
    .describe("Do not prefix messages with their author when there are several"),
  ...keepSecretsInput,
  ...actorInput,
  ...storeInput,
});

/** The parsed input of `thread compile`. */
export type CompileInput = z.infer<typeof compileInput>;

/** A compile for a run, or for the fixed id of a preview. */
export type RunCompileInput = CompileInput & { readonly run_session_id: string };

/** Adds the workspace's current state, unless the input excludes it. */
export async function withState(
  tx: Transaction,
  context: OperationContext,
  input: RunCompileInput,
): Promise<CompileThreadRequest> {
  const state = input["no-state"] ? null : await frameCurrentState(tx);
  return { ...(await requestOf(context, input)), state };
}

/** The request as `threads/compile-thread.ts` expects it. */
export async function requestOf(
  context: OperationContext,
  input: RunCompileInput,
): Promise<CompileThreadRequest> {
  const tools = toolsOf(context, input);
  return {
    thread: input.id,
    message: input.message,
    strategy: input.strategy,
    limits: {
      ...defaultLimits,
      ...(input.budget === undefined ? {} : { max_input_tokens: input.budget }),
      ...(tools.length === 0 ? {} : { tool_tokens: await priceOfTools(tools) }),
    },
    provenance: {
      run_session_id: input.run_session_id,
      actor_id: input.actor,
      origin: input.origin,
    },
    from_seq: input["from-seq"],
    as_of: input["as-of"],
  };
}

/** The tools that the request declares. */
export function toolsOf(
  context: OperationContext,
  { tools }: Pick<CompileInput, "tools">,
): ReturnType<typeof readTools> {
  return tools === undefined ? [] : readTools(context.cwd, tools);
}
