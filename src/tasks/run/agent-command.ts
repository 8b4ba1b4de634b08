import { type AgentId, agentIds, isAgentId, loadAgent } from "../../agents/registry.ts";
import type { FindRequestError } from "../../agents/run-error.ts";
import type { TaskCommand } from "../../agents/task-command.ts";

/** An agent that can be given a task, and its command. */
export interface RunnableAgent {
  readonly id: AgentId;
  readonly command: TaskCommand;
  readonly findRequestError: FindRequestError;
}

/** The agent with a name, if it can be given a task. */
export async function findRunnable(name: string): Promise<RunnableAgent | null> {
  if (!isAgentId(name)) return null;
  const { taskCommand: command, findRequestError = () => null } = await loadAgent(name);
  return command === undefined ? null : { id: name, command, findRequestError };
}

/** The names of all agents that can be given a task. */
export async function runnableNames(): Promise<readonly AgentId[]> {
  const all = await Promise.all(agentIds.map(findRunnable));
  return all.flatMap((agent) => (agent === null ? [] : [agent.id]));
}
