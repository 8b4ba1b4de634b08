import type { Agent } from "../agent.ts";

/** What Copilot CLI calls the tools that several agents have. */
export const tools: Agent["tools"] = [
  ["shell", { name: "bash", arguments: { command: "command" } }],
  ["read", { name: "view", arguments: { path: "path" } }],
  ["write", { name: "create", arguments: { path: "path", file_text: "content" } }],
  ["edit", { name: "edit", arguments: { path: "path", old_str: "old", new_str: "new" } }],
  ["search", { name: "grep", arguments: { pattern: "pattern", path: "path" } }],
  ["glob", { name: "glob", arguments: { pattern: "pattern", path: "path" } }],
  ["fetch", { name: "web_fetch", arguments: { url: "url" } }],
  ["web_search", { name: "web_search", arguments: { query: "query" } }],
  ["sub_agent", { name: "task", arguments: { prompt: "prompt" } }],
];
