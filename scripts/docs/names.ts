import { formatAliases } from "../../src/bundles/detect.ts";
import { type CommandName, commandNames, loadCommand } from "../../src/cli/commands/registry.ts";
import { code, page, table } from "./markdown.ts";

/** Commands of the programs whose formats we read, for which the command here has another name. */
const commands: readonly (readonly [
  program: string,
  command: string,
  ours: CommandName,
  options?: string,
])[] = [
  ["task-bundle", "init --out DIR", "task init"],
  ["task-bundle", "pack …", "task pack"],
  ["task-bundle", "inspect DIR", "task inspect"],
  ["task-bundle", "validate DIR", "task validate"],
  ["task-bundle", "archive DIR --out FILE", "task archive"],
  ["task-bundle", "extract FILE --out DIR", "task extract"],
  ["artesian", "headwater verify ROOT", "okf verify"],
  ["artesian", "headwater export SOURCE TARGET", "okf export"],
  ["artesian", "tokens", "memory savings"],
  ["artesian", "projects", "memory projects"],
  ["artesian", "memory anchor recover", "session resume"],
  ["artesian", "memory distill TEXT --store", "memory distill", "--keep"],
  ["artesian", "consolidate", "dream"],
  ["artesian", "handoff SESSION", "session resume"],
  ["artesian", "import-harness HARNESS PATH", "memory import", "PATH --from HARNESS"],
  ["artesian", "backfill DIR", "memory import"],
  ["artesian", "hooks claude session-start", "hook"],
  ["artesian", "doctor", "status"],
];

/** Commands of those programs that have no counterpart, and why. */
const absent: readonly (readonly [program: string, command: string, why: string])[] = [
  ["artesian", "perf", "`npm run bench` measures instead of estimating"],
  ["artesian", "onboard", "`init`, `memory import` and `mcp install` are its steps"],
  [
    "artesian",
    "run, orchestrate, runs, watch, spawn, agents, task, team, loop",
    "Holdall carries what agents know; it does not run them in teams",
  ],
  ["artesian", "migrate, snapshot, replicate", "`ledger copy`, `ledger export` and `kit export`"],
  ["artesian", "quota, update", "left to the agent and to the package manager"],
];

/** The page that maps the originals' names to ours. */
export async function namesPage(): Promise<string> {
  const known = await Promise.all(commandNames.map(loadCommand));
  const options = known.flatMap(({ name, aliases }) =>
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
      commands.map(([program, command, ours, options]) => {
        const here = ["holdall", ours, ...(options === undefined ? [] : [options])].join(" ");
        return [program, code(command), code(here)];
      }),
    ),
    "## Commands that are not here",
    table(
      ["program", "there", "why, or what to use"],
      absent.map(([program, command, why]) => [program, code(command), why]),
    ),
  );
}
