import type { Agent } from "../agent.ts";

type Tools = Agent["tools"];

const bash: Tools[number] = ["shell", { name: "bash", arguments: { command: "command" } }];
const shell: Tools[number] = ["shell", { name: "shell", arguments: { command: "command" } }];
const task: Tools[number] = ["sub_agent", { name: "task", arguments: { prompt: "prompt" } }];
const subAgent: Tools[number] = [
  "sub_agent",
  { name: "subagent", arguments: { prompt: "prompt" } },
];

/** Tools that take a file. Version 2 has `path` for `filePath`; the last one is written. */
function fileTools(file: Readonly<Record<string, "path">>): Tools {
  return [
    ["read", { name: "read", arguments: file }],
    ["write", { name: "write", arguments: { ...file, content: "content" } }],
    ["edit", { name: "edit", arguments: { ...file, oldString: "old", newString: "new" } }],
  ];
}

const common: Tools = [
  ["search", { name: "grep", arguments: { pattern: "pattern", path: "path" } }],
  ["glob", { name: "glob", arguments: { pattern: "pattern", path: "path" } }],
  ["list", { name: "list", arguments: { path: "path" } }],
  ["fetch", { name: "webfetch", arguments: { url: "url" } }],
  ["web_search", { name: "websearch", arguments: { query: "query" } }],
  ["plan", { name: "todowrite", arguments: {} }],
];

/** What opencode calls the tools that several agents have, and after that what version 2 calls them. */
export const tools: Tools = [
  bash,
  shell,
  ...fileTools({ path: "path", filePath: "path" }),
  ...common,
  task,
  subAgent,
];

/** The same as version 2 writes them. */
export const tools2: Tools = [
  shell,
  bash,
  ...fileTools({ filePath: "path", path: "path" }),
  ...common,
  subAgent,
  task,
];
