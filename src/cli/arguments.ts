/**
 * Parses a command line with Node's own parser, configured from the command's input schema. Digits
 * become numbers where the schema has numbers; everything else stays a string. The schema checks the
 * values, so that every surface refuses the same ones.
 */

import { type ParseArgsConfig, parseArgs } from "node:util";
import { HoldallError } from "../base/errors.ts";
import { candidatesFor, didYouMean } from "../base/text/suggest.ts";
import {
  type Argument,
  argumentsOf,
  typeableArgumentsOf,
} from "../operations/operation/arguments.ts";
import { nextNames } from "./command-path.ts";
import type { CommandFacts } from "./commands/command.ts";

/** Options of every command. */
export const globalOptions = {
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  quiet: { type: "boolean", short: "q" },
  "no-color": { type: "boolean" },
  directory: { type: "string", short: "C" },
  now: { type: "string" },
} as const;

/** A parsed command line: the command's input, and the options of the program itself. */
export interface Parsed {
  readonly input: Record<string, unknown>;
  readonly globals: {
    readonly json: boolean;
    readonly help: boolean;
    readonly quiet: boolean;
    readonly color: boolean;
    readonly directory: string | null;
    readonly now: string | null;
  };
}

/** Parses the arguments after a command's name. */
export function parseCommandLine(command: CommandFacts, args: readonly string[]): Parsed {
  const known = typeableArgumentsOf(command).filter(
    ({ key }) => !command.positionals.includes(key),
  );
  const options: NonNullable<ParseArgsConfig["options"]> = { ...globalOptions };
  for (const { key, kind } of known) {
    options[key] = { type: kind === "flag" ? "boolean" : "string", multiple: kind === "list" };
  }
  const aliases = new Map(Object.entries(command.aliases));
  for (const [alias, key] of aliases) {
    // One letter is a short form, as `-o` for `--out`.
    if (alias.length === 1) options[key] = { type: "string", ...options[key], short: alias };
    else options[alias] = { type: "string" };
  }
  const { values, positionals } = parse(command, args, options);
  const input = takePositionals(command, positionals);
  for (const [key, value] of Object.entries(values)) {
    if (Object.hasOwn(globalOptions, key)) continue;
    const name = aliases.get(key) ?? key;
    input[name] ??= value;
  }
  for (const argument of argumentsOf(command)) {
    const value = input[argument.key];
    if (argument.takesNumber && typeof value === "string") {
      input[argument.key] = toNumber(command, argument, value);
    }
  }
  return { input, globals: globalsOf(values) };
}

/**
 * Numbers must be digits: what JavaScript also accepts (`0x10`, `1e3`, a blank) is a typing error
 * here.
 */
function toNumber(
  { positionals }: CommandFacts,
  { key, isNumber }: Argument,
  value: string,
): number | string {
  if (/^-?[0-9]+(?:\.[0-9]+)?$/.test(value)) return Number(value);
  if (!isNumber) return value;
  const spelled = positionals.includes(key) ? key.toUpperCase() : `--${key}`;
  throw new HoldallError(
    "E_USAGE",
    `Cannot use ${spelled} "${value}": it must be a number in digits`,
  );
}

function globalsOf(values: Record<string, unknown>): Parsed["globals"] {
  return {
    json: values.json === true,
    help: values.help === true,
    quiet: values.quiet === true,
    color: values["no-color"] !== true,
    directory: typeof values.directory === "string" ? values.directory : null,
    now: typeof values.now === "string" ? values.now : null,
  };
}

function parse(
  command: CommandFacts,
  args: readonly string[],
  options: NonNullable<ParseArgsConfig["options"]>,
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw wrongOption(command, error as NodeJS.ErrnoException, Object.keys(options));
  }
}

/** What the parser rejected, and which option may have been meant. */
function wrongOption(
  { name }: CommandFacts,
  error: NodeJS.ErrnoException,
  known: readonly string[],
): HoldallError {
  const see = `see \`holdall ${name} --help\``;
  // The parser quotes the option first, with its short form or the kind of its value after it.
  const spelled = /'((?:-\w, )?--?[^' <]*)/.exec(error.message)?.[1] ?? "";
  if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const near = candidatesFor(spelled.replace(/^-+/, ""), known).map((each) => `--${each}`);
    return new HoldallError("E_USAGE", `Cannot run ${name}: unknown option "${spelled}"`, {
      cure: didYouMean(near) ?? see,
      cause: error,
    });
  }
  const state = error.message.includes("does not take")
    ? "takes no value"
    : error.message.includes("ambiguous")
      ? `needs a value (one that begins with "-": ${spelled}=VALUE)`
      : "needs a value";
  return new HoldallError("E_USAGE", `Cannot run ${name}: ${spelled} ${state}`, {
    cure: see,
    cause: error,
  });
}

function takePositionals(command: CommandFacts, args: readonly string[]): Record<string, unknown> {
  const { positionals } = command;
  const last = positionals.at(-1);
  const takesRest = argumentsOf(command).some(({ key, kind }) => key === last && kind === "list");
  const extra = args[positionals.length];
  if (extra !== undefined && !takesRest) throw unexpectedArgument(command, extra);
  const input: Record<string, unknown> = {};
  for (const [index, arg] of args.entries()) input[positionals[index] ?? ""] = arg;
  // The last one may take all that follows, as in `search cache timeout`.
  const rest = args.slice(positionals.length - 1);
  if (takesRest && last !== undefined && rest.length > 0) input[last] = rest;
  return input;
}

/** One argument too many; it may be an option or the value of one, as in `holdall setup codex`, `holdall sessions claude`. */
function unexpectedArgument(command: CommandFacts, arg: string): HoldallError {
  const options = argumentsOf(command).filter(({ key, choices }) => {
    return key === arg || choices.includes(arg);
  });
  const values = options.map(({ key }) => {
    return `holdall ${command.name} --${key === arg ? key : `${key} ${arg}`}`;
  });
  // `holdall mcp instal` is the command `mcp` with an argument, and was meant to be `mcp install`.
  const longer = nextNames(command.name.split(" "));
  const names = candidatesFor(arg, longer).map((name) => `holdall ${command.name} ${name}`);
  const meant = values.length > 0 ? values : names;
  return new HoldallError("E_USAGE", `Cannot run ${command.name}: unexpected "${arg}"`, {
    cure: didYouMean(meant) ?? `see \`holdall ${command.name} --help\``,
  });
}
