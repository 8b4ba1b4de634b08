import { namesOf, type Registry } from "../base/registry.ts";
import type { Agent } from "./agent.ts";

/** Every agent we know, in the order people see them. Add a line; the conformance suite picks it up. */
export const agents = {
  claude: () => import("./claude/claude.ts"),
  codex: () => import("./codex/codex.ts"),
  gemini: () => import("./gemini/gemini.ts"),
  opencode: () => import("./opencode/opencode.ts"),
  pi: () => import("./pi/pi.ts"),
  copilot: () => import("./copilot/copilot.ts"),
  cursor: () => import("./cursor/cursor.ts"),
} satisfies Registry<Agent>;

/** The id of an agent that we know. */
export type AgentId = keyof typeof agents;

/** Every id, in the order people see them. */
export const agentIds = namesOf(agents);

/** Whether a text is the id of an agent that we know. */
export function isAgentId(text: string): text is AgentId {
  return Object.hasOwn(agents, text);
}

/** Loads an agent. */
export async function loadAgent(id: AgentId): Promise<Agent> {
  return (await agents[id]()).default;
}
