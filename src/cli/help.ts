import { type Argument, argumentsOf } from "../operations/operation/arguments.ts";
import type { CommandFacts } from "./commands/command.ts";
import { commandNames, loadCommand } from "./commands/registry.ts";
import { columns, type Terminal, wrap } from "./terminal.ts";

const WHAT =
  "holdall carries an AI agent's context from one tool, model or machine to another, and proves that it arrived whole.";
const EXITS =
  "Exit codes: 0 fine, 1 the check says no, 2 wrong usage, 3 refused to protect something, 4 could not, 130 interrupted.";
const GLOBAL: readonly (readonly [string, string])[] = [
  ["--json", "Print the result as JSON"],
  ["-C, --directory DIR", "Start in this folder"],
  ["--now TIME", "Use this time instead of the clock"],
  ["-q, --quiet", "Print errors only"],
  ["--no-color", "No colours (also NO_COLOR)"],
  ["-h, --help", "This text"],
];

/** The first screen: every command in one line. */
export async function overview(terminal: Terminal): Promise<string[]> {
  const commands = await Promise.all(commandNames.map(loadCommand));
  return [
    ...wrap(WHAT, terminal.width),
    "",
    terminal.style("bold", "Usage"),
    "  holdall COMMAND [ARGUMENTS]",
    "",
    terminal.style("bold", "Commands"),
    ...columns(
      commands.map((each) => [each.name, each.summary] as const),
      terminal,
    ),
    "",
    terminal.style("bold", "Options of every command"),
    ...columns(GLOBAL, terminal),
    "",
    terminal.style("bold", "Without a command"),
    ...columns([["-V, --version", "The version"]], terminal),
    "",
    ...wrap(EXITS, terminal.width),
  ];
}

/** Every command that begins with a word, in one line each. */
export async function groupOverview(word: string, terminal: Terminal): Promise<string[]> {
  const names = commandNames.filter((name) => name === word || name.startsWith(`${word} `));
  const commands = await Promise.all(names.map(loadCommand));
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return [terminal.style("bold", "Commands"), ...columns(rows, terminal)];
}

/** The help of one command. */
export function helpOf(command: CommandFacts, terminal: Terminal): string[] {
  const all = argumentsOf(command);
  const positionals = all.filter(({ key }) => command.positionals.includes(key));
  const options = all.filter(({ key }) => !command.positionals.includes(key));
  const usage = positionals.map(({ key, required }) =>
    required ? key.toUpperCase() : `[${key.toUpperCase()}]`,
  );
  const needed = options.filter((each) => each.required).map(spell);
  const lines = [
    ...wrap(command.summary, terminal.width),
    "",
    terminal.style("bold", "Usage"),
    `  ${["holdall", command.name, ...usage, ...needed, ...(options.length > needed.length ? ["[OPTIONS]"] : [])].join(" ")}`,
  ];
  if (positionals.length > 0) {
    const rows = positionals.map(
      ({ key, description }) => [key.toUpperCase(), description] as const,
    );
    lines.push("", terminal.style("bold", "Arguments"), ...columns(rows, terminal));
  }
  if (options.length > 0) {
    const rows = options.map((each) => [spell(each), explain(each)] as const);
    lines.push("", terminal.style("bold", "Options"), ...columns(rows, terminal));
  }
  lines.push("", terminal.style("bold", "Options of every command"), ...columns(GLOBAL, terminal));
  lines.push("", terminal.style("bold", "Examples"));
  return [...lines, ...command.examples.map((example) => `  holdall ${example}`)];
}

/** An option as it is typed. */
function spell({ key, kind, placeholder }: Argument): string {
  return kind === "flag" ? `--${key}` : `--${key} ${placeholder}`;
}

function explain({ description, standard, kind }: Argument): string {
  const repeat = kind === "list" && !description.includes("repeated") ? " (may be repeated)" : "";
  return `${description}${repeat}${standard === null ? "" : ` (default ${standard})`}`;
}
