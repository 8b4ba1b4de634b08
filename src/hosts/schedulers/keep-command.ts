import type { AgentEnvironment } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import { XDG_FOLDERS } from "../../programs/variables.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { agentEnvironment, findSessions } from "../../sessions/agent-sessions.ts";
import { absoluteCommand } from "../program-command.ts";
import { UNATTENDED } from "./scheduler.ts";

/** Where a system has its programs, and nobody else. */
const SAFE_PATH = "/usr/local/bin:/usr/bin:/bin";

/**
 * The command that a scheduler starts. It has no shell, no search path of a project and no variables but those by which
 * agents and this program find their folders here and now.
 */
export async function keepCommand(context: OperationContext): Promise<readonly string[]> {
  const environment = agentEnvironment(context);
  const folders = await folderVariables(context, environment);
  const variables = { HOME: environment.home, PATH: SAFE_PATH, ...folders };
  const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const command = ["/usr/bin/env", "-i", ...set, ...absoluteCommand(), ...UNATTENDED];
  const unusable = command.find((argument) => CONTROL.test(argument));
  if (unusable === undefined) return command;
  const state = `${JSON.stringify(unusable)} contains a control character`;
  throw new HoldallError("E_USAGE", `Cannot write the command that keeps sessions: ${state}`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they end a line, or change what a person sees of it.
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The variables that agents read to find their sessions, and those for the folders of this program. */
async function folderVariables(
  context: OperationContext,
  { home, env }: AgentEnvironment,
): Promise<Readonly<Record<string, string>>> {
  const read = new Set<string>(XDG_FOLDERS);
  const watched = new Proxy(env, {
    get(variables, name) {
      if (typeof name === "string") read.add(name);
      return Reflect.get(variables, name);
    },
  });
  await findSessions(context, null, {
    environment: { home, env: watched },
    onUnreadable: () => undefined,
  });
  const found = [...read].sort().map((name) => [name, env[name] ?? ""] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== ""));
}
