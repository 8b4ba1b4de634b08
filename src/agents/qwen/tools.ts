import type { Agent } from "../agent.ts";

/** What Qwen Code calls the tools that several agents have. */
export const tools: Agent["tools"] = [
  ["shell", { name: "run_shell_command", arguments: { command: "command" } }],
  ["read", { name: "read_file", arguments: { file_path: "path" } }],
  ["write", { name: "write_file", arguments: { file_path: "path", content: "content" } }],
  [
    "edit",
    { name: "edit", arguments: { file_path: "path", old_string: "old", new_string: "new" } },
  ],
  ["search", { name: "grep_search", arguments: { pattern: "pattern", path: "path" } }],
  ["glob", { name: "glob", arguments: { pattern: "pattern", path: "path" } }],
  ["list", { name: "list_directory", arguments: { path: "path" } }],
  ["fetch", { name: "web_fetch", arguments: { url: "url" } }],
  ["web_search", { name: "web_search", arguments: { query: "query" } }],
  ["sub_agent", { name: "agent", arguments: { prompt: "prompt" } }],
];
