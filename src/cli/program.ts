/**
 * What the program does with its words: help, completion, or a command, and the one place that turns errors
 * into output. Everything but the parsing is imported on demand, because each start pays for what
 * it loads.
 */

import { exitOf } from "../base/codes.ts";
import { HoldallError } from "../base/errors.ts";
import { printable } from "../base/text/text.ts";
import { parseCommandLine } from "./arguments.ts";
import { pathIn } from "./command-path.ts";
import { loadCommand } from "./commands/registry.ts";
import { commandAt, findCommand } from "./find-command.ts";
import { presentError } from "./present/error.ts";
import { jsonText, run } from "./run.ts";
import { createTerminal } from "./terminal.ts";

/** Hidden, because only shells call it. */
const COMPLETE = "__complete";
/** Hidden, because only the build calls it: what help is printed from without loading a command. */
const DESCRIBE = "__describe";
/** Hidden, because only a server calls it, for what runs in a process of its own. */
const OPERATE = "__operate";

/** Does what the words ask for and prints the result or the error; returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  const json = args.includes("--json");
  try {
    return await dispatch(args);
  } catch (error) {
    return report(error, json);
  }
}

async function dispatch(args: readonly string[]): Promise<number> {
  if (args[0] === COMPLETE) return complete(args.slice(1));
  if (args[0] === DESCRIBE) return describe();
  if (args[0] === OPERATE) return operate();
  const typed = args.slice(commandAt(args));
  if (typed[0] === "help") return help(typed.slice(1));
  if (args.length === 0 || (typed.length === 0 && args.some(isHelp))) return help([]);
  const path = pathIn(typed);
  if (path.length > 0 && optionsIn(typed).some(isHelp)) return help(path);
  const { name, rest } = findCommand(args);
  const command = await loadCommand(name);
  const parsed = parseCommandLine(command, rest);
  return parsed.globals.help ? help(path) : run(command, parsed);
}

/** Called by the scripts of `holdall completion`; the words typed so far follow `--`. */
async function complete([, ...args]: readonly string[]): Promise<number> {
  const { printCompletion } = await import("./complete/complete.ts");
  await printCompletion(args);
  return 0;
}

async function describe(): Promise<number> {
  const { describeAll } = await import("./help.ts");
  process.stdout.write(`${JSON.stringify(await describeAll())}\n`);
  return 0;
}

async function operate(): Promise<number> {
  const { operate } = await import("./apart/operate.ts");
  return operate();
}

/** The words before `--`, which ends the options. */
function optionsIn(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end === -1 ? args : args.slice(0, end);
}

function isHelp(arg: string): boolean {
  return arg === "--help" || arg === "-h";
}

/** Help on everything, on a group, on a command, or on commands with a common start. */
async function help(args: readonly string[]): Promise<number> {
  const asked = args.filter((arg) => !isHelp(arg));
  if (asked.length === 0) {
    const { printOverview } = await import("./overview.ts");
    printOverview();
    return 0;
  }
  const { helpOn } = await import("./help.ts");
  const lines = await helpOn(asked, createTerminal(process.stdout, true));
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

function report(error: unknown, json: boolean): number {
  const terminal = createTerminal(process.stderr, true);
  if (!(error instanceof HoldallError)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`Internal error (please report it):\n${printable(stack)}\n`);
    const [message] = stack.split("\n");
    return json
      ? report(new HoldallError("E_INTERNAL", message ?? ""), true)
      : exitOf("E_INTERNAL");
  }
  if (json) {
    const { code, message, cure, findings } = error;
    const body = { ok: false, error: { code, message, cure: cure ?? null }, findings };
    process.stdout.write(`${jsonText(body, 2)}\n`);
  } else {
    const lines = presentError(error, terminal).map((line) => terminal.clean(line));
    process.stderr.write(`${lines.join("\n")}\n`);
  }
  return exitOf(error.code);
}
