/**
 * Finds the command in the words that were typed. Names have up to three words; the longest match
 * counts. What is no command gets the nearest ones as a suggestion.
 */

import { HoldallError } from "../base/errors.ts";
import { candidatesFor, didYouMean } from "../base/text/suggest.ts";
import { globalOptions } from "./arguments.ts";
import { nextNames, pathIn } from "./command-path.ts";
import { type CommandName, commandNames } from "./commands/registry.ts";
import { groups } from "./groups.ts";
import { synonymsOf } from "./synonyms.ts";

/** Options of the program that may precede the command and have a value. */
const WITH_VALUE = new Set(["-C", "--directory", "--now", "--store"]);

/** A command, and the words around its name. */
export interface FoundCommand {
  readonly name: CommandName;
  readonly rest: readonly string[];
}

/** Finds the longest sequence of words that is a command, as in `holdall -C DIR ledger verify`. */
export function findCommand(args: readonly string[]): FoundCommand {
  const at = commandAt(args);
  const path = pathIn(args.slice(at));
  for (let count = path.length; count > 0; count--) {
    const typed = path.slice(0, count).join(" ");
    const name = commandNames.find((each) => each === typed);
    if (name === undefined) continue;
    const [next] = args.slice(at + count);
    // `holdall sessions list` has one word too many.
    if (synonymsOf(`${name} ${next}`).length > 0) throw noSuchCommand(args.slice(at), path);
    return { name, rest: [...args.slice(0, at), ...args.slice(at + count)] };
  }
  if (at >= args.length) throw noCommand(args);
  throw noSuchCommand(args.slice(at), path);
}

/** The index of the first word that is not an option of the program. */
export function commandAt(args: readonly string[]): number {
  let at = 0;
  while (args[at]?.startsWith("-")) at += WITH_VALUE.has(args[at] ?? "") ? 2 : 1;
  return at;
}

/** The error for options with no command after them. */
function noCommand(args: readonly string[]): HoldallError {
  const unknown = args.find((arg) => /^--?[a-z]/i.test(arg) && !isOfProgram(arg));
  const state = unknown === undefined ? "no command was given" : `unknown option "${unknown}"`;
  return new HoldallError("E_USAGE", `Cannot run: ${state}`, { cure: "see `holdall --help`" });
}

function isOfProgram(arg: string): boolean {
  const [spelled = ""] = arg.split("=");
  const name = spelled.replace(/^-+/, "");
  const isShort = Object.values(globalOptions).some(
    (each) => "short" in each && each.short === name,
  );
  return WITH_VALUE.has(spelled) || Object.hasOwn(globalOptions, name) || isShort;
}

/** The error for words that are no command, with what may have been meant. */
function noSuchCommand(args: readonly string[], path: readonly string[]): HoldallError {
  const [typed] = args.slice(path.length);
  const start = path.join(" ");
  if (typed === undefined || typed.startsWith("-")) {
    return new HoldallError("E_USAGE", `Cannot run "${start}": a command must follow`, {
      cure: `add one of ${nextNames(path).join(", ")}; see \`holdall help ${start}\``,
    });
  }
  if (path.length === 0 && Object.hasOwn(groups, typed)) {
    return new HoldallError("E_USAGE", `Cannot run "${typed}": it is a group of commands`, {
      cure: `see \`holdall help ${typed}\``,
    });
  }
  if (path.length === 0 && typed === "version") {
    return new HoldallError("E_USAGE", 'Cannot run "version": it is an option', {
      cure: "run `holdall --version`",
    });
  }
  const meant = meantBy(typed, path, args.slice(path.length + 1));
  const isPrefix = meant.length > 1 && nextNames(path).some((next) => next.startsWith(typed));
  const state = isPrefix ? "ambiguous prefix" : "no such command";
  return new HoldallError("E_USAGE", `Cannot run "${[...path, typed].join(" ")}": ${state}`, {
    cure: didYouMean(meant) ?? `see \`holdall help${start === "" ? "" : ` ${start}`}\``,
  });
}

/** Command lines that a mistyped word may have meant. */
function meantBy(
  typed: string,
  path: readonly string[],
  rest: readonly string[],
): readonly string[] {
  const synonyms = synonymsOf([...path, typed].join(" "));
  if (synonyms.length > 0) return synonyms.map((name) => `holdall ${name}`);
  const near = candidatesFor(typed, nextNames(path));
  const inOrder = near.map((each) => [...path, each, ...pathAfter([...path, each], rest)]);
  // `holdall commit` lacks the first word of `holdall state commit`.
  const ends = commandNames.filter((name) => path.length === 0 && name.endsWith(` ${typed}`));
  const found = near.length > 0 ? inOrder.map((names) => names.join(" ")) : ends;
  return found.map((name) => `holdall ${name}`);
}

/** The words that continue a path, as far as they are names of commands. */
function pathAfter(path: readonly string[], args: readonly string[]): readonly string[] {
  return pathIn([...path, ...args]).slice(path.length);
}
