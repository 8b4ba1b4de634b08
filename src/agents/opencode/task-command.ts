import { keysFor, option, type TaskCommand } from "../task-command.ts";

/** Does one task with `opencode run`. */
export const taskCommand: TaskCommand = ({ prompt, model }) => ({
  program: "opencode",
  args: ["run", ...option("-m", model)],
  input: prompt,
  env: [
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "OPENCODE_CONFIG",
    "OPENCODE_DISABLE_MODELS_FETCH",
    ...keysFor(model),
  ],
});
