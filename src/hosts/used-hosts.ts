import fs from "node:fs";
import { findProgram } from "../agents/find-program.ts";
import type { AgentHost } from "../agents/host.ts";
import { type HostId, hosts, isAgentId, loadAgent } from "../agents/registry.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import { hostPlace } from "./host-place.ts";

/** Whether a host is on this machine: its program is found, or it has settings here. */
export async function isUsed(context: OperationContext, id: HostId): Promise<boolean> {
  const host: AgentHost = hosts[id];
  const folder = host.settingsFolder?.(hostPlace(context, "user"));
  if (folder !== undefined && fs.existsSync(folder)) return true;
  const program = isAgentId(id) ? (await loadAgent(id)).program : null;
  return program !== null && (await findProgram(program, agentEnvironment(context).env)) !== null;
}
