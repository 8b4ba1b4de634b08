import { runProgram } from "../../../programs/run-program.ts";
import { XDG_FOLDERS } from "../../../programs/variables.ts";
import { userConfigFor } from "../../../runtime/config.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { ModelController } from "../../model/check.ts";

const TIMEOUT_MS = 30_000;
const MAX_OUTPUT = 64 * 1024;
/** How a controller says that it cannot switch this model. */
const UNSUPPORTED = 3;
/** What may be passed on as a model: the policy lies in the project, and a program would take `--x` for an option. */
const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9_.:/@+-]{0,199}$/;

/**
 * The program that switches models, from the user's own settings; null if none is configured. Nothing
 * in a project's files can name one. It gets the responsibility and the model as its last arguments.
 */
export function chooseController(context: OperationContext): ModelController | null {
  const settings = userConfigFor(context).model_controller;
  if (settings === undefined) return null;
  const [program = "", ...args] = settings.command;
  return async (responsibility, model) => {
    if (!MODEL_NAME.test(model)) return "unsupported";
    const result = await runProgram({
      program,
      args: [...args, responsibility, model],
      variables: [...XDG_FOLDERS, ...settings.env],
      timeoutMs: TIMEOUT_MS,
      maxOutput: MAX_OUTPUT,
      onMoreOutput: "keep-newest",
    }).catch(() => null);
    if (result?.exitCode === 0) return "ok";
    return result?.exitCode === UNSUPPORTED ? "unsupported" : "failed";
  };
}
