import type { ToolKind } from "../model/transcript.ts";
import type { ToolTable } from "./tool-names.ts";

const PATHS = { path: "path", file_path: "path", filePath: "path", filename: "path", file: "path" };
const COMMANDS = { command: "command", cmd: "command" };

/** How tools of these kinds are usually called, for a conversation that no known agent recorded. */
const NAMES: readonly (readonly [ToolKind, string, Readonly<Record<string, string>>])[] = [
  ["shell", "bash Bash shell exec exec_command run_command run_shell_command terminal", COMMANDS],
  ["edit", "edit Edit MultiEdit str_replace replace apply_patch", PATHS],
  ["write", "write Write write_file create_file", PATHS],
  ["read", "read Read read_file cat", PATHS],
  ["search", "grep Grep search", {}],
  ["plan", "TodoWrite todowrite update_plan write_todos", {}],
];

/** The tools of a thread, whose calls keep the names that their agents gave them. */
export const commonTools: ToolTable = NAMES.flatMap(([kind, names, parameters]) =>
  names.split(" ").map((name) => [kind, { name, arguments: parameters }] as const),
);
