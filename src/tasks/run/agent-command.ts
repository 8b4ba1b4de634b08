import type { ModelAddresses } from "../../agents/model-address.ts";
import { type AgentId, agentIds, isAgentId, loadAgent } from "../../agents/registry.ts";
import type { FindRequestError } from "../../agents/run-error.ts";
import type { TaskCommand } from "../../agents/task-command.ts";
import type { UserFiles } from "../../agents/user-files.ts";

/** An agent that can be given a task, its command, and what it needs of the user's home. */
export interface RunnableAgent {
  readonly id: AgentId;
  readonly command: TaskCommand;
  readonly findRequestError: FindRequestError;
  readonly userFiles: UserFiles;
  readonly modelAddresses: ModelAddresses;
}

/** The agent with a name, if it can be given a task. */
export async function findRunnable(name: string): Promise<RunnableAgent | null> {
  if (!isAgentId(name)) return null;
  const agent = await loadAgent(name);
  const { taskCommand: command, userFiles, findRequestError = () => null } = agent;
  if (command === undefined || userFiles === undefined) return null;
  const { modelAddresses = () => [] } = agent;
  return { id: name, command, findRequestError, userFiles, modelAddresses };
}

/** The names of all agents that can be given a task. */
export async function runnableNames(): Promise<readonly AgentId[]> {
  const all = await Promise.all(agentIds.map(findRunnable));
  return all.flatMap((agent) => (agent === null ? [] : [agent.id]));
}
