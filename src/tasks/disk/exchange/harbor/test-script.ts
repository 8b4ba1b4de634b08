/** Checks as the test script of a Harbor task: plain shell, as every image has it. */

import { quoteForShell } from "../../../../base/text/quote-for-shell.ts";
import { type Check, isCommand } from "../../../judge/checks.ts";

/** A test script, and the files beside it that it reads. */
export interface TestScript {
  readonly text: string;
  readonly files: ReadonlyMap<string, string>;
  /** Whether it compares the result with the files before the task. */
  readonly needsStart: boolean;
  readonly timeoutSec: number;
}

/** How every script begins. */
export const SCRIPT_START = `#!/bin/sh
# Judges the folder of the task and writes the reward. Written by holdall.`;

// What is done here is what `judgeFolder` does: hidden files replace those of the run, and a command runs in a copy.
const HEAD = `${SCRIPT_START}
app="\${HOLDALL_APP:-/app}"
logs="\${HOLDALL_LOGS:-/logs/verifier}"
tests="$(cd "$(dirname "$0")" && pwd)"
results="$logs/checks.tsv"
mkdir -p "$logs"
: > "$results"

judged="$(mktemp -d)"
paths="$(mktemp -d)"

# Hidden files replace those of the run. No link of the run is followed: it could lead them elsewhere.
prepare() {
  cp -a "$app/." "$judged/" || return 1
  [ -d "$tests/hidden" ] || return 0
  (cd "$tests/hidden" && find . -type d > "$paths/folders" && find . ! -type d > "$paths/files") || return 1
  # A folder is listed before what is in it.
  while IFS= read -r path; do
    if [ -h "$judged/$path" ] || [ ! -d "$judged/$path" ]; then
      rm -rf "$judged/$path" && mkdir "$judged/$path" || return 1
    fi
  done < "$paths/folders"
  while IFS= read -r path; do
    rm -rf "$judged/$path" && cp -a "$tests/hidden/$path" "$judged/$path" || return 1
  done < "$paths/files"
}
if ! prepare; then
  echo "failed: the hidden files could not be put in place"
  echo '{"reward": 0, "score": 0}' > "$logs/reward.json"
  exit 0
fi

# SECONDS EXIT COMMAND: runs a command in a copy of the files.
run_command() {
  copy="$(mktemp -d)"
  cp -a "$judged/." "$copy/"
  (cd "$copy" && HOME="$(mktemp -d)" timeout "$1" sh -c "$3")
  [ $? -eq "$2" ]
}

# LEFT RIGHT: whether two files are the same.
is_same() {
  if [ -h "$1" ] || [ -h "$2" ]; then
    [ -h "$1" ] && [ -h "$2" ] && [ "$(readlink "$1")" = "$(readlink "$2")" ]
  else
    cmp -s "$1" "$2"
  fi
}

# Prints the paths that differ from the files before the task.
changed_paths() {
  for side in "$tests/start" "$app"; do
    [ ! -d "$side" ] || (cd "$side" && find . -path ./.git -prune -o ! -type d -print)
  done | sort -u | while IFS= read -r path; do
    is_same "$tests/start/$path" "$app/$path" || printf '%s\\n' "\${path#./}"
  done
}

# Prints how many lines were added and removed.
changed_lines() {
  changed_paths | while IFS= read -r path; do
    before="$tests/start/$path"
    after="$app/$path"
    [ -f "$before" ] || before=/dev/null
    [ -f "$after" ] || after=/dev/null
    diff -a "$before" "$after"
  done | grep -c '^[<>]' || true
}

# TEXT FILE: whether a file contains the text of another.
contains() {
  awk 'BEGIN { RS = "\\001" } NR == FNR { text = $0; next } index($0, text) { found = 1 } END { exit !found }' "$1" "$2"
}

# WEIGHT required|optional NAME FUNCTION
check() {
  if "$4"; then answer=passed; else answer=failed; fi
  echo "$answer: $3"
  printf '%s\\t%s\\t%s\\t%s\\n' "$answer" "$1" "$2" "$3" >> "$results"
}
`;

const TAIL = `
awk -F '\\t' '
  { count++; total += $2 }
  $1 == "passed" { passed++; earned += $2 }
  $3 == "required" { required = 1; if ($1 != "passed") failed = 1 }
  END {
    score = total == 0 ? passed / count : earned / total
    reward = passed == 0 || failed ? 0 : passed == count || required ? 1 : score
    printf "{\\"reward\\": %.4f, \\"score\\": %.4f}\\n", reward, score
  }
' "$results" > "$logs/reward.json"
cat "$logs/reward.json"
`;

/** Writes checks as a script; score and reward follow the rules of \`outcomeOf\`. */
export function testScript(checks: readonly Check[]): TestScript {
  const files = new Map<string, string>();
  const parts = checks.map((each, at) => {
    const body = bodyOf(each, (text) => {
      const name = `expected/${at + 1}`;
      files.set(name, text);
      return `"$tests/${name}"`;
    });
    const name = quoteForShell(each.name.replaceAll(/\s+/g, " "));
    const kind = each.required ? "required" : "optional";
    return `check_${at + 1}() {\n${body}\n}\ncheck ${each.weight} ${kind} ${name} check_${at + 1}\n`;
  });
  const seconds = checks.filter(isCommand).reduce((sum, { timeoutMs }) => sum + timeoutMs, 0);
  return {
    text: `${HEAD}\n${parts.join("\n")}${TAIL}`,
    files,
    needsStart: checks.some(({ kind }) => kind.startsWith("diff_") || kind === "forbidden_paths"),
    timeoutSec: Math.ceil(seconds / 1000) + 60,
  };
}

function bodyOf(check: Check, keep: (text: string) => string): string {
  switch (check.kind) {
    case "command":
    case "tests_pass": {
      const expected = check.kind === "command" ? check.exitCode : 0;
      const seconds = Math.ceil(check.timeoutMs / 1000);
      return `  run_command ${seconds} ${expected} ${quoteForShell(check.command)}`;
    }
    case "file_equals": {
      const file = `"$judged"/${quoteForShell(check.path)}`;
      if (check.sha256 !== undefined)
        return `  [ "$(sha256sum < ${file})" = "${check.sha256}  -" ]`;
      return `  cmp -s ${keep(check.text ?? "")} ${file}`;
    }
    case "file_contains":
      return `  contains ${keep(check.text)} "$judged"/${quoteForShell(check.path)}`;
    case "diff_max_lines":
      return `  [ "$(changed_lines)" -le ${check.max} ]`;
    case "diff_touches_only":
      return `  ! changed_paths | (while IFS= read -r path; do case "$path" in\n    ${patternsOf(check.paths)}) ;;\n    *) exit 0 ;;\n  esac; done; exit 1)`;
    case "forbidden_paths":
      return `  ! changed_paths | (while IFS= read -r path; do case "$path" in\n    ${patternsOf(check.paths)}) exit 0 ;;\n  esac; done; exit 1)`;
    default:
      return check satisfies never;
  }
}

/** The patterns of a check for the shell: a path, everything below it, and `*` for any characters. */
function patternsOf(paths: readonly string[]): string {
  const quoted = (text: string) => (text === "" ? "" : quoteForShell(text));
  return paths
    .flatMap((pattern) => {
      const bare = pattern.replace(/\/$/, "");
      const stars = pattern.split("*").map(quoted).join("*");
      return [quoted(bare), `${quoted(bare)}/*`, ...(pattern.includes("*") ? [stars] : [])];
    })
    .join("|");
}
