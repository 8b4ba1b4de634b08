/**
 * Finds the command in the words that were typed. Names have up to three words; the longest match
 * counts. What is no command gets the nearest ones as a suggestion.
 */

import { HoldallError } from "../base/errors.ts";
import { candidatesFor, didYouMean } from "../base/text/suggest.ts";
import { globalOptions } from "./arguments.ts";
import { type CommandName, commandNames } from "./commands/registry.ts";
import { groups } from "./groups.ts";

/** Options of the program that may precede the command and have a value. */
const WITH_VALUE = new Set(["-C", "--directory", "--now", "--store"]);

/** A command, and the words around its name. */
export interface FoundCommand {
  readonly name: CommandName;
  readonly rest: readonly string[];
}

/** Finds the longest sequence of words that is a command, as in `holdall -C DIR ledger verify`. */
export function findCommand(words: readonly string[]): FoundCommand {
  const at = commandAt(words);
  const path = pathIn(words.slice(at));
  for (let count = path.length; count > 0; count--) {
    const typed = path.slice(0, count).join(" ");
    const name = commandNames.find((each) => each === typed);
    if (name) return { name, rest: [...words.slice(0, at), ...words.slice(at + count)] };
  }
  if (at >= words.length) throw noCommand(words);
  throw noSuchCommand(words.slice(at), path);
}

/** The index of the first word that is not an option of the program. */
export function commandAt(words: readonly string[]): number {
  let at = 0;
  while (words[at]?.startsWith("-")) at += WITH_VALUE.has(words[at] ?? "") ? 2 : 1;
  return at;
}

/** The leading words that are (part of) the name of a command, as `thread run` is. */
export function pathIn(words: readonly string[]): readonly string[] {
  const path: string[] = [];
  for (const word of words) {
    if (!nextNames(path).includes(word)) break;
    path.push(word);
  }
  return path;
}

/** The words that can follow a path; without a path, the first words of all commands. */
export function nextNames(path: readonly string[]): readonly string[] {
  const next = commandsUnder(path).map((name) => name.split(" ")[path.length] ?? "");
  return [...new Set(next)].filter((word) => word !== "");
}

/** The commands whose names start with some words. */
function commandsUnder(path: readonly string[]): readonly CommandName[] {
  const start = path.join(" ");
  return commandNames.filter(
    (name) => start === "" || name === start || name.startsWith(`${start} `),
  );
}

/** The error for options with no command behind them. */
function noCommand(words: readonly string[]): HoldallError {
  const unknown = words.find((word) => /^--?[a-z]/i.test(word) && !isOfProgram(word));
  const state = unknown === undefined ? "no command was given" : `unknown option "${unknown}"`;
  return new HoldallError("E_USAGE", `Cannot run: ${state}`, { cure: "see `holdall --help`" });
}

function isOfProgram(word: string): boolean {
  const [spelled = ""] = word.split("=");
  const name = spelled.replace(/^-+/, "");
  const isShort = Object.values(globalOptions).some(
    (each) => "short" in each && each.short === name,
  );
  return WITH_VALUE.has(spelled) || Object.hasOwn(globalOptions, name) || isShort;
}

/** The error for words that are no command, with what may have been meant. */
function noSuchCommand(words: readonly string[], path: readonly string[]): HoldallError {
  const [word] = words.slice(path.length);
  const start = path.join(" ");
  if (word === undefined || word.startsWith("-")) {
    return new HoldallError("E_USAGE", `Cannot run "${start}": a command must follow`, {
      cure: `add one of ${nextNames(path).join(", ")}; see \`holdall help ${start}\``,
    });
  }
  if (path.length === 0 && Object.hasOwn(groups, word)) {
    return new HoldallError("E_USAGE", `Cannot run "${word}": it is a group of commands`, {
      cure: `see \`holdall help ${word}\``,
    });
  }
  if (path.length === 0 && word === "version") {
    return new HoldallError("E_USAGE", 'Cannot run "version": it is an option', {
      cure: "run `holdall --version`",
    });
  }
  const meant = meantBy(word, path, words.slice(path.length + 1));
  const isPrefix = meant.length > 1 && nextNames(path).some((next) => next.startsWith(word));
  const state = isPrefix ? "ambiguous prefix" : "no such command";
  return new HoldallError("E_USAGE", `Cannot run "${[...path, word].join(" ")}": ${state}`, {
    cure: didYouMean(meant) ?? `see \`holdall help${start === "" ? "" : ` ${start}`}\``,
  });
}

/** Command lines that a mistyped word may have meant. */
function meantBy(
  word: string,
  path: readonly string[],
  behind: readonly string[],
): readonly string[] {
  const near = candidatesFor(word, nextNames(path));
  const inOrder = near.map((each) => [...path, each, ...pathAfter([...path, each], behind)]);
  // `holdall commit` lacks the first word of `holdall state commit`.
  const ends = commandNames.filter((name) => path.length === 0 && name.endsWith(` ${word}`));
  const found = near.length > 0 ? inOrder.map((words) => words.join(" ")) : ends;
  return found.map((name) => `holdall ${name}`);
}

/** The words that continue a path, as far as they are names of commands. */
function pathAfter(path: readonly string[], words: readonly string[]): readonly string[] {
  return pathIn([...path, ...words]).slice(path.length);
}
