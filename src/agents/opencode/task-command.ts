import { keysFor, option, type TaskCommand } from "../task-command.ts";

/** Does one task with `opencode run`. */
export const taskCommand: TaskCommand = ({ prompt, model }) => ({
  program: "opencode",
  npmPackage: "opencode-ai",
  args: ["run", ...option("-m", model)],
  input: prompt,
  env: ["OPENCODE_DISABLE_MODELS_FETCH", ...keysFor(model)],
});
