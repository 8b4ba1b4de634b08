import * as z from "zod";
import { argumentsOf } from "./arguments.ts";
import { defineOperation, type Operation } from "./define-operation.ts";
import { loadOperation, operationNames } from "./registry.ts";

const GLOBAL = ["--json", "--help", "--quiet", "--no-color", "--directory", "--now"];

const completion: Operation<unknown, { shell: string; script: string }> = defineOperation({
  name: "completion",
  summary: "Print a completion script for bash, zsh or fish",
  effect: "read",
  surfaces: ["cli"],
  withheld: { mcp: "only a shell can use it", http: "only a shell can use it" },
  positionals: ["shell"],
  examples: ["completion bash > ~/.local/share/bash-completion/completions/holdall"],
  input: z.object({ shell: z.enum(["bash", "zsh", "fish"]).describe("bash, zsh or fish") }),
  output: () => z.object({ shell: z.string(), script: z.string() }),
  async run(_context, { shell }) {
    const commands = await Promise.all(operationNames.map(describe));
    const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
    return { shell, script };
  },
});

export default completion;

interface Command {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly string[];
}

async function describe(name: (typeof operationNames)[number]): Promise<Command> {
  const operation = await loadOperation(name);
  const own = argumentsOf(operation).filter(({ key }) => !operation.positionals.includes(key));
  return {
    name,
    summary: operation.summary,
    options: [...own.map(({ key }) => `--${key}`), ...GLOBAL],
  };
}

function bashScript(commands: readonly Command[]): string {
  const cases = commands.map(({ name, options }) => `    ${name}) words="${options.join(" ")}" ;;`);
  return `_holdall() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -o filenames -F _holdall holdall
`;
}

function zshScript(commands: readonly Command[]): string {
  const names = commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`);
  const cases = commands.map(
    ({ name, options }) => `    ${name}) compadd -- ${options.join(" ")} ;;`,
  );
  return `#compdef holdall
_holdall() {
  local -a commands
  commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  [[ $words[CURRENT] == -* ]] || { _files; return }
  case $words[2] in
${cases.join("\n")}
  esac
}
compdef _holdall holdall
`;
}

function fishScript(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c holdall -n __fish_use_subcommand -f -a ${name} -d '${quoted(summary)}'`,
    ...options.map(
      (option) =>
        `complete -c holdall -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

function quoted(text: string): string {
  return text.replaceAll("'", "").replaceAll(":", ",");
}
