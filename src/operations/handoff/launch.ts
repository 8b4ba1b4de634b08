import { spawn } from "node:child_process";
import { HoldallError } from "../../base/errors.ts";
import type { OperationContext } from "../operation/operation.ts";

/** Starts the receiver in its folder, with this terminal, and waits until it ends. */
export async function launch(
  context: OperationContext,
  resume: readonly (readonly string[])[],
  folder: string,
): Promise<void> {
  const [program, ...words] = resume[0] ?? [];
  if (program === undefined) return;
  if (!context.interactive) {
    throw new HoldallError("E_USAGE", "Cannot start the receiver: this is not a terminal");
  }
  // opencode takes its folder from PWD, the others from the process.
  const env = { ...process.env, PWD: folder };
  const child = spawn(program, words, { cwd: folder, env, stdio: "inherit" });
  await new Promise<void>((resolve, reject) => {
    child.on("error", (error) =>
      reject(new HoldallError("E_IO", `Cannot start ${program}: ${error.message}`)),
    );
    child.on("exit", () => resolve());
  });
}
