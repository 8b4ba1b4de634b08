import { HoldallError } from "../../base/errors.ts";
import { launchForPerson } from "../../programs/for-person.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";

/** Starts the receiver in its folder, with this terminal, and waits until it ends. */
export async function launch(
  context: OperationContext,
  resume: readonly (readonly string[])[],
  folder: string,
): Promise<void> {
  const [command] = resume;
  if (command === undefined) return;
  if (!context.interactive) {
    throw new HoldallError("E_USAGE", "Cannot start the receiver: this is not a terminal");
  }
  await launchForPerson(command, folder).catch((error: Error) => {
    throw new HoldallError("E_IO", `Cannot start ${command[0]}: ${error.message}`);
  });
}
