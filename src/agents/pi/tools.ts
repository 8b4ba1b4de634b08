import type { Agent } from "../agent.ts";

/** What pi calls the tools that several agents have. */
export const tools: Agent["tools"] = [
  ["shell", { name: "bash", arguments: { command: "command" } }],
  ["read", { name: "read", arguments: { path: "path" } }],
  ["write", { name: "write", arguments: { path: "path", content: "content" } }],
  ["edit", { name: "edit", arguments: { path: "path", oldText: "old", newText: "new" } }],
  ["search", { name: "grep", arguments: { pattern: "pattern", path: "path" } }],
  ["glob", { name: "find", arguments: { pattern: "pattern", path: "path" } }],
  ["list", { name: "ls", arguments: { path: "path" } }],
];
