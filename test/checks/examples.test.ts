import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createScratch, type Scratch } from "../../scripts/docs/scratch.ts";
import { type Outcome, root, run } from "../../scripts/run.ts";
import {
  type CommandName,
  commandNames,
  isOperation,
  loadCommand,
} from "../../src/cli/commands/registry.ts";
import { type Server, startServer } from "../support/postgresql.ts";
import { startHoldall } from "../support/program.ts";
import { createLogins } from "../support/team.ts";
import { openLedgerAt } from "../support/workspaces.ts";
import { preparations, restoreFolder, TEST_COMMAND } from "./example-folder.ts";
import { needsShell, runWarm, splitLine } from "./warm-line.ts";

const COLUMNS = 80;
const hasScript = (await run("/bin/sh", ["-c", "command -v script"])).code === 0;

/**
 * Commands whose examples run as the installed program on a real terminal, one of each group. The others run
 * in a program that stays loaded and writes to a stream of the same width: what differs is only the start.
 */
const ON_TERMINAL = new Set([
  "verify",
  "handoff",
  "thread list",
  "state show",
  "session list",
  "memory list",
  "kit status",
  "ledger verify",
  "context status",
  "task inspect",
  "doctor",
  "mcp",
  "completion",
]);

/** The database that examples of teams name. */
const TEAM_STORE = "postgresql://ana@db/tides";
const server = await startServer();

/** A real database in its place, with a login for each of the two whom examples name. */
async function createTeam({ url }: Server) {
  const place = url("tides");
  const logins = await createLogins(place);
  const store = logins.as(await logins.create("ana", true), place);
  await (await openLedgerAt(store)).close();
  return { store, ben: await logins.create("ben") };
}

const commands = new Map(
  await Promise.all(commandNames.map(async (name) => [name, await loadCommand(name)] as const)),
);

function writes(name: CommandName): boolean {
  const command = commands.get(name);
  return command !== undefined && !(isOperation(command) && command.effect === "read");
}

describe("examples of commands work, and fit a terminal of 80 columns", async () => {
  const team = typeof server === "string" ? server : await createTeam(server);
  let scratch: Scratch;
  before(async () => {
    scratch = await createScratch(join(root, "bin/holdall.cjs"));
    for (const preparation of preparations) {
      const { code, output } = await prepare(preparation, scratch);
      assert.equal(code, 0, `${preparation}\n${output}`);
    }
    await scratch.run("cp -r . ../copy");
  });
  after(() => scratch.remove());
  // What only reads comes first and shares a folder; whatever writes begins with a copy of its own.
  for (const name of commandNames.toSorted((a, b) => Number(writes(a)) - Number(writes(b)))) {
    const examples = commands.get(name)?.examples ?? [];
    const isOfTeam = examples.some((example) => example.includes(TEAM_STORE));
    test(name, { skip: isOfTeam && typeof team === "string" ? team : false }, async () => {
      for (const example of examples.map((each) => inDatabase(each, team))) {
        const isOnTerminal = ON_TERMINAL.has(name) || needsShell(example);
        await runExample(example, { scratch, isOnTerminal, writes: writes(name) });
      }
    });
  }

  test("commands that are named to run on a terminal exist", () => {
    const names: readonly string[] = commandNames;
    assert.deepEqual(
      [...ON_TERMINAL].filter((name) => !names.includes(name)),
      [],
    );
  });
});

type Team = Awaited<ReturnType<typeof createTeam>>;

function inDatabase(example: string, team: Team | string): string {
  if (typeof team === "string" || !example.includes(TEAM_STORE)) return example;
  return example.replace(TEAM_STORE, team.store).replace(/\bben\b/, team.ben);
}

async function prepare(line: string, scratch: Scratch): Promise<Outcome> {
  const isCommand = line.startsWith("holdall ") && !needsShell(line);
  const start = { cwd: scratch.folder, columns: COLUMNS };
  return isCommand ? runWarm(line, scratch, start) : scratch.run(line);
}

interface Place {
  readonly scratch: Scratch;
  readonly isOnTerminal: boolean;
  /** Whether the command may change files. */
  readonly writes: boolean;
}

/** Runs an example in a copy of a folder that has every file which examples name. */
async function runExample(example: string, { scratch, isOnTerminal, writes }: Place) {
  const cwd = join(scratch.folder, "../copy");
  if (example.startsWith("serve")) return runServer(example, scratch, cwd);
  // What an example writes is not there yet.
  const out = / --out (\S+)/.exec(example)?.[1];
  const gone = example.startsWith("sign ") ? "bundle/SHA256SUMS.sig" : out;
  if (writes) restoreFolder(cwd, scratch.folder);
  if (gone !== undefined) rmSync(join(cwd, gone), { recursive: true, force: true });
  // Following has no end of its own.
  const onlyOnce =
    example.startsWith("thread follow") && !example.endsWith("--once") ? " --once" : "";
  const numbered = / --refused \d+/;
  const command = numbered.test(example)
    ? example.replace(numbered, ` --refused ${refusedIn(scratch)}`)
    : example;
  const line = `holdall ${command}${onlyOnce}`.replace("npm test", TEST_COMMAND);
  const outcome = isOnTerminal
    ? await scratch.run(inTerminal(`cd ../copy && PATH="$PATH:$PWD" && ${line}`))
    : runWarm(line, scratch, { cwd, columns: COLUMNS });
  // Two different bundles are compared, and that is the answer.
  const expected = example.startsWith("diff") ? 1 : 0;
  assert.equal(outcome.code, expected, `holdall ${example}\n${outcome.output}`);
  if (!PRINTS_DOCUMENT.test(example)) assert.deepEqual(wideLines(outcome.output), [], example);
}

/** Runs a server until it says where it is, and ends it as a person does. */
async function runServer(example: string, scratch: Scratch, cwd: string): Promise<void> {
  // No browser is opened, and another server may have the usual port.
  const bin = join(scratch.folder, "../opener");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "xdg-open"), "#!/bin/sh\n", { mode: 0o755 });
  const env = { ...scratch.env, PATH: `${bin}:${scratch.env.PATH}` };
  const server = startHoldall([...splitLine(example, env.HOME), "--port", "0"], { cwd, env });
  const ended = once(server, "exit");
  let output = "";
  for await (const chunk of server.stdout ?? []) {
    output += chunk;
    if (/Ctrl-C ends the server/.test(output)) server.kill("SIGINT");
  }
  const [code] = await ended;
  assert.match(output, /^Serving http:/, example);
  assert.equal(code, 0, output);
}

/** The number of the refusal that the preparations led to. */
function refusedIn(scratch: Scratch): number {
  const { output } = runWarm("holdall state log --type rejected --json", scratch, {
    cwd: scratch.folder,
  });
  const { lines }: { lines: { seq: number; content: string | null }[] } = JSON.parse(output);
  return lines.find(({ content }) => content?.includes("is not generated"))?.seq ?? 0;
}

/** A command as a person sees it who has a terminal of 80 columns; where none can be had, as in a pipe. */
function inTerminal(line: string): string {
  if (!hasScript) return line;
  const file = `cat > ../line.sh <<'LINE'\n${line}\nLINE\n`;
  return `${file}SHELL=/bin/sh script -qec 'stty cols ${COLUMNS} && . ../line.sh < /dev/null' /dev/null`;
}

/** Examples that print a text for a program, a model or a file, which no terminal may break. */
const PRINTS_DOCUMENT =
  /--(?:json|raw|markdown|sums|format)\b|^(?:brief|completion|render|schema|ledger heads|hooks preview|kit export|context (?:assemble|load)|memory (?:context|get|resolve))\b/;
const COMMAND =
  /(?:^ *|: {1,2}|["'`(]|→ )(?:holdall|npm|npx|git|cd|claude|codex|gemini|opencode|pi) /;

/** Lines of more than 80 columns, but for what must be copied whole: a path, an id, a hash, a command. */
function wideLines(output: string): readonly string[] {
  return output
    .split(/\r?\n/)
    .filter(
      (line) => [...line].length > COLUMNS && line.trim().includes(" ") && !COMMAND.test(line),
    );
}
