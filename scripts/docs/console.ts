import type { Outcome } from "../run.ts";

/** One command of a `console` block, with what the page says it prints. */
export interface Command {
  /** Line of the page, counted from 1. */
  readonly line: number;
  readonly text: string;
  /** Lines after it; none means that only the exit code counts. `…` matches anything. */
  readonly output: readonly string[];
  readonly exit: number;
}

const EXIT = /^\[exit code (\d+)\]$/;

/** Every command of a page, in order: lines that begin with `$ ` in blocks marked `console`. */
export function commandsOf(markdown: string): readonly Command[] {
  const commands: { line: number; text: string; output: string[]; exit: number }[] = [];
  let inBlock = false;
  let current: (typeof commands)[number] | undefined;
  for (const [index, text] of markdown.split("\n").entries()) {
    if (text.startsWith("```")) {
      inBlock = !inBlock && text === "```console";
      current = undefined;
    } else if (inBlock && text.startsWith("$ ")) {
      current = { line: index + 1, text: text.slice(2), output: [], exit: 0 };
      commands.push(current);
    } else if (current) {
      const exit = EXIT.exec(text)?.[1];
      if (exit === undefined) current.output.push(text);
      else current.exit = Number(exit);
    }
  }
  return commands;
}

/** Whether a command did what the page says. */
export function matches(command: Command, outcome: Outcome): boolean {
  if (outcome.code !== command.exit) return false;
  if (command.output.length === 0) return true;
  return fits(command.output.join("\n"), shown(outcome).join("\n"));
}

/** Compares text by text between the `…`, without backtracking. */
function fits(expected: string, actual: string): boolean {
  const [first = "", ...rest] = expected.split("…");
  if (!actual.startsWith(first)) return false;
  if (rest.length === 0) return actual === first;
  let at = first.length;
  for (const [index, part] of rest.entries()) {
    const found =
      index === rest.length - 1 ? actual.length - part.length : actual.indexOf(part, at);
    if (found < at || !actual.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return true;
}

/** The page with the output of every command that shows some replaced, where it no longer matches. */
export async function refreshed(
  markdown: string,
  run: (text: string) => Promise<Outcome>,
): Promise<string> {
  const lines = markdown.split("\n");
  let moved = 0;
  for (const command of commandsOf(markdown)) {
    const outcome = await run(command.text);
    if (matches(command, outcome)) continue;
    // A page that shows a failure says so itself: one that appears is a fault of the program.
    if (outcome.code !== command.exit) {
      const { text, exit } = command;
      const failure = `"${text}" ended with ${outcome.code}, not ${exit}, as the page says:\n${outcome.output}`;
      throw new Error(failure);
    }
    const exit = outcome.code === 0 ? [] : [`[exit code ${outcome.code}]`];
    const old = command.output.length + exit.length;
    const fresh = [...(command.output.length === 0 ? [] : shown(outcome)), ...exit];
    lines.splice(command.line + moved, old, ...fresh);
    moved += fresh.length - old;
  }
  return lines.join("\n");
}

function shown({ output }: Outcome): string[] {
  return output.trimEnd().split("\n");
}
