/**
 * Completion. It runs at every press of a key, so it must be fast and quiet: at most three seconds,
 * no message, and no candidate that a shell could misread.
 */

import { namesOf } from "../../base/registry.ts";
import { excerpt, printable } from "../../base/text/text.ts";
import {
  type Argument,
  argumentsOf,
  typeableArgumentsOf,
} from "../../operations/operation/arguments.ts";
import { globalOptions } from "../arguments.ts";
import { nextNames, pathIn } from "../command-path.ts";
import type { CommandFacts } from "../commands/command.ts";
import { type CommandName, commandNames, loadCommand } from "../commands/registry.ts";
import { commandAt } from "../find-command.ts";
import { type GroupName, groups } from "../groups.ts";
import type { Candidate, Typed } from "./sources.ts";

/** Candidates for a word, and whether files are possible too. */
interface Completion {
  readonly candidates: readonly Candidate[];
  readonly files: boolean;
}

/**
 * Ends the process if a workspace or a disk does not answer: someone who pressed a key is waiting.
 */
const MAX_MS = 3_000;
const MAX_ABOUT = 60;
const FILES: Completion = { candidates: [], files: true };

/**
 * Prints the candidates for the last word, for the scripts of `holdall completion`: one line each,
 * its meaning after a tab, and last `:files` or `:end`. On any failure it prints nothing that a
 * shell could take for a word.
 */
export async function printCompletion(args: readonly string[]): Promise<void> {
  setTimeout(() => process.exit(), MAX_MS).unref();
  const { candidates, files } = await complete(args).catch(() => FILES);
  const current = args.at(-1) ?? "";
  const lines = candidates
    // A value with a control character cannot be typed, and would forge a line here.
    .filter(({ value }) => value.startsWith(current) && printable(value) === value)
    .map(({ value, about }) =>
      `${value}\t${excerpt(printable(about).replaceAll(/\s+/g, " "), MAX_ABOUT)}`.trimEnd(),
    );
  process.stdout.write(`${[...lines, files ? ":files" : ":end"].join("\n")}\n`);
}

async function complete(args: readonly string[]): Promise<Completion> {
  const before = args.slice(0, -1);
  const current = args.at(-1) ?? "";
  const at = commandAt(before);
  if (at > before.length) return FILES; // The value of an option such as -C.
  const typed = before.slice(at);
  if (typed[0] === "help") return offered(await helpTopics(typed.slice(1)));
  const path = pathIn(typed);
  const name = commandNames.find((each) => each === path.join(" "));
  const further = path.length === typed.length ? await furtherNames(path) : [];
  if (name === undefined) return offered([...further, ...(typed.length === 0 ? START : [])]);
  const own = await completeArgument(name, { before, after: typed.slice(path.length), current });
  return further.length > 0 && !current.startsWith("-")
    ? { candidates: [...further, ...own.candidates], files: own.files }
    : own;
}

/** What can be typed before any command. */
const START: readonly Candidate[] = [
  { value: "help", about: "Help on a command or a group" },
  { value: "--help", about: "Show the first screen" },
  { value: "--version", about: "Show the version" },
];

function offered(candidates: readonly Candidate[]): Completion {
  return { candidates, files: false };
}

/** The words that can follow; with a summary where few commands have to be loaded for it. */
async function furtherNames(path: readonly string[]): Promise<readonly Candidate[]> {
  return Promise.all(
    nextNames(path).map(async (value) => {
      if (path.length === 0) return { value, about: aboutGroup(value) };
      const name = commandNames.find((each) => each === [...path, value].join(" "));
      return { value, about: name === undefined ? "" : (await loadCommand(name)).summary };
    }),
  );
}

/** The commands and groups that `help` accepts. */
async function helpTopics(typed: readonly string[]): Promise<readonly Candidate[]> {
  if (typed.length > 0) return furtherNames(pathIn(typed));
  const names = new Set([...namesOf(groups), ...nextNames([])]);
  const topics = [...names].map((value) => ({ value, about: aboutGroup(value) }));
  return [...topics, { value: "--all", about: "Every command" }];
}

function aboutGroup(topic: string): string {
  const group = namesOf(groups).find((name): name is GroupName => name === topic);
  return group === undefined ? "" : groups[group].summary;
}

/** The words around the one that is completed. */
interface Around {
  readonly before: readonly string[];
  /** The words after the command's name. */
  readonly after: readonly string[];
  readonly current: string;
}

async function completeArgument(name: CommandName, around: Around): Promise<Completion> {
  const command = await loadCommand(name);
  const known = argumentsOf(command);
  const { option, position } = placeOf(command, around.after);
  const typed: Typed = { command: name, before: around.before, current: around.current };
  if (option !== null)
    return valuesOf(
      known.find(({ key }) => key === option),
      typed,
    );
  const [head = "", value] = around.current.split(/=(.*)/s);
  if (value !== undefined && head.startsWith("--")) {
    const found = await valuesOf(
      known.find(({ key }) => `--${key}` === head),
      typed,
    );
    return offered(found.candidates.map((each) => ({ ...each, value: `${head}=${each.value}` })));
  }
  if (around.current.startsWith("-")) return offered(optionsOf(command, around.after));
  const key = command.positionals[position];
  return key === undefined
    ? offered([])
    : valuesOf(
        known.find((each) => each.key === key),
        typed,
      );
}

/** Where the next word is: after an option that needs a value, or at a position of its own. */
function placeOf(command: CommandFacts, after: readonly string[]) {
  const withValue = new Set(["--directory", "--now", "-C"]);
  for (const { key, kind } of argumentsOf(command)) if (kind !== "flag") withValue.add(`--${key}`);
  let position = 0;
  let option: string | null = null;
  for (const arg of after) {
    if (option !== null) option = null;
    else if (withValue.has(arg)) option = arg.replace(/^-+/, "");
    else if (!arg.startsWith("-")) position++;
  }
  return { option, position };
}

async function valuesOf(argument: Argument | undefined, typed: Typed): Promise<Completion> {
  if (argument === undefined) return FILES;
  if (argument.choices.length > 0) {
    return offered(argument.choices.map((value) => ({ value, about: "" })));
  }
  const { completes, isNumber } = argument;
  if (completes.length === 0) return { candidates: [], files: !isNumber };
  // Loaded on demand, because it imports most of the program.
  const { candidatesFrom } = await import("./sources.ts");
  const found = await Promise.all(completes.map((source) => candidatesFrom(source, typed)));
  return { candidates: found.flat(), files: completes.includes("path") };
}

/** The options that were not typed yet; one with several values may be repeated. */
function optionsOf(command: CommandFacts, after: readonly string[]): readonly Candidate[] {
  const own = typeableArgumentsOf(command).filter(({ key }) => !command.positionals.includes(key));
  const open = own.filter(({ key, kind }) => kind === "list" || !after.includes(`--${key}`));
  return [
    ...open.map(({ key, description }) => ({ value: `--${key}`, about: description })),
    ...namesOf(globalOptions).map((key) => ({ value: `--${key}`, about: "" })),
  ];
}
