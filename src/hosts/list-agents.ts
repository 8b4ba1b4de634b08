import path from "node:path";
import * as z from "zod";
import type { Agent, AgentEnvironment } from "../agents/agent.ts";
import { findProgram } from "../agents/find-program.ts";
import { agentIds, loadAgent } from "../agents/registry.ts";
import { userConfigFor } from "../runtime/config.ts";
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
    /** Why it cannot show a session after a handoff (`--prove`), and the line that mends that; null where it can. */
    unproven: z.object({ reason: z.string(), install: z.string().nullable() }).nullable(),
  });

/** Every agent of the registry. Nothing is started, and no session is looked for. */
export function listAgents(
  context: OperationContext,
): Promise<readonly z.infer<ReturnType<typeof listedAgentSchema>>[]> {
  const { env } = agentEnvironment(context);
  const { acp_servers: servers } = userConfigFor(context);
  return Promise.all(
    agentIds.map(async (id) => {
      const agent = await loadAgent(id);
      const { displayName, program, writer, taskCommand } = agent;
      return {
        agent: id,
        name: displayName,
        program,
        installed: program !== null && (await findProgram(program, env)) !== null,
        receives: writer !== undefined,
        runs: taskCommand !== undefined,
        unproven: await missingServer(agent, servers[id]?.command, env),
      };
    }),
  );
}

/** What is missing of the server that shows a session of an agent. */
async function missingServer(
  { displayName, acpServer }: Agent,
  chosen: readonly string[] | undefined,
  env: AgentEnvironment["env"],
): Promise<z.infer<ReturnType<typeof listedAgentSchema>>["unproven"]> {
  if (acpServer === undefined) {
    return { reason: `${displayName} has no program that shows a session`, install: null };
  }
  const [name = ""] = chosen ?? acpServer.command;
  if (path.isAbsolute(name) || (await findProgram(name, env)) !== null) return null;
  const { npmPackage } = acpServer;
  const install = npmPackage === undefined ? null : `npm install -g ${npmPackage}`;
  return { reason: `the program ${name} was not found`, install };
}
