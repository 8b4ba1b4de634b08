import { quoteForShell } from "../../../../base/text/quote-for-shell.ts";

/** The hidden folder with the tests of a container task and the script that runs them. */
export const TESTS_FOLDER = ".task-tests";

/** How the tests of a task are started, and what decides. */
export interface ContainerTests {
  /** The working folder of the container. */
  readonly workdir: string;
  /** Shell commands that run the tests; `$root/tests` has them. */
  readonly command: string;
  /** Whether the tests write a reward; otherwise their exit code decides. */
  readonly hasReward: boolean;
}

/**
 * A script that runs the tests of a container task in a plain folder. They name their files by absolute paths: in a copy
 * of the tests those paths are replaced.
 */
export function runTestsScript({ workdir, command, hasReward }: ContainerTests): string {
  return `#!/bin/sh
# Runs the tests of a container task in this folder. Written by holdall.
here="$(pwd)"
workdir=${quoteForShell(workdir)}
root="$(mktemp -d)"
mkdir -p "$root/logs/verifier" "$root/logs/agent" "$root/logs/artifacts"
cp -R ${TESTS_FOLDER}/tests "$root/tests"

# PATH REPLACEMENT: replaces a path in all texts of the tests, where it is a path of its own.
replace() {
  from="$(printf '%s' "$1" | sed 's/[][\\\\.^$*+?(){}|#]/\\\\&/g')"
  to="$(printf '%s' "$2" | sed 's/[\\\\&#]/\\\\&/g')"
  find "$root/tests" -type f | while IFS= read -r file; do
    LC_ALL=C grep -Iq . "$file" || continue
    rule="s#(^|[^A-Za-z0-9_./])$from(/|[^A-Za-z0-9_-]|\\$)#\\\\1$to\\\\2#g"
    # Twice, because two paths may share the character between them.
    sed -E -e "$rule" -e "$rule" "$file" > "$root/replaced" && cat "$root/replaced" > "$file"
  done
}
case "$here/" in
  "$workdir"/*) ;;
  *) [ "$workdir" = / ] || replace "$workdir" "$here" ;;
esac
replace /tests "$root/tests"
replace /logs "$root/logs"

export TEST_DIR="$root/tests"
${command}
status=$?
${hasReward ? REWARD : "exit $status\n"}`;
}

const REWARD = `# As Harbor reads it: a number, or the key "reward" of an object.
reward=0
if [ -f "$root/logs/verifier/reward.txt" ]; then
  reward="$(cat "$root/logs/verifier/reward.txt")"
elif [ -f "$root/logs/verifier/reward.json" ]; then
  reward="$(tr -d '\\n' < "$root/logs/verifier/reward.json" | sed -n 's/.*"reward"[[:space:]]*:[[:space:]]*\\([-0-9.eE+]*\\).*/\\1/p')"
else
  echo "The tests wrote no reward (exit $status)"
fi
echo "reward $reward"
awk -v reward="$reward" 'BEGIN { exit !(reward + 0 >= 1) }'
`;
