import { exitOf } from "../base/codes.ts";
import { HoldallError } from "../base/errors.ts";
import { nearestName } from "../base/registry.ts";
import { parseWords } from "./arguments.ts";
import { type CommandName, commandNames, loadCommand } from "./commands/registry.ts";
import { presentError } from "./present/error.ts";
import { run } from "./run.ts";
import { createTerminal } from "./terminal.ts";

const LONGEST_NAME = Math.max(...commandNames.map((name) => name.split(" ").length));

// Not awaited at the top: the program is bundled as CommonJS, which starts milliseconds sooner.
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

async function main(words: readonly string[]): Promise<number> {
  const json = words.includes("--json");
  try {
    return await dispatch(words);
  } catch (error) {
    return report(error, json);
  }
}

async function dispatch(words: readonly string[]): Promise<number> {
  const [first] = words;
  if (first === undefined || first === "--help" || first === "-h" || first === "help") {
    return help(words.slice(1));
  }
  const { at } = commandAt(words);
  if (isGroup(words[at]) && asksForHelp(words.slice(at + 1))) return help(words.slice(at));
  const { name, rest } = findCommand(words);
  const command = await loadCommand(name);
  const parsed = parseWords(command, rest);
  if (parsed.globals.help) return help([name]);
  return run(command, parsed);
}

/** The command may stand behind options of the program, as in `holdall -C DIR verify .` */
function commandAt(words: readonly string[]): { readonly at: number } {
  const withValue = new Set(["-C", "--directory", "--now", "--store"]);
  let at = 0;
  while (words[at]?.startsWith("-")) at += withValue.has(words[at] ?? "") ? 2 : 1;
  return { at };
}

/** The longest row of words that is a command, as in `holdall ledger verify`. */
function findCommand(words: readonly string[]): { name: CommandName; rest: readonly string[] } {
  const { at } = commandAt(words);
  for (let count = LONGEST_NAME; count > 0; count--) {
    const typed = words.slice(at, at + count).join(" ");
    const name = commandNames.find((each) => each === typed);
    if (name) return { name, rest: [...words.slice(0, at), ...words.slice(at + count)] };
  }
  throw noSuchCommand(words.slice(at));
}

function noSuchCommand([word = "", second = ""]: readonly string[]): HoldallError {
  const typed = isGroup(word) && !second.startsWith("-") ? `${word} ${second}`.trim() : word;
  const near = nearestName(typed, commandNames);
  const cure = near ? `did you mean "holdall ${near}"?` : "see `holdall --help`";
  if (word === "") return new HoldallError("E_USAGE", "Cannot run: no command was given", { cure });
  const state = typed === word && isGroup(word) ? "say what to do" : "no such command";
  return new HoldallError("E_USAGE", `Cannot run "${typed}": ${state}`, {
    cure: state === "say what to do" ? `see \`holdall ${word} --help\`` : cure,
  });
}

/** Whether a word begins commands of several words, as `ledger` does. */
function isGroup(word: string | undefined): boolean {
  return word !== undefined && commandNames.some((name) => name.startsWith(`${word} `));
}

function asksForHelp([word]: readonly string[]): boolean {
  return word === "--help" || word === "-h";
}

async function help(words: readonly string[]): Promise<number> {
  const { groupOverview, helpOf, overview } = await import("./help.ts");
  const terminal = createTerminal(process.stdout, true);
  const [word] = words;
  const isPlain = word === undefined || word.startsWith("-");
  const isWholeGroup = isGroup(word) && (words[1] === undefined || asksForHelp(words.slice(1)));
  if (isPlain) return say(await overview(terminal));
  if (!isWholeGroup) return say(helpOf(await loadCommand(findCommand(words).name), terminal));
  const group = await groupOverview(word ?? "", terminal);
  // A word may be a command itself and begin others, as `mcp` does.
  const own = commandNames.find((name) => name === word);
  return say(own ? [...helpOf(await loadCommand(own), terminal), "", ...group] : group);
}

function say(lines: readonly string[]): number {
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

function report(error: unknown, json: boolean): number {
  const terminal = createTerminal(process.stderr, true);
  if (!(error instanceof HoldallError)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`Internal error (please report it):\n${stack}\n`);
    const [message] = stack.split("\n");
    return json
      ? report(new HoldallError("E_INTERNAL", message ?? ""), true)
      : exitOf("E_INTERNAL");
  }
  if (json) {
    const { code, message, cure, findings } = error;
    const body = { ok: false, error: { code, message, cure: cure ?? null }, findings };
    process.stdout.write(`${JSON.stringify(body, null, 2)}\n`);
  } else {
    process.stderr.write(`${presentError(error, terminal).join("\n")}\n`);
  }
  return exitOf(error.code);
}
