import fs from "node:fs";
import { isatty } from "node:tty";
import { groups } from "./groups.ts";
import { type CommandHelp, groupNamed, planHelp, renderHelp } from "./help-pages.ts";
import { createTerminal, type Terminal } from "./terminal.ts";

/** Everyday commands, each as an example. A test proves that they can be typed like this. */
export const everyday: readonly (readonly [example: string, does: string])[] = [
  ["sessions", "List your agents' sessions (here, or --all)"],
  ["show claude", "Read a session of any agent"],
  ["search parser bug", "Find sessions by words in them"],
  ["handoff", "Choose a session, continue it in another agent"],
  ["handoff claude codex", "Continue the newest one here, without questions"],
  ["import claude --state", "Keep a session and what it decided"],
  ["serve --open", "Open the app in a browser"],
  ["setup", "Give your agents the state and past sessions"],
];

/**
 * The first screen, at most 24 lines of 80 columns: what it is, what to type, where to read more.
 */
export function overviewLines(terminal: Terminal): string[] {
  const examples = everyday.map(([command, does]) => [`holdall ${command}`, does] as const);
  const names = Object.entries(groups).map(([name, { summary }]) => [name, summary] as const);
  return [
    "Carry an AI agent's context between tools, and prove that it arrived complete.",
    terminal.style("bold", "Everyday commands"),
    ...table(examples),
    `${terminal.style("bold", "Groups")} (holdall help GROUP, COMMAND or --all; also --version, and --json)`,
    ...table(names),
  ];
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`);
}

/**
 * Prints the first screen. The launcher calls it directly, so that help costs no more than the
 * start of Node; without a terminal, not even the streams are loaded.
 */
export function printOverview(): void {
  print(overviewLines);
}

/**
 * Prints help on words from what the build described in a file; false when the words are no command
 * and no group, or when there is no such file.
 */
export function printHelp(command: readonly string[], file: string): boolean {
  if (!fs.existsSync(file)) return false;
  // Written by the build, from the same type.
  const all = JSON.parse(fs.readFileSync(file, "utf8")) as Readonly<Record<string, CommandHelp>>;
  const group = command.length === 1 ? groupNamed(command[0]) : null;
  const plan = planHelp(command, group, Object.keys(all));
  if (plan === null) return false;
  const helpOn = (name: string) => all[name] ?? NOTHING;
  print((terminal) => renderHelp(plan, helpOn, terminal));
  return true;
}

const NOTHING: CommandHelp = {
  summary: "",
  usage: "",
  arguments: [],
  options: [],
  workspaceOptions: [],
  examples: [],
};

/** What a pipe surely takes at once; more is left to the stream, which waits. */
const AT_ONCE = 16_384;

function print(render: (terminal: Terminal) => readonly string[]): void {
  const isTerminal = isatty(1);
  const lines = render(createTerminal(isTerminal ? process.stdout : {}, true));
  const text = `${lines.join("\n")}\n`;
  if (isTerminal || text.length > AT_ONCE) process.stdout.write(text);
  else fs.writeSync(1, text);
}
