import { type CommandName, commandNames } from "./commands/registry.ts";

/** The leading words that are (part of) the name of a command, as `thread run` is. */
export function pathIn(args: readonly string[]): readonly string[] {
  const path: string[] = [];
  for (const arg of args) {
    if (!nextNames(path).includes(arg)) break;
    path.push(arg);
  }
  return path;
}

/** The words that can follow a path; without a path, the first words of all commands. */
export function nextNames(path: readonly string[]): readonly string[] {
  const next = commandsUnder(path).map((name) => name.split(" ")[path.length] ?? "");
  return [...new Set(next)].filter((name) => name !== "");
}

/** The commands whose names start with some words. */
function commandsUnder(path: readonly string[]): readonly CommandName[] {
  const start = path.join(" ");
  return commandNames.filter(
    (name) => start === "" || name === start || name.startsWith(`${start} `),
  );
}
