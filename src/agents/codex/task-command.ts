import { option, type TaskCommand } from "../task-command.ts";

/** Does one task with `codex exec`. */
export const taskCommand: TaskCommand = ({ prompt, model, unsandboxed }) => ({
  program: "codex",
  npmPackage: "@openai/codex",
  args: [
    "exec",
    "--skip-git-repo-check",
    "--sandbox",
    unsandboxed ? "danger-full-access" : "workspace-write",
    ...option("-m", model),
    "-",
  ],
  input: prompt,
  env: ["OPENAI_API_KEY", "CODEX_API_KEY"],
});
