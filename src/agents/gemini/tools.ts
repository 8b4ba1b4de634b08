import type { Agent } from "../agent.ts";

/** What Gemini CLI calls the tools that several agents have. */
export const tools: Agent["tools"] = [
  ["shell", { name: "run_shell_command", arguments: { command: "command" } }],
  ["read", { name: "read_file", arguments: { file_path: "path" } }],
  ["read", { name: "read_file", arguments: { absolute_path: "path" } }],
  ["write", { name: "write_file", arguments: { file_path: "path", content: "content" } }],
  [
    "edit",
    { name: "replace", arguments: { file_path: "path", old_string: "old", new_string: "new" } },
  ],
  ["search", { name: "grep_search", arguments: { pattern: "pattern", dir_path: "path" } }],
  ["search", { name: "search_file_content", arguments: { pattern: "pattern", path: "path" } }],
  ["glob", { name: "glob", arguments: { pattern: "pattern", dir_path: "path" } }],
  ["list", { name: "list_directory", arguments: { dir_path: "path" } }],
  ["fetch", { name: "web_fetch", arguments: { prompt: "prompt" } }],
  ["web_search", { name: "google_web_search", arguments: { query: "query" } }],
  ["plan", { name: "write_todos", arguments: {} }],
  ["sub_agent", { name: "invoke_agent", arguments: { prompt: "prompt" } }],
];
