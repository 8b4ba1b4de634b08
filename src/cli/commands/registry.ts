import { namesOf, type Registry } from "../../base/registry.ts";
import type { Operation } from "../../operations/operation/operation.ts";
import { loadOperation, type OperationName, operationNames } from "../../operations/registry.ts";
import type { ProgramCommand } from "./command.ts";

/** The commands of the program itself. Add a line; help, completion and reference docs follow. */
const programCommands = {
  mcp: () => import("./mcp.ts"),
  serve: () => import("./serve.ts"),
  hook: () => import("./hook.ts"),
  completion: () => import("./completion.ts"),
} satisfies Registry<ProgramCommand>;

type ProgramCommandName = keyof typeof programCommands;

/** The name of an operation, or of a command of the program itself. */
export type CommandName = OperationName | ProgramCommandName;

/** The names of all commands, in reading order. */
export const commandNames: readonly CommandName[] = withProgramCommands();

/**
 * The program's own commands after the operations; one that starts a group, as `mcp` does, leads
 * it.
 */
function withProgramCommands(): readonly CommandName[] {
  const names: CommandName[] = [...operationNames];
  for (const own of namesOf(programCommands)) {
    const group = names.findIndex((name) => name.startsWith(`${own} `));
    names.splice(group === -1 ? names.length : group, 0, own);
  }
  return names;
}

/** What a name calls. */
export type Command = Operation | ProgramCommand;

/** Loads a command. */
export async function loadCommand(name: CommandName): Promise<Command> {
  return isProgramCommand(name) ? (await programCommands[name]()).default : loadOperation(name);
}

function isProgramCommand(name: CommandName): name is ProgramCommandName {
  return Object.hasOwn(programCommands, name);
}

/** Whether a command is an operation, which other surfaces may offer too. */
export function isOperation(command: Command): command is Operation {
  return "surfaces" in command;
}
