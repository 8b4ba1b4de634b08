import type { StepKind } from "./step.ts";

/** What a call of a tool did, as far as its name and arguments say so. */
export interface ToolUse {
  readonly kind: Extract<StepKind, "command" | "read" | "write">;
  readonly subject: string;
}

/** Names under which agents without an adapter of their own offer a shell: Terminus, OpenHands, SWE-agent and others. */
const SHELLS = new Set([
  "bash",
  "bash_command",
  "execute_bash",
  "execute_command",
  "run_command",
  "run_shell",
  "shell",
  "terminal",
]);
/** Tools with several commands, of which `view` only looks. */
const EDITORS = new Set(["str_replace_editor", "str_replace_based_edit_tool", "file_editor"]);
const READERS = new Set(["read_file", "view_file", "open_file"]);
const WRITERS = new Set(["write_file", "create_file", "edit_file"]);

/** The use of a tool of an agent that is known by its trajectories alone; null for any other tool. */
export function foreignToolUse(
  name: string,
  input: Readonly<Record<string, unknown>>,
): ToolUse | null {
  const read = (...keys: readonly string[]): string => {
    const found = keys.map((key) => input[key]).find((value) => typeof value === "string");
    return typeof found === "string" ? found.trim() : "";
  };
  if (SHELLS.has(name)) return useOf("command", read("command", "keystrokes", "cmd"));
  const path = read("path", "file_path", "filename");
  if (EDITORS.has(name)) return useOf(read("command") === "view" ? "read" : "write", path);
  if (READERS.has(name)) return useOf("read", path);
  return WRITERS.has(name) ? useOf("write", path) : null;
}

function useOf(kind: ToolUse["kind"], subject: string): ToolUse | null {
  return subject === "" ? null : { kind, subject };
}
