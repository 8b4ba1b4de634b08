import type { AgentSession } from "../agents/agent-session.ts";
import { userConfigFor } from "../runtime/config.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { folderFilter } from "../sessions/agent-sessions.ts";

/** Which sessions the user's settings exclude. What was kept of them before stays. */
export function skippedFilter(context: OperationContext): (found: AgentSession) => boolean {
  const { skip_agents, skip_folders } = userConfigFor(context).keep;
  const agents = new Set<string>(skip_agents);
  const folders = skip_folders.map(folderFilter);
  return ({ session }) => agents.has(session.agent) || folders.some((isIn) => isIn(session));
}
