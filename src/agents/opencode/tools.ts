import type { Agent } from "../agent.ts";

/** What opencode calls the tools that several agents have. Version 2 has `path` for `filePath`; the last one is written. */
export const tools: Agent["tools"] = [
  ["shell", { name: "bash", arguments: { command: "command" } }],
  ["shell", { name: "shell", arguments: { command: "command" } }],
  ["read", { name: "read", arguments: { path: "path", filePath: "path" } }],
  ["write", { name: "write", arguments: { path: "path", filePath: "path", content: "content" } }],
  [
    "edit",
    {
      name: "edit",
      arguments: { path: "path", filePath: "path", oldString: "old", newString: "new" },
    },
  ],
  ["search", { name: "grep", arguments: { pattern: "pattern", path: "path" } }],
  ["glob", { name: "glob", arguments: { pattern: "pattern", path: "path" } }],
  ["list", { name: "list", arguments: { path: "path" } }],
  ["fetch", { name: "webfetch", arguments: { url: "url" } }],
  ["web_search", { name: "websearch", arguments: { query: "query" } }],
  ["plan", { name: "todowrite", arguments: {} }],
  ["sub_agent", { name: "task", arguments: { prompt: "prompt" } }],
  ["sub_agent", { name: "subagent", arguments: { prompt: "prompt" } }],
];
