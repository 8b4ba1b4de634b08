import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Command,
  commandNames,
  isOperation,
  loadCommand,
} from "../../src/cli/commands/registry.ts";
import { helpOf, overview } from "../../src/cli/help.ts";
import { createTerminal } from "../../src/cli/terminal.ts";
import type { Operation, Surface } from "../../src/operations/operation/operation.ts";
import { root } from "../run.ts";
import { code, page, table } from "./markdown.ts";

const terminal = createTerminal({}, false);

const REGISTRY = "src/operations/registry.ts";

/** The folders of `src/operations/` that have commands, with the title of their page and what it is about. */
const groups: Readonly<Record<string, readonly [title: string, about: string]>> = {
  tour: ["Tour", "Show Holdall at work in a scratch folder."],
  handoff: ["Sessions and handoff", "List, import and hand over the sessions of coding agents."],
  state: ["State", "Read and change the state: the entries in force, with their reasons."],
  session: ["Sessions of the state", "Choose a state, record a checkpoint, resume work from it."],
  memory: ["Memory", "Keep texts as units, find them again, and give them to a model."],
  kit: ["Kits", "Export the state as a bundle, import it elsewhere, and tidy it (okf, dream)."],
  thread: ["Threads", "Keep conversations and compile what a model is given."],
  bundle: ["Bundles", "Inspect, verify, compare, convert, pack, sign and seal bundles."],
  ledger: ["Workspace and ledger", "Create a workspace, check it, export it and copy it."],
  host: ["Agents that host Holdall", "Register the MCP server and the hooks with coding agents."],
  program: ["The program itself", "Serve models, answer hooks, and complete words in a shell."],
};

/** The group of the commands that are no operations: they are declared in `src/cli/commands/`. */
const PROGRAM = "program";

const EXITS = table(
  ["exit code", "meaning"],
  [
    ["0", "success"],
    ["1", "the check failed: invalid, altered, different, or too much would be lost"],
    ["2", "wrong usage"],
    ["3", "refused, to protect something: a file would be overwritten, a limit exceeded"],
    ["4", "could not be done: not found, not readable, locked, key not usable"],
    ["130", "interrupted"],
  ],
);

/** A group with its commands, in the order of the registry. */
interface Group {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly commands: readonly Command[];
}

/** The pages of every command by file: an index, and one page per folder of `src/operations/`. */
export async function referencePages(): Promise<readonly (readonly [string, string])[]> {
  const all = await Promise.all(commandNames.map(loadCommand));
  const folders = foldersInRegistry();
  const groupOf = (command: Command) =>
    isOperation(command) ? (folders.get(command.name) ?? "") : PROGRAM;
  const found = Object.entries(groups).map(([name, [title, about]]): Group => {
    return { name, title, about, commands: all.filter((command) => groupOf(command) === name) };
  });
  const missing = all.filter((command) => !Object.hasOwn(groups, groupOf(command)));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(", ");
    throw new Error(
      `Cannot write the reference: scripts/docs/reference.ts has no group for ${names}`,
    );
  }
  return [
    ["docs/reference/README.md", await indexPage(found)],
    ...found.map((group) => [`docs/reference/${group.name}.md`, groupPage(group)] as const),
  ];
}

/** The folder of each operation, as the registry imports it: its capability is declared nowhere else. */
function foldersInRegistry(): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, REGISTRY), "utf8");
  const lines = text.matchAll(/^ {2}"?([a-z][a-z -]*)"?:\s*\(\) =>\s*import\("\.\/([a-z-]+)\//gm);
  return new Map([...lines].map(([, name = "", folder = ""]) => [name, folder]));
}

async function indexPage(found: readonly Group[]): Promise<string> {
  return page(
    "src/operations",
    "# Commands",
    fenced(await overview(terminal)),
    `Every command accepts \`--json\` and then prints one JSON value. A command that fails prints
\`{"ok": false, "error": {"code", "message", "cure"}, "findings": […]}\`. The codes are listed in
[codes.md](../codes.md), the settings in [configuration.md](../configuration.md).`,
    ...found.map(
      ({ name, title, about, commands }) =>
        `## [${title}](${name}.md)\n\n${about}\n\n${table(
          ["command", "what it does"],
          commands.map((command) => [
            `[\`${command.name}\`](${name}.md#${anchor(command.name)})`,
            command.summary,
          ]),
        )}`,
    ),
    "## Exit codes",
    EXITS,
  );
}

function groupPage({ name, title, about, commands }: Group): string {
  return page(
    name === PROGRAM ? "src/cli/commands" : `src/operations/${name}`,
    `# ${title}`,
    `${about} [All commands](README.md).`,
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
    ([other, ours]) => `${code(`--${other}`)} for ${code(`--${ours}`)}`,
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
