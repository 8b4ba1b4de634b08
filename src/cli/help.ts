/** Help for commands and groups, generated from the same schemas that parse the input. */

import { HoldallError } from "../base/errors.ts";
import { namesOf } from "../base/registry.ts";
import { candidatesFor, didYouMean } from "../base/suggest.ts";
import { type Argument, argumentsOf } from "../operations/operation/arguments.ts";
import type { CommandFacts } from "./commands/command.ts";
import { type CommandName, commandNames, loadCommand } from "./commands/registry.ts";
import { commandsUnder, findCommand, nextNames, pathIn } from "./find-command.ts";
import { type GroupName, groups } from "./groups.ts";
import { columns, type Terminal, wrap } from "./terminal.ts";

const EXITS =
  "Exit codes: 0 success, 1 the check failed, 2 wrong usage, 3 refused to protect something, 4 could not be done, 130 interrupted.";
type Rows = readonly (readonly [label: string, text: string])[];

/** The options that every command takes. */
export const globalOptions: Rows = [
  ["--json", "Print the result as JSON"],
  ["-C, --directory DIR", "Run as if started in this folder"],
  ["--now TIME", "Use this time instead of the clock"],
  ["-q, --quiet", "Print errors only"],
  ["--no-color", "Print without colours (also NO_COLOR)"],
  ["-h, --help", "Show this help"],
];

/**
 * Help on what was typed: `--all`, a group, a command, or the first words of commands (`thread
 * run`).
 */
export async function helpOn(words: readonly string[], terminal: Terminal): Promise<string[]> {
  if (words.includes("--all")) return allHelp(terminal);
  const group = words.length === 1 ? groupNamed(words[0] ?? "") : null;
  const path = pathIn(words);
  const name = commandNames.find((each) => each === path.join(" "));
  if (group === null && path.length === 0) throw noSuchHelp(words[0] ?? "");
  if (group === null && name === undefined && path.length < words.length) findCommand(words);
  const list = group === null ? await wordsHelp(path, terminal) : await groupHelp(group, terminal);
  if (name === undefined) return list;
  // Some words are a command and the start of others, as `mcp` is: its own help comes first.
  const own = helpOf(await loadCommand(name), terminal);
  return group === null && nextNames(path).length === 0 ? own : [...own, "", ...list];
}

function groupNamed(word: string): GroupName | null {
  return namesOf(groups).find((name) => name === word) ?? null;
}

function noSuchHelp(word: string): HoldallError {
  const near = candidatesFor(word, new Set([...nextNames([]), ...namesOf(groups)]));
  return new HoldallError("E_USAGE", `Cannot show help on "${word}": no such command or group`, {
    cure: didYouMean(near.map((each) => `holdall help ${each}`)) ?? "see `holdall help --all`",
  });
}

/** Every command in one line, by group, with what all commands have in common. */
async function allHelp(terminal: Terminal): Promise<string[]> {
  const lines: string[] = [];
  for (const name of namesOf(groups)) lines.push(...(await groupHelp(name, terminal)), "");
  return [
    ...lines,
    terminal.style("bold", "Options of every command"),
    ...columns(globalOptions, terminal),
    "",
    terminal.style("bold", "Without a command"),
    ...columns([["-V, --version", "Show the version"]], terminal),
    "",
    ...wrap(EXITS, terminal.width),
  ];
}

/** The commands of a group, in one line each. */
async function groupHelp(name: GroupName, terminal: Terminal): Promise<string[]> {
  const { title, words } = groups[name];
  const names = words.flatMap((word) => commandsUnder([word]));
  return [terminal.style("bold", title), ...(await rowsOf(names, terminal))];
}

/** The commands that start with some words, one line each. */
async function wordsHelp(path: readonly string[], terminal: Terminal): Promise<string[]> {
  return [terminal.style("bold", "Commands"), ...(await rowsOf(commandsUnder(path), terminal))];
}

async function rowsOf(names: readonly CommandName[], terminal: Terminal): Promise<string[]> {
  const commands = await Promise.all(names.map(loadCommand));
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return columns(rows, terminal);
}

/** What there is to read about a command, however it is laid out. */
export interface CommandHelp {
  readonly summary: string;
  /** How it is typed. */
  readonly usage: string;
  readonly arguments: Rows;
  readonly options: Rows;
  /** Complete command lines. */
  readonly examples: readonly string[];
}

/** Describes a command from its schema. */
export function describeCommand(command: CommandFacts): CommandHelp {
  const all = argumentsOf(command);
  const positionals = all.filter(({ key }) => command.positionals.includes(key));
  const options = all.filter(({ key }) => !command.positionals.includes(key));
  const words = positionals.map(({ key, required, kind }) => {
    const word = kind === "list" ? `${key.toUpperCase()}…` : key.toUpperCase();
    return required ? word : `[${word}]`;
  });
  const needed = options.filter((each) => each.required).map(spell);
  const more = options.length > needed.length ? ["[OPTIONS]"] : [];
  return {
    summary: command.summary,
    usage: ["holdall", command.name, ...words, ...needed, ...more].join(" "),
    arguments: positionals.map(({ key, description }) => [key.toUpperCase(), description]),
    options: options.map((each) => [spell(each), explain(each)]),
    examples: command.examples.map((example) => `holdall ${example}`),
  };
}

/** The help of one command. */
export function helpOf(command: CommandFacts, terminal: Terminal): string[] {
  const { summary, usage, arguments: words, options, examples } = describeCommand(command);
  const part = (title: string, rows: Rows) =>
    rows.length === 0 ? [] : ["", terminal.style("bold", title), ...columns(rows, terminal)];
  return [
    ...wrap(summary, terminal.width),
    "",
    terminal.style("bold", "Usage"),
    `  ${usage}`,
    ...part("Arguments", words),
    ...part("Options", options),
    ...part("Options of every command", globalOptions),
    "",
    terminal.style("bold", "Examples"),
    ...examples.map((example) => `  ${example}`),
  ];
}

/** An option as it is typed. */
function spell({ key, kind, placeholder }: Argument): string {
  return kind === "flag" ? `--${key}` : `--${key} ${placeholder}`;
}

function explain({ description, standard, kind }: Argument): string {
  const repeat = kind === "list" && !description.includes("repeated") ? " (may be repeated)" : "";
  const hasDefault = standard !== null && standard !== ""; // An empty list is typed as nothing.
  return `${description}${repeat}${hasDefault ? ` (default ${standard})` : ""}`;
}
