import type { Agent } from "../agent.ts";

/** The names of Codex's tools, and of their arguments, for what other agents can do as well. */
export const tools: Agent["tools"] = [
  ["shell", { name: "exec_command", arguments: { cmd: "command" } }],
  ["shell", { name: "shell", arguments: { command: "command" } }],
  ["shell", { name: "shell_command", arguments: { command: "command" } }],
  ["shell", { name: "local_shell", arguments: { command: "command" } }],
  ["plan", { name: "update_plan", arguments: {} }],
  ["web_search", { name: "web_search", arguments: { query: "query" } }],
  ["sub_agent", { name: "spawn_agent", arguments: { message: "prompt" } }],
];
