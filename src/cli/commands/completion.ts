import * as z from "zod";
import { argumentsOf } from "../../operations/operation/arguments.ts";
import { defineCommand, type ProgramCommand } from "./command.ts";
import { type CommandName, commandNames, loadCommand } from "./registry.ts";

const GLOBAL = ["--json", "--help", "--quiet", "--no-color", "--directory", "--now"];

// Annotated, because the registry it reads lists it too.
const completion: ProgramCommand = defineCommand({
  name: "completion",
  summary: "Print a completion script for bash, zsh or fish",
  effect: "read",
  positionals: ["shell"],
  examples: ["completion bash > ~/.local/share/bash-completion/completions/holdall"],
  input: z.object({ shell: z.enum(["bash", "zsh", "fish"]).describe("bash, zsh or fish") }),
  async run({ json }, { shell }) {
    const commands = await Promise.all(commandNames.map(describe));
    const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
    process.stdout.write(json ? `${JSON.stringify({ shell, script }, null, 2)}\n` : script);
    return 0;
  },
});

export default completion;

interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly string[];
}

async function describe(name: CommandName): Promise<Command> {
  const operation = await loadCommand(name);
  const own = argumentsOf(operation).filter(({ key }) => !operation.positionals.includes(key));
  return {
    name,
    summary: operation.summary,
    options: [...own.map(({ key }) => `--${key}`), ...GLOBAL],
  };
}

/** What can follow each beginning of a command: "" for the first word, "ledger" for the second of several. */
function beginnings(commands: readonly Command[]): ReadonlyMap<string, ReadonlySet<string>> {
  const next = new Map<string, Set<string>>();
  for (const { name } of commands) {
    const words = name.split(" ");
    for (const [at, word] of words.entries()) {
      const before = words.slice(0, at).join(" ");
      next.set(before, (next.get(before) ?? new Set()).add(word));
    }
  }
  return next;
}

function bashScript(commands: readonly Command[]): string {
  const starts = [...beginnings(commands)].map(
    ([before, words]) => `    "${before}") words="${[...words].join(" ")}" ;;`,
  );
  const options = longestFirst(commands).map(
    (command) => `    "${command.name} "*) words="${command.options.join(" ")}" ;;`,
  );
  return `_holdall() {
  local current="\${COMP_WORDS[COMP_CWORD]}" typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words=""
  case "$typed" in
${starts.join("\n")}
  esac
  if [ -n "$words" ]; then
    [ -n "$typed" ] || words="$words --help --version"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$typed " in
${options.join("\n")}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _holdall holdall
`;
}

/** A longer name first, so that "ledger verify" is not taken for another command. */
function longestFirst(commands: readonly Command[]): readonly Command[] {
  return commands.toSorted((a, b) => b.name.length - a.name.length);
}

function zshScript(commands: readonly Command[]): string {
  const starts = [...beginnings(commands)].map(
    ([before, words]) => `    "${before}") compadd -- ${[...words].join(" ")}; return ;;`,
  );
  const options = longestFirst(commands).map(
    (command) => `    "${command.name} "*) compadd -- ${command.options.join(" ")} ;;`,
  );
  return `#compdef holdall
_holdall() {
  local typed="\${(j: :)words[2,CURRENT-1]}"
  case "$typed" in
${starts.join("\n")}
  esac
  [[ $words[CURRENT] == -* ]] || { _files; return }
  case "$typed " in
${options.join("\n")}
  esac
}
compdef _holdall holdall
`;
}

function fishScript(commands: readonly Command[]): string {
  const seen = (name: string) =>
    name
      .split(" ")
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join("; and ");
  const starts = [...beginnings(commands)].flatMap(([before, words]) => {
    const none = `not __fish_seen_subcommand_from ${[...words].join(" ")}`;
    const when = before === "" ? "__fish_use_subcommand" : `${seen(before)}; and ${none}`;
    return [...words].map((word) => {
      const name = `${before} ${word}`.trim();
      const summary = commands.find((command) => command.name === name)?.summary;
      return `complete -c holdall -n '${when}' -f -a ${word}${summary ? ` -d '${quoted(summary)}'` : ""}`;
    });
  });
  const options = commands.flatMap(({ name, options: own }) =>
    own.map((option) => `complete -c holdall -n '${seen(name)}' -l ${option.slice(2)}`),
  );
  return `${[...starts, ...options].join("\n")}\n`;
}

/** A text between single quotes, where fish knows two escapes. */
function quoted(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("'", "\\'");
}
