import type { AgentEnvironment } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { type ProgramResult, runProgram } from "../../programs/run-program.ts";
import { XDG_FOLDERS } from "../../programs/variables.ts";

const TIME_LIMIT_MS = 20_000;
const MAX_OUTPUT = 4 * 1024 * 1024;

/** What a program of the system needs to reach the services of this user. */
const VARIABLES = [...XDG_FOLDERS, "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"];

/** A program of the system, with its arguments and what it reads. */
interface SystemCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly input?: string;
}

/** Runs a program of the system; null when it could not be started or did not end in time. */
export async function trySystem(
  { program, args, input }: SystemCommand,
  { env }: AgentEnvironment,
): Promise<ProgramResult | null> {
  const result = await runProgram({
    program,
    args,
    variables: VARIABLES,
    from: env,
    set: { LC_ALL: "C" },
    timeoutMs: TIME_LIMIT_MS,
    maxOutput: MAX_OUTPUT,
    onMoreOutput: "end",
    ...(input === undefined ? {} : { input }),
  }).catch(() => null);
  return result === null || result.isTimedOut || result.isTooLong ? null : result;
}

/** The same for one that must succeed; otherwise the error is what it printed. */
export async function runSystem(
  command: SystemCommand,
  environment: AgentEnvironment,
): Promise<void> {
  const result = await trySystem(command, environment);
  if (result?.exitCode === 0) return;
  const { program, args } = command;
  const state = printedBy(result) || "it did not end in time";
  throw new HoldallError("E_IO", `Cannot run \`${[program, ...args].join(" ")}\`: ${state}`, {
    cure: "choose another scheduler with --by, or use hooks: holdall hooks install --help",
  });
}

/** What a program printed as its error, on one line. */
export function printedBy(result: ProgramResult | null): string {
  const text = result?.stderr.toString("utf8").trim().replaceAll(/\s+/g, " ") ?? "";
  return excerpt(text, 300);
}
