import type { Agent } from "../agent.ts";

/** What Kimi Code calls the tools that several agents have. */
export const tools: Agent["tools"] = [
  ["shell", { name: "Bash", arguments: { command: "command" } }],
  ["read", { name: "Read", arguments: { path: "path" } }],
  ["write", { name: "Write", arguments: { path: "path", content: "content" } }],
  ["edit", { name: "Edit", arguments: { path: "path", old_string: "old", new_string: "new" } }],
  ["search", { name: "Grep", arguments: { pattern: "pattern", path: "path" } }],
  ["glob", { name: "Glob", arguments: { pattern: "pattern", path: "path" } }],
  ["fetch", { name: "FetchURL", arguments: { url: "url" } }],
  ["web_search", { name: "WebSearch", arguments: { query: "query" } }],
  ["sub_agent", { name: "Agent", arguments: { prompt: "prompt" } }],
];
