import type { Agent } from "../agent.ts";

/** What Goose calls the tools that several agents have. It reads files with its shell. */
export const tools: Agent["tools"] = [
  ["shell", { name: "shell", arguments: { command: "command" } }],
  ["shell", { name: "developer__shell", arguments: { command: "command" } }],
  ["write", { name: "write", arguments: { path: "path", content: "content" } }],
  ["edit", { name: "edit", arguments: { path: "path", before: "old", after: "new" } }],
  ["list", { name: "tree", arguments: { path: "path" } }],
  ["sub_agent", { name: "delegate", arguments: { instructions: "prompt" } }],
];
