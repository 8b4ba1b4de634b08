import { type Argument, argumentsOf } from "../operations/operation/arguments.ts";
import type { Operation } from "../operations/operation/operation.ts";
import { loadOperation, operationNames } from "../operations/registry.ts";
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
  const operations = await Promise.all(operationNames.map(loadOperation));
  return [
    ...wrap(WHAT, terminal.width),
    "",
    terminal.style("bold", "Usage"),
    "  holdall COMMAND [ARGUMENTS]",
    "",
    terminal.style("bold", "Commands"),
    ...columns(
      operations.map((each) => [each.name, each.summary] as const),
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
  const names = operationNames.filter((name) => name === word || name.startsWith(`${word} `));
  const operations = await Promise.all(names.map(loadOperation));
  const rows = operations.map(({ name, summary }) => [name, summary] as const);
  return [terminal.style("bold", "Commands"), ...columns(rows, terminal)];
}

/** The help of one command. */
export function helpOf(operation: Operation, terminal: Terminal): string[] {
  const all = argumentsOf(operation);
  const positionals = all.filter(({ key }) => operation.positionals.includes(key));
  const options = all.filter(({ key }) => !operation.positionals.includes(key));
  const usage = positionals.map(({ key, required }) =>
    required ? key.toUpperCase() : `[${key.toUpperCase()}]`,
  );
  const needed = options.filter((each) => each.required).map(spell);
  const lines = [
    ...wrap(operation.summary, terminal.width),
    "",
    terminal.style("bold", "Usage"),
    `  ${["holdall", operation.name, ...usage, ...needed, ...(options.length > needed.length ? ["[OPTIONS]"] : [])].join(" ")}`,
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
  return [...lines, ...operation.examples.map((example) => `  holdall ${example}`)];
}

/** An option as it is typed. */
function spell({ key, kind, placeholder }: Argument): string {
  return kind === "flag" ? `--${key}` : `--${key} ${placeholder}`;
}

function explain({ description, standard, kind }: Argument): string {
  const repeat = kind === "list" && !description.includes("repeated") ? " (may be repeated)" : "";
  return `${description}${repeat}${standard === null ? "" : ` (default ${standard})`}`;
}
