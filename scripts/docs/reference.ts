import { namesOf } from "../../src/base/registry.ts";
import {
  type Command,
  commandNames,
  isOperation,
  loadCommand,
} from "../../src/cli/commands/registry.ts";
import { type Group, groups } from "../../src/cli/groups.ts";
import { helpOf } from "../../src/cli/help.ts";
import { overviewLines } from "../../src/cli/overview.ts";
import { createTerminal } from "../../src/cli/terminal.ts";
import type { Operation, Surface } from "../../src/operations/operation/operation.ts";
import { code, page, table } from "./markdown.ts";

const terminal = createTerminal({}, false);

/** What an exit code means. */
export const exitCodes: readonly (readonly [code: string, meaning: string])[] = [
  ["0", "success"],
  ["1", "the check failed: invalid, altered, different, or too much would be lost"],
  ["2", "wrong usage"],
  ["3", "refused, to protect something: a file would be overwritten, a limit exceeded"],
  ["4", "could not be done: not found, not readable, locked, key not usable"],
  ["130", "interrupted"],
];

/** A group with its commands, in the order of the registry. */
export interface Section extends Group {
  readonly name: string;
  readonly commands: readonly Command[];
}

/** Every command by its group. */
export async function commandSections(): Promise<readonly Section[]> {
  const all = await Promise.all(commandNames.map(loadCommand));
  return namesOf(groups).map((name): Section => {
    const group: Group = groups[name];
    const commands = all.filter((command) => group.words.includes(firstWord(command)));
    return { ...group, name, commands };
  });
}

/** The pages of every command by file: an index, and one page per group. */
export function referencePages(
  found: readonly Section[],
): readonly (readonly [file: string, text: string])[] {
  return [
    ["docs/reference/README.md", indexPage(found)],
    ...found.map((group) => [`docs/reference/${group.name}.md`, groupPage(group)] as const),
  ];
}

function firstWord({ name }: Command): string {
  return name.split(" ")[0] ?? "";
}

function indexPage(found: readonly Section[]): string {
  return page(
    "src/operations",
    "# Commands",
    fenced(overviewLines(terminal)),
    `Every command accepts \`--json\` and then prints one JSON value. A command that fails prints
\`{"ok": false, "error": {"code", "message", "cure"}, "findings": […]}\`. The codes are listed in
[codes.md](../codes.md), the settings in [configuration.md](../configuration.md). After
\`npm install --global holdall\`, \`man holdall\` and \`man holdall-handoff\` (or another group) show these pages.`,
    ...found.map(
      ({ name, title, summary, commands }) =>
        `## [${title}](${name}.md)\n\n${summary}.\n\n${table(
          ["command", "what it does"],
          commands.map((command) => [
            `[\`${command.name}\`](${name}.md#${anchor(command.name)})`,
            command.summary,
          ]),
        )}`,
    ),
    "## Exit codes",
    table(["exit code", "meaning"], exitCodes),
  );
}

function groupPage({ title, summary, commands }: Section): string {
  return page(
    "src/operations and src/cli/commands",
    `# ${title}`,
    `${summary}. [All commands](README.md).`,
    ...commands.map(section),
  );
}

function anchor(name: string): string {
  return name.replaceAll(" ", "-");
}

function section(command: Command): string {
  const rows = [
    [
      "effect",
      command.effect === "read"
        ? "reads only"
        : "writes to the workspace or to what its arguments name",
    ],
    ...(isOperation(command) ? operationFacts(command) : [["meant for", "the command line"]]),
    ...aliases(command),
  ];
  const facts = rows.map(([label, text]) => `- ${label}: ${text}`);
  return [`## ${command.name}`, "", fenced(ownHelp(command)), "", ...facts].join("\n");
}

function operationFacts(operation: Operation): string[][] {
  const keys = ["keys of the result", keysOf(operation).map(code).join(", ")];
  return [...surfaces(operation), ...tools(operation), keys];
}

/** The program's help without the part that is the same for every command. */
function ownHelp(command: Command): string[] {
  const lines = helpOf(command, terminal);
  const from = lines.indexOf("Options of every command");
  const to = lines.indexOf("", from);
  return from === -1 ? lines : lines.toSpliced(from, to + 1 - from);
}

function surfaces({ surfaces, withheld }: Operation): string[][] {
  const names: Readonly<Record<Surface, string>> = {
    cli: "the command line",
    mcp: "MCP",
    http: "HTTP",
    person: "the person at the browser",
  };
  const offered = surfaces.map((surface) => names[surface]).join(", ");
  const refused = Object.entries(withheld).map(([surface, why]) => [
    `not for ${names[surface as Surface]}`,
    why,
  ]);
  return [["meant for", offered], ...refused];
}

function tools(operation: Operation): string[][] {
  const names = operation.tools.map(({ name, sets }) => `${code(name)} (${sets.join(", ")})`);
  return names.length === 0 ? [] : [["MCP tools, with their sets", names.join(", ")]];
}

function aliases(command: Command): string[][] {
  const pairs = Object.entries(command.aliases).map(
    ([other, ours]) =>
      `${code(`${other.length === 1 ? "-" : "--"}${other}`)} for ${code(`--${ours}`)}`,
  );
  return pairs.length === 0 ? [] : [["also accepted", pairs.join(", ")]];
}

function keysOf({ output }: Operation): string[] {
  const { shape } = output() as unknown as { shape?: Readonly<Record<string, unknown>> };
  return Object.keys(shape ?? {});
}

function fenced(lines: readonly string[]): string {
  return ["```text", ...lines, "```"].join("\n");
}
