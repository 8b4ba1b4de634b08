import { option, type TaskCommand } from "../task-command.ts";

/** Does one task with `claude -p`. */
export const taskCommand: TaskCommand = ({ prompt, model }) => ({
  program: "claude",
  npmPackage: "@anthropic-ai/claude-code",
  args: [
    "-p",
    "--output-format",
    "json",
    "--permission-mode",
    "acceptEdits",
    ...option("--model", model),
    "--allowedTools",
    "Bash",
    "Read",
    "Write",
    "Edit",
    "Glob",
    "Grep",
  ],
  input: prompt,
  env: [
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC",
    "DISABLE_AUTOUPDATER",
    "DISABLE_TELEMETRY",
  ],
});
