import { spawnSync } from "node:child_process";
import path from "node:path";
import { launcher } from "./program.ts";
import { writeFiles } from "./scratch.ts";

const TIME_LIMIT = 60_000;

/** A shell that completes words of `holdall` in a folder. */
export interface CompletingShell {
  readonly name: "bash" | "zsh" | "fish";
  /** Why it cannot be tried here; false when it can. */
  readonly skip: string | false;
  /** What the shell offers for a line with the cursor at its end, as it would be inserted. */
  offers(line: string): readonly string[];
}

/** The three shells, with `holdall` in their path and completion set up as its script does it. */
export function completingShells(cwd: string, home: string): readonly CompletingShell[] {
  const bin = writeFiles(path.join(home, "bin"), {
    holdall: `#!/bin/sh\nexec "${process.execPath}" "${launcher}" "$@"\n`,
  });
  spawnSync("chmod", ["+x", path.join(bin, "holdall")]);
  const env = { ...process.env, HOME: home, PATH: `${bin}:${process.env.PATH ?? ""}` };
  const run = (shell: string, args: readonly string[]): string[] => {
    const ran = spawnSync(shell, args, { cwd, env, encoding: "utf8", timeout: TIME_LIMIT });
    return ran.stdout.split("\n").filter((line) => line !== "");
  };
  return [
    {
      name: "bash",
      skip: missing("bash"),
      offers: (line) => run("bash", ["-c", BASH, "bash", line]),
    },
    {
      name: "zsh",
      skip: missing("zsh"),
      offers: (line) => run("zsh", ["-f", "-c", ZSH, "zsh", line]),
    },
    {
      name: "fish",
      skip: missing("fish"),
      offers: (line) => run("fish", ["-N", "-c", FISH, line]),
    },
  ];
}

function missing(shell: string): string | false {
  const { error } = spawnSync(shell, ["--version"], { stdio: "ignore" });
  return error === undefined ? false : `not run: ${shell} is not installed`;
}

// Readline splits a line at spaces and at = and : before it calls the function.
const BASH = String.raw`
source <(holdall completion bash)
COMP_LINE=$1 COMP_POINT=${"$"}{#1} COMP_WORDS=()
while IFS= read -r word; do COMP_WORDS+=("$word"); done < <(sed 's/\([=:]\)/\n\1\n/g; s/ /\n/g' <<< "$1" | sed '/^$/d')
case $1 in *" ") COMP_WORDS+=("") ;; esac
COMP_CWORD=$(( ${"$"}{#COMP_WORDS[@]} - 1 ))
_holdall
printf '%s\n' "${"$"}{COMPREPLY[@]}"
`;

// A zsh of its own with a terminal; its Tab completes and then prints the line that came of it.
const ZSH = String.raw`
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= ; autoload -U compinit; compinit -u -D; source <(holdall completion zsh)"
zpty -w shell 'show() { zle complete-word; print -r -- "LINE<$BUFFER>" }; zle -N show; bindkey "^I" show'
zpty -w shell 'print READY'
zpty -r shell line "*READY*READY*"
zpty -w -n shell "$1"$'\t'
zpty -r shell line "*LINE<*>*"
line=${"$"}{line##*LINE<}
print -r -- ${"$"}{line%%>*}
zpty -d shell
`;

const FISH = `holdall completion fish | source; complete -C "$argv[1]" | string replace -r '\\t.*' ''`;
