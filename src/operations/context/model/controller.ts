import { spawn } from "node:child_process";
import type { ModelController } from "../../../curator/model/check.ts";
import { userConfigFor } from "../../operation/config.ts";
import type { OperationContext } from "../../operation/operation.ts";

const TIMEOUT_MS = 30_000;
/** What may be passed on as a model: the policy lies in the project, and a program would take `--x` for an option. */
const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9_.:/@+-]{0,199}$/;

/**
 * The program that switches models, from the user's own settings; null if none is configured. Nothing
 * in a project's files can name one. It gets the responsibility and the model as its last arguments.
 */
export function chooseController(context: OperationContext): ModelController | null {
  const command = userConfigFor(context).model_controller?.command;
  if (command === undefined) return null;
  const [program = "", ...given] = command;
  return (responsibility, model) =>
    new Promise((resolve) => {
      if (!MODEL_NAME.test(model)) return resolve("unsupported");
      const child = spawn(program, [...given, responsibility, model], {
        stdio: ["ignore", "ignore", "ignore"],
        timeout: TIMEOUT_MS,
        shell: false,
      });
      child.on("error", () => resolve("failed"));
      // Exit code 3 is how a controller says that it cannot switch this model.
      child.on("close", (code) =>
        resolve(code === 0 ? "ok" : code === 3 ? "unsupported" : "failed"),
      );
    });
}
