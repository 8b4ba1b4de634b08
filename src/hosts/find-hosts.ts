import fs from "node:fs";
import { findProgram } from "../agents/find-program.ts";
import {
  type AgentId,
  agentIds,
  type HostId,
  hostIds,
  hosts,
  isAgentId,
  loadAgent,
} from "../agents/registry.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { agentEnvironment } from "../sessions/agent-sessions.ts";
import { hostPlace } from "./host-place.ts";

/** Whether a host is on this machine: its program is found, or it has settings here. */
export async function isHostHere(context: OperationContext, id: HostId): Promise<boolean> {
  const folder = hosts[id].settingsFolder?.(hostPlace(context, "user"));
  if (folder !== undefined && fs.existsSync(folder)) return true;
  return isAgentId(id) && (await hasProgram(context, id));
}

/** The hosts on this machine. One that has left sessions counts, too: an editor may contain its program. */
export async function findHosts(context: OperationContext): Promise<readonly HostId[]> {
  const found: HostId[] = [];
  for (const id of hostIds) {
    const isHere =
      (await isHostHere(context, id)) || (isAgentId(id) && (await hasSession(context, id)));
    if (isHere) found.push(id);
  }
  return found;
}

/** The names of agents on this machine that are no hosts. */
export async function findOtherAgents(context: OperationContext): Promise<readonly string[]> {
  const names: string[] = [];
  for (const id of agentIds) {
    if (Object.hasOwn(hosts, id)) continue;
    const { displayName } = await loadAgent(id);
    if ((await hasProgram(context, id)) || (await hasSession(context, id))) names.push(displayName);
  }
  return names;
}

async function hasProgram(context: OperationContext, id: AgentId): Promise<boolean> {
  const { program } = await loadAgent(id);
  return program !== null && (await findProgram(program, agentEnvironment(context).env)) !== null;
}

async function hasSession(context: OperationContext, id: AgentId): Promise<boolean> {
  const agent = await loadAgent(id);
  try {
    for await (const _ of agent.find(agentEnvironment(context))) return true;
  } catch {
    return true; // It has a store, which `doctor` reports as one that cannot be read.
  }
  return false;
}
