/** Help for commands and groups, generated from the same schemas that parse the input. */

import { HoldallError } from "../base/errors.ts";
import { namesOf } from "../base/registry.ts";
import { candidatesFor, didYouMean } from "../base/text/suggest.ts";
import { type Argument, typeableArgumentsOf } from "../operations/operation/arguments.ts";
import { nextNames, pathIn } from "./command-path.ts";
import type { CommandFacts } from "./commands/command.ts";
import { commandNames, loadCommand } from "./commands/registry.ts";
import { findCommand } from "./find-command.ts";
import { groups } from "./groups.ts";
import {
  type CommandHelp,
  commandLines,
  GLOBAL_OPTIONS,
  globalOptionRows,
  groupList,
  groupNamed,
  listLines,
  planHelp,
  renderHelp,
} from "./help-pages.ts";
import { synonymsOf } from "./synonyms.ts";
import { columns, type Terminal, wrap } from "./terminal.ts";

const EXITS =
  "Exit codes: 0 success, 1 the check failed, 2 wrong usage, 3 refused to protect something, 4 could not be done, 130 interrupted.";

/**
 * Help on what was typed: `--all`, a group, a command, or the first words of commands (`thread
 * run`).
 */
export async function helpOn(topics: readonly string[], terminal: Terminal): Promise<string[]> {
  if (topics.includes("--all")) return allHelp(terminal);
  const group = topics.length === 1 ? groupNamed(topics[0]) : null;
  const path = pathIn(topics);
  const isCommand = commandNames.some((each) => each === path.join(" "));
  if (group === null && !isCommand && path.length > 0 && path.length < topics.length)
    findCommand(topics);
  const plan = planHelp(path, group, commandNames);
  if (plan === null) throw noSuchHelp(topics[0] ?? "");
  const all = await describeCommands([
    ...(plan.own === null ? [] : [plan.own]),
    ...(plan.list?.names ?? []),
  ]);
  return renderHelp(plan, all, terminal);
}

/** Describes commands by their names. */
async function describeCommands(names: readonly string[]): Promise<(name: string) => CommandHelp> {
  const wanted = commandNames.filter((name) => names.includes(name));
  const commands = await Promise.all(wanted.map(loadCommand));
  const byName = new Map(commands.map((command) => [command.name, describeCommand(command)]));
  return (name) => {
    const help = byName.get(name);
    if (help === undefined) throw new Error(`"${name}" is no command`);
    return help;
  };
}

/** Every command by its name, for help that is built ahead. */
export async function describeAll(): Promise<Readonly<Record<string, CommandHelp>>> {
  const all = await describeCommands(commandNames);
  return Object.fromEntries(commandNames.map((name) => [name, all(name)]));
}

function noSuchHelp(topic: string): HoldallError {
  const meant = synonymsOf(topic).map((line) => pathIn(line.split(" ")).join(" "));
  const names = new Set([...nextNames([]), ...namesOf(groups)]);
  const near = meant.length > 0 ? meant : candidatesFor(topic, names);
  return new HoldallError("E_USAGE", `Cannot show help on "${topic}": no such command or group`, {
    cure: didYouMean(near.map((each) => `holdall help ${each}`)) ?? "see `holdall help --all`",
  });
}

/** Every command in one line, by group, with what all commands have in common. */
async function allHelp(terminal: Terminal): Promise<string[]> {
  const all = await describeCommands(commandNames);
  return [
    ...namesOf(groups).flatMap((name) => [
      ...listLines(groupList(name, commandNames), all, terminal),
      "",
    ]),
    terminal.style("bold", GLOBAL_OPTIONS),
    ...columns(globalOptionRows, terminal),
    "",
    terminal.style("bold", "Without a command"),
    ...columns([["-V, --version", "Show the version"]], terminal),
    "",
    ...wrap(EXITS, terminal.width),
  ];
}

/** The help of one command. */
export function helpOf(command: CommandFacts, terminal: Terminal): string[] {
  return commandLines(describeCommand(command), terminal);
}

/** Describes a command from its schema. */
export function describeCommand(command: CommandFacts): CommandHelp {
  const all = typeableArgumentsOf(command);
  const positionals = all.filter(({ key }) => command.positionals.includes(key));
  // `--now` is an option of every command.
  const named = all.filter(({ key }) => !command.positionals.includes(key) && key !== "now");
  const shared = named.filter(({ by }) => by === "surface");
  const options = named.filter(({ by }) => by !== "surface");
  const placeholders = positionals.map(({ key, required, kind }) => {
    const placeholder = kind === "list" ? `${key.toUpperCase()}…` : key.toUpperCase();
    return required ? placeholder : `[${placeholder}]`;
  });
  const needed = options.filter((each) => each.required).map(spell);
  const shortOf = new Map(Object.entries(command.aliases).map(([alias, key]) => [key, alias]));
  const label = (option: Argument) => {
    const short = shortOf.get(option.key) ?? "";
    return short.length === 1 ? `-${short}, ${spell(option)}` : spell(option);
  };
  const more = named.length > needed.length ? ["[OPTIONS]"] : [];
  return {
    summary: command.summary,
    usage: ["holdall", command.name, ...placeholders, ...needed, ...more].join(" "),
    arguments: positionals.map(({ key, description }) => [key.toUpperCase(), description]),
    options: options.map((each) => [label(each), explain(each)]),
    workspaceOptions: shared.map((each) => [spell(each), explain(each)]),
    examples: command.examples.map((example) => `holdall ${example}`),
  };
}

/** An option as it is typed. */
function spell({ key, kind, placeholder }: Argument): string {
  return kind === "flag" ? `--${key}` : `--${key} ${placeholder}`;
}

function explain({ description, standard, kind, choices, placeholder }: Argument): string {
  const isListed = choices.length === 0 || placeholder.includes("|");
  const values = isListed ? "" : `: ${choices.join(", ")}`;
  const repeat = kind === "list" && !description.includes("repeated") ? " (may be repeated)" : "";
  const hasDefault = standard !== null && standard !== ""; // An empty list is typed as nothing.
  return `${description}${values}${repeat}${hasDefault ? ` (default ${standard})` : ""}`;
}
