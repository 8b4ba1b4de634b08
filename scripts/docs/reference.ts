import { readFileSync } from "node:fs";
import { join } from "node:path";
import { helpOf, overview } from "../../src/cli/help.ts";
import { createTerminal } from "../../src/cli/terminal.ts";
import type { Operation, Surface } from "../../src/operations/operation/operation.ts";
import { loadOperation, operationNames } from "../../src/operations/registry.ts";
import { root } from "../run.ts";
import { code, page, table } from "./markdown.ts";

const terminal = createTerminal({}, false);

const REGISTRY = "src/operations/registry.ts";

/** A folder of `src/operations/` that has commands, with the title of its page and what they are for. */
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
};

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
  readonly operations: readonly Operation[];
}

/** The pages of every command by file: an index, and one page per folder of `src/operations/`. */
export async function referencePages(): Promise<readonly (readonly [string, string])[]> {
  const all = await Promise.all(operationNames.map(loadOperation));
  const folderOf = foldersInRegistry();
  const found = Object.entries(groups).map(([name, [title, about]]): Group => {
    const operations = all.filter((operation) => folderOf.get(operation.name) === name);
    return { name, title, about, operations };
  });
  const missing = all.filter(({ name }) => !Object.hasOwn(groups, folderOf.get(name) ?? ""));
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
      ({ name, title, about, operations }) =>
        `## [${title}](${name}.md)\n\n${about}\n\n${table(
          ["command", "what it does"],
          operations.map((operation) => [
            `[\`${operation.name}\`](${name}.md#${anchor(operation.name)})`,
            operation.summary,
          ]),
        )}`,
    ),
    "## Exit codes",
    EXITS,
  );
}

function groupPage({ name, title, about, operations }: Group): string {
  return page(
    `src/operations/${name}`,
    `# ${title}`,
    `${about} [All commands](README.md).`,
    ...operations.map(section),
  );
}

function anchor(name: string): string {
  return name.replaceAll(" ", "-");
}

function section(operation: Operation): string {
  const rows = [
    [
      "effect",
      operation.effect === "read"
        ? "reads only"
        : "writes to the workspace or to what its arguments name",
    ],
    ...surfaces(operation),
    ...tools(operation),
    ...aliases(operation),
    ["keys of the result", keysOf(operation).map(code).join(", ")],
  ];
  const facts = rows.map(([label, text]) => `- ${label}: ${text}`);
  return [`## ${operation.name}`, "", fenced(ownHelp(operation)), "", ...facts].join("\n");
}

/** The program's help without the part that is the same for every command. */
function ownHelp(operation: Operation): string[] {
  const lines = helpOf(operation, terminal);
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

function aliases(operation: Operation): string[][] {
  const pairs = Object.entries(operation.aliases).map(
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
