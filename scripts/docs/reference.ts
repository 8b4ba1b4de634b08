import { helpOf, overview } from "../../src/cli/help.ts";
import { createTerminal } from "../../src/cli/terminal.ts";
import type { Operation, Surface } from "../../src/operations/operation/define-operation.ts";
import { loadOperation, operationNames } from "../../src/operations/registry.ts";
import { code, page, table } from "./markdown.ts";

const terminal = createTerminal({}, false);

const EXITS = table(
  ["exit code", "meaning"],
  [
    ["0", "fine"],
    ["1", "the check says no: invalid, tampered with, different, would lose too much"],
    ["2", "wrong usage"],
    ["3", "refused, to protect something: would overwrite, would leave a folder, over a limit"],
    ["4", "could not: not found, not readable, key not usable"],
    ["130", "interrupted"],
  ],
);

/** The page of every command, made from the operations table and the program's own help. */
export async function referencePage(): Promise<string> {
  const operations = await Promise.all(operationNames.map(loadOperation));
  const intro = `Every command takes \`--json\` and then prints one JSON value; a command that throws prints
\`{"ok": false, "error": {"code", "message", "cure"}, "findings": […]}\`. The codes are in [codes.md](codes.md).`;
  return page(
    "src/operations",
    "# Commands",
    fenced(await overview(terminal)),
    intro,
    "## Exit codes",
    EXITS,
    ...operations.map(section),
  );
}

function section(operation: Operation): string {
  const rows = [
    [
      "effect",
      operation.effect === "read"
        ? "reads only"
        : "writes the workspace, or what the arguments name",
    ],
    ...surfaces(operation),
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
