/** The tools of each agent that scenarios call, with the arguments that it takes. */
import type { ScriptedCall } from "../model/script.ts";
import type { AgentName } from "../programs.ts";

type Calls = Readonly<Record<AgentName, (value: string) => ScriptedCall>>;

const described = (name: string) => (command: string) => ({
  name,
  arguments: { command, description: "Run a command" },
});

/** Runs a command in a shell. */
export const shell: Calls = {
  claude: described("Bash"),
  codex: (cmd) => ({ name: "exec_command", arguments: { cmd } }),
  gemini: described("run_shell_command"),
  opencode: described("bash"),
  pi: (command) => ({ name: "bash", arguments: { command } }),
  kilo: described("bash"),
  copilot: described("bash"),
  qwen: (command) => ({ name: "run_shell_command", arguments: { command, is_background: false } }),
  kimi: (command) => ({ name: "Bash", arguments: { command } }),
  goose: (command) => ({ name: "shell", arguments: { command } }),
};

/** Looks at a file. Codex has no tool that reads text, but one that looks at pictures; Goose has one for folders. */
export const look: Calls = {
  claude: (file) => ({ name: "Read", arguments: { file_path: `/nowhere/${file}` } }),
  codex: (file) => ({ name: "view_image", arguments: { path: `/nowhere/${file}` } }),
  gemini: (file) => ({ name: "read_file", arguments: { file_path: file } }),
  // It asks for leave before it looks outside the project.
  opencode: (file) => ({ name: "read", arguments: { filePath: file } }),
  pi: (file) => ({ name: "read", arguments: { path: `/nowhere/${file}` } }),
  qwen: (file) => ({ name: "read_file", arguments: { file_path: `/nowhere/${file}` } }),
  kimi: (file) => ({ name: "Read", arguments: { path: `/nowhere/${file}` } }),
  kilo: (file) => ({ name: "read", arguments: { filePath: file } }),
  goose: (file) => ({ name: "tree", arguments: { path: `/nowhere/${file}` } }),
  copilot: (file) => ({ name: "view", arguments: { path: `/nowhere/${file}` } }),
};
