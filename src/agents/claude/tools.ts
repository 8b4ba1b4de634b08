import type { Agent } from "../agent.ts";

/** The names of Claude Code's tools, and of their arguments, for what other agents can do as well. */
export const tools: Agent["tools"] = [
  ["shell", { name: "Bash", arguments: { command: "command" } }],
  ["read", { name: "Read", arguments: { file_path: "path" } }],
  ["write", { name: "Write", arguments: { file_path: "path", content: "content" } }],
  [
    "edit",
    { name: "Edit", arguments: { file_path: "path", old_string: "old", new_string: "new" } },
  ],
  ["edit", { name: "MultiEdit", arguments: { file_path: "path" } }],
  ["search", { name: "Grep", arguments: { pattern: "pattern", path: "path" } }],
  ["list", { name: "LS", arguments: { path: "path" } }],
  ["glob", { name: "Glob", arguments: { pattern: "pattern", path: "path" } }],
  ["fetch", { name: "WebFetch", arguments: { url: "url", prompt: "prompt" } }],
  ["web_search", { name: "WebSearch", arguments: { query: "query" } }],
  ["plan", { name: "TodoWrite", arguments: {} }],
  ["sub_agent", { name: "Agent", arguments: { prompt: "prompt" } }],
  ["sub_agent", { name: "Task", arguments: { prompt: "prompt" } }],
];
