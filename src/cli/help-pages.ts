/**
 * How help is laid out. It knows no command by itself, so that the launcher can print help that was
 * described when the program was built, without loading a command.
 */

import { namesOf } from "../base/registry.ts";
import { type GroupName, groups } from "./groups.ts";
import { columns, type Terminal, wrap } from "./terminal.ts";

/** Labels, each with its text. */
export type Rows = readonly (readonly [label: string, text: string])[];

/** What there is to read about a command, however it is laid out. */
export interface CommandHelp {
  readonly summary: string;
  /** How it is typed. */
  readonly usage: string;
  readonly arguments: Rows;
  readonly options: Rows;
  /** Its options that mean the same for every command on a workspace. */
  readonly workspaceOptions: Rows;
  /** Complete command lines. */
  readonly examples: readonly string[];
}

/** The headings of options that are described once in the reference. */
export const WORKSPACE_OPTIONS = "Options of commands on a workspace";
export const GLOBAL_OPTIONS = "Options of every command";

/** The options that every command takes. */
export const globalOptionRows: Rows = [
  ["--json", "Print the result as JSON"],
  ["-C, --directory DIR", "Run as if started in this folder"],
  ["--now TIME", "Use this time instead of the clock"],
  ["-q, --quiet", "Print errors only"],
  ["--no-color", "Print without colours (also NO_COLOR)"],
  ["-h, --help", "Show this help"],
];

/** Commands in one line each. */
export interface CommandList {
  readonly title: string;
  readonly names: readonly string[];
}

/** What help on some words shows: a command, a list of commands, or both. */
export interface HelpPlan {
  readonly own: string | null;
  readonly list: CommandList | null;
}

/** The group with a name. */
export function groupNamed(asked: string | undefined): GroupName | null {
  return namesOf(groups).find((name) => name === asked) ?? null;
}

/** Plans help on a group, or on the first words of commands; null when there are none. */
export function planHelp(
  path: readonly string[],
  group: GroupName | null,
  names: readonly string[],
): HelpPlan | null {
  const start = path.join(" ");
  const under = startingWith(names, start);
  if (group === null && (start === "" || under.length === 0)) return null;
  const own = names.includes(start) ? start : null;
  const list = group === null ? { title: "Commands", names: under } : groupList(group, names);
  // Some words are a command and the start of others, as `mcp` is: its own help comes first.
  const hasMore = group !== null || under.some((name) => name !== start);
  return { own, list: own === null || hasMore ? list : null };
}

/** The commands of a group. */
export function groupList(group: GroupName, names: readonly string[]): CommandList {
  const { title, names: starts } = groups[group];
  return { title, names: starts.flatMap((start) => startingWith(names, start)) };
}

function startingWith(names: readonly string[], start: string): readonly string[] {
  return names.filter((name) => name === start || name.startsWith(`${start} `));
}

/** The lines of help. */
export function renderHelp(
  { own, list }: HelpPlan,
  helpOn: (name: string) => CommandHelp,
  terminal: Terminal,
): string[] {
  const first = own === null ? [] : commandLines(helpOn(own), terminal);
  const second = list === null ? [] : listLines(list, helpOn, terminal);
  return [...first, ...(own === null || list === null ? [] : [""]), ...second];
}

/** A title and commands in one line each. */
export function listLines(
  { title, names }: CommandList,
  helpOn: (name: string) => CommandHelp,
  terminal: Terminal,
): string[] {
  const rows = names.map((name) => [name, helpOn(name).summary] as const);
  return [terminal.style("bold", title), ...columns(rows, terminal)];
}

/** The help of one command. */
export function commandLines(help: CommandHelp, terminal: Terminal): string[] {
  const part = (title: string, rows: Rows) =>
    rows.length === 0 ? [] : ["", terminal.style("bold", title), ...columns(rows, terminal)];
  return [
    ...wrap(help.summary, terminal.width),
    "",
    terminal.style("bold", "Usage"),
    ...foldCommand(help.usage, terminal.width - 2, "").map((line) => `  ${line}`),
    ...part("Arguments", help.arguments),
    ...part("Options", help.options),
    ...part(WORKSPACE_OPTIONS, help.workspaceOptions),
    ...part(GLOBAL_OPTIONS, globalOptionRows),
    "",
    terminal.style("bold", "Examples"),
    ...help.examples.flatMap((example) =>
      foldCommand(example, terminal.width - 2, " \\").map((line) => `  ${line}`),
    ),
  ];
}

/**
 * A command line within a width. It is folded between arguments, never within quotes or between an
 * option and its value; every line but the last ends with the joint, so that ` \` makes it one
 * command for a shell.
 */
function foldCommand(line: string, width: number, joint: string): string[] {
  const lines: string[] = [];
  let current = "";
  for (const part of partsOf(line)) {
    if (current !== "" && `${current} ${part}${joint}`.length > width) {
      lines.push(`${current}${joint}`);
      current = `    ${part}`;
    } else {
      current = current === "" ? part : `${current} ${part}`;
    }
  }
  return [...lines, current];
}

/** The arguments of a command line, each option with its value. */
function partsOf(line: string): readonly string[] {
  const parts: string[] = [];
  for (const arg of line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? []) {
    const last = parts.at(-1);
    const isValue = last !== undefined && /^--\S+$/.test(last) && !/^[-[]/.test(arg);
    if (isValue) parts[parts.length - 1] = `${last} ${arg}`;
    else parts.push(arg);
  }
  return parts;
}
