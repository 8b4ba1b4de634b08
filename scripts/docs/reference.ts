import { namesOf } from "../../src/base/registry.ts";
import {
  type Command,
  commandNames,
  isOperation,
  loadCommand,
} from "../../src/cli/commands/registry.ts";
import { type Group, groups } from "../../src/cli/groups.ts";
import { describeCommand, helpOf } from "../../src/cli/help.ts";
import {
  GLOBAL_OPTIONS,
  globalOptionRows,
  type Rows,
  WORKSPACE_OPTIONS,
} from "../../src/cli/help-pages.ts";
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
    const commands = all.filter((command) => group.names.includes(groupName(command)));
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

function groupName({ name }: Command): string {
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
    `## ${WORKSPACE_OPTIONS}`,
    `A command that reads the workspace has \`--store\`; one that writes to it has all of them. Other
names for options are in [names.md](../names.md).`,
    table(
      ["option", "meaning"],
      workspaceOptions(found).map(([label, text]) => [code(label), text]),
    ),
    `## ${GLOBAL_OPTIONS}`,
    table(
      ["option", "meaning"],
      globalOptionRows.map(([label, text]) => [code(label), text]),
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
    ...sharedOptions(command),
    ...aliases(command),
  ];
  const facts = rows.map(([label, text]) => `- ${label}: ${text}`);
  return [`## ${command.name}`, "", fenced(ownHelp(command)), "", ...facts].join("\n");
}

function operationFacts(operation: Operation): string[][] {
  const keys = ["keys of the result", keysOf(operation).map(code).join(", ")];
  return [...surfaces(operation), ...tools(operation), keys];
}

/** The program's help without the parts that are described once. */
function ownHelp(command: Command): string[] {
  return [GLOBAL_OPTIONS, WORKSPACE_OPTIONS].reduce(withoutPart, helpOf(command, terminal));
}

function withoutPart(lines: string[], title: string): string[] {
  const from = lines.indexOf(title);
  const to = lines.indexOf("", from);
  return from === -1 ? lines : lines.toSpliced(from, to + 1 - from);
}

/** The options of commands on a workspace, as the commands that have most of them describe them. */
function workspaceOptions(found: readonly Section[]): Rows {
  const all = found.flatMap(({ commands }) => commands.map(describeCommand));
  return [...new Map(all.flatMap(({ workspaceOptions: rows }) => rows))];
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

function sharedOptions(command: Command): string[][] {
  const names = describeCommand(command).workspaceOptions.map(
    ([label]) => label.split(" ")[0] ?? "",
  );
  return names.length === 0
    ? []
    : [
        [
          "also takes",
          `${names.map(code).join(", ")} ([described once](README.md#${anchor(WORKSPACE_OPTIONS.toLowerCase())}))`,
        ],
      ];
}

function aliases(command: Command): string[][] {
  const shared = describeCommand(command).workspaceOptions.map(([label]) => label);
  const own = Object.entries(command.aliases).filter(
    ([, ours]) => !shared.some((label) => label.startsWith(`--${ours} `)),
  );
  const pairs = own.map(
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
