import type { Agent } from "../agent.ts";

/** What Grok Build calls the tools that several agents have. */
export const tools: Agent["tools"] = [
  ["shell", { name: "run_terminal_command", arguments: { command: "command" } }],
  ["read", { name: "read_file", arguments: { target_file: "path" } }],
  ["write", { name: "write", arguments: { file_path: "path", content: "content" } }],
  [
    "edit",
    {
      name: "search_replace",
      arguments: { file_path: "path", old_string: "old", new_string: "new" },
    },
  ],
  ["search", { name: "grep", arguments: { pattern: "pattern", path: "path" } }],
  ["list", { name: "list_dir", arguments: { target_directory: "path" } }],
  ["sub_agent", { name: "spawn_subagent", arguments: { prompt: "prompt" } }],
];
