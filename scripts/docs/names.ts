import { formatAliases } from "../../src/bundles/detect.ts";
import {
  loadOperation,
  type OperationName,
  operationNames,
} from "../../src/operations/registry.ts";
import { code, page, table } from "./markdown.ts";

/** Commands of the programs whose formats we read, for which the command here has another name. */
const commands: readonly (readonly [program: string, command: string, ours: OperationName])[] = [
  ["task-bundle", "validate DIR", "verify"],
  ["task-bundle", "archive DIR --out FILE", "pack"],
  ["task-bundle", "extract FILE --out DIR", "unpack"],
];

/** The page that maps the originals' names to ours. */
export async function namesPage(): Promise<string> {
  const operations = await Promise.all(operationNames.map(loadOperation));
  const options = operations.flatMap(({ name, aliases }) =>
    Object.entries(aliases).map(([other, ours]) => [name, code(`--${other}`), code(`--${ours}`)]),
  );
  return page(
    "the aliases in src/operations and src/bundles/detect.ts",
    "# Names from elsewhere",
    `Whoever comes from one of the programs that made these formats finds their words here. Names of formats
and options are accepted as they are; commands have to be retyped.`,
    "## Formats",
    table(
      ["there", "here"],
      [...formatAliases].map(([other, ours]) => [code(other), code(ours)]),
    ),
    "## Options",
    table(["command", "accepted", "means"], options),
    "## Commands",
    table(
      ["program", "there", "here"],
      commands.map(([program, command, ours]) => [program, code(command), code(`holdall ${ours}`)]),
    ),
  );
}
