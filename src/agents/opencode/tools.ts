import type { Agent } from "../agent.ts";

/** What opencode calls the tools that several agents have. */
export const tools: Agent["tools"] = [
  ["shell", { name: "bash", arguments: { command: "command" } }],
  ["read", { name: "read", arguments: { filePath: "path" } }],
  ["write", { name: "write", arguments: { filePath: "path", content: "content" } }],
  ["edit", { name: "edit", arguments: { filePath: "path", oldString: "old", newString: "new" } }],
  ["search", { name: "grep", arguments: { pattern: "pattern", path: "path" } }],
  ["glob", { name: "glob", arguments: { pattern: "pattern", path: "path" } }],
  ["list", { name: "list", arguments: { path: "path" } }],
  ["fetch", { name: "webfetch", arguments: { url: "url" } }],
  ["web_search", { name: "websearch", arguments: { query: "query" } }],
  ["plan", { name: "todowrite", arguments: {} }],
  ["sub_agent", { name: "task", arguments: { prompt: "prompt" } }],
];
