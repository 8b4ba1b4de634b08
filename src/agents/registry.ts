import { namesOf, type Registry } from "../base/registry.ts";
import type { Agent } from "./agent.ts";
import { claudeHost } from "./claude/host.ts";
import { claudeDesktopHost } from "./claude-desktop/host.ts";
import { codexHost } from "./codex/host.ts";
import { cursorHost } from "./cursor/host.ts";
import { geminiHost } from "./gemini/host.ts";
import type { AgentHost } from "./host.ts";
import { opencodeHost } from "./opencode/host.ts";
import { piHost } from "./pi/host.ts";
import { vscodeHost } from "./vscode/host.ts";

/** Every agent we know, in the order people see them. Add a line; the conformance suite picks it up. */
export const agents = {
  claude: () => import("./claude/claude.ts"),
  codex: () => import("./codex/codex.ts"),
  gemini: () => import("./gemini/gemini.ts"),
  opencode: () => import("./opencode/opencode.ts"),
  pi: () => import("./pi/pi.ts"),
  kilo: () => import("./opencode/kilo.ts"),
  copilot: () => import("./copilot/copilot.ts"),
  qwen: () => import("./qwen/qwen.ts"),
  kimi: () => import("./kimi/kimi.ts"),
  goose: () => import("./goose/goose.ts"),
  grok: () => import("./grok/grok.ts"),
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

/**
 * Every program that can start Holdall, as a server for its model or as a hook. A new one is a `host.ts`
 * in its folder and a line here. The facts are few, so they are loaded at once.
 */
export const hosts = {
  claude: claudeHost,
  codex: codexHost,
  gemini: geminiHost,
  opencode: opencodeHost,
  pi: piHost,
  cursor: cursorHost,
  vscode: vscodeHost,
  "claude-desktop": claudeDesktopHost,
} as const satisfies Readonly<Record<string, AgentHost>>;

/** The id of a host. */
export type HostId = keyof typeof hosts;

/** The ids of all hosts. */
export const hostIds = namesOf(hosts);

/** The host with an id that was typed; null for one that we do not know. */
export function findHost(id: string): AgentHost | null {
  const known = hostIds.find((each) => each === id);
  return known === undefined ? null : hosts[known];
}
