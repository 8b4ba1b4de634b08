import * as z from "zod";
import { findProgram } from "../agents/find-program.ts";
import { agentIds, loadAgent } from "../agents/registry.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";

/** An agent that is known, and whether it is here. */
export const listedAgentSchema = () =>
  z.object({
    agent: z.string(),
    name: z.string(),
    /** Its program; null for one that has none in a terminal. */
    program: z.string().nullable(),
    /** Whether its program is on the search path. */
    installed: z.boolean(),
    /** Whether a session can be handed over to it. */
    receives: z.boolean(),
    /** Whether `task run --with` can start it. */
    runs: z.boolean(),
  });

/** Every agent of the registry. Nothing is started, and no session is looked for. */
export function listAgents(
  context: OperationContext,
): Promise<readonly z.infer<ReturnType<typeof listedAgentSchema>>[]> {
  const { env } = agentEnvironment(context);
  return Promise.all(
    agentIds.map(async (id) => {
      const { displayName, program, writer, taskCommand } = await loadAgent(id);
      return {
        agent: id,
        name: displayName,
        program,
        installed: program !== null && (await findProgram(program, env)) !== null,
        receives: writer !== undefined,
        runs: taskCommand !== undefined,
      };
    }),
  );
}
