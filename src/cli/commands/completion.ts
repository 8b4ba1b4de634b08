import * as z from "zod";
import { defineCommand } from "./command.ts";

/**
 * Scripts for shells. They contain no knowledge of commands: each asks `holdall __complete` for
 * candidates.
 */
export default defineCommand({
  name: "completion",
  summary: "Print a completion script for bash, zsh or fish",
  effect: "read",
  positionals: ["shell"],
  examples: ["completion bash > ~/.local/share/bash-completion/completions/holdall"],
  input: z.object({ shell: z.enum(["bash", "zsh", "fish"]).describe("bash, zsh or fish") }),
  async run({ json }, { shell }) {
    const script = scripts[shell];
    process.stdout.write(json ? `${JSON.stringify({ shell, script }, null, 2)}\n` : script);
    return 0;
  },
});

// Bash splits words at = and : too, so the script joins what no space separates. Bash then replaces only
// the last piece: candidates lose the part before it. Bash inserts candidates as they are, so they are
// quoted; within quotes that are open already, only those are offered that mean nothing else there.
// Files get their quotes from `compopt -o filenames`.
const bash = `_holdall() {
  COMPREPLY=()
  local rest="\${COMP_LINE:0:COMP_POINT}" words=() word line value index
  for ((index = 0; index <= COMP_CWORD; index++)); do
    local space="\${rest%%[![:space:]]*}"
    rest="\${rest#"$space"}"
    word="\${COMP_WORDS[index]}"
    ((index == COMP_CWORD)) && word="$rest"
    rest="\${rest#"$word"}"
    if ((index > 0)) && [ -z "$space" ]; then
      words[\${#words[@]}-1]+="$word"
    else
      words+=("$word")
    fi
  done
  local current="\${words[\${#words[@]}-1]}" head="" quote=""
  case "$word" in
    = | :) head="$current" ;;
    \\"* | \\'*) quote="\${word:0:1}" ;;
    *[\\"\\']*) return ;;
    *) head="\${current%"$word"}" ;;
  esac
  words=("\${words[@]//[\\"\\'\\\\]/}")
  current="\${words[\${#words[@]}-1]}"
  while IFS= read -r line; do
    case "$line" in
      :files)
        compopt -o filenames 2>/dev/null
        while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
        ;;
      :end) ;;
      *)
        value="\${line%%$'\\t'*}"
        case "$quote" in
          '') COMPREPLY+=("$(printf %q "\${value#"$head"}")") ;;
          \\') [[ $value == *\\'* ]] || COMPREPLY+=("$value") ;;
          *) [[ $value == *[!a-zA-Z0-9\\ ._:/@%+,-]* ]] || COMPREPLY+=("$value") ;;
        esac
        ;;
    esac
  done < <(command holdall __complete -- "\${words[@]:1}" 2>/dev/null)
}
complete -F _holdall holdall
`;

const zsh = `#compdef holdall
_holdall() {
  local line value
  local -a values shown
  local files=0
  for line in "\${(@f)$(command holdall __complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}"; do
    case "$line" in
      :files) files=1 ;;
      :end | '') ;;
      *)
        value="\${line%%$'\\t'*}"
        values+=("$value")
        if [[ "$line" == *$'\\t'* ]]; then
          shown+=("$value  -- \${line#*$'\\t'}")
        else
          shown+=("$value")
        fi
        ;;
    esac
  done
  (( \${#values} )) && compadd -l -d shown -a values
  (( files )) && _files
}
if [ "$funcstack[1]" = "_holdall" ]; then
  _holdall "$@"
else
  compdef _holdall holdall
fi
`;

const fish = `function __holdall_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct | string replace -r '^["\\']' '')
    for line in (command holdall __complete -- $words[2..-1] "$current" 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path "$current"
            case ':end'
            case '*'
                echo -- $line
        end
    end
end
complete -c holdall -f -a '(__holdall_complete)'
`;

const scripts = { bash, zsh, fish };
