import assert from "node:assert/strict";
import { test } from "node:test";
import type { TranscriptItem } from "../../model/transcript.ts";
import { createChangedFiles } from "./changed-files.ts";
import { relativeTo } from "./relative-paths.ts";

type Call = Extract<TranscriptItem, { kind: "tool_call" }>;
const call = { kind: "tool_call", name: "shell", call_id: "c", arguments: {} } as unknown as Call;

/** The files that are changed after some were edited and commands were run, in this order. */
function changedAfter(...steps: readonly (readonly ["edit" | "run", string])[]) {
  const files = createChangedFiles([], relativeTo("/home/rosa/orchard"));
  for (const [kind, text] of steps) {
    if (kind === "edit") files.change(text, "update");
    else files.changeBy(call, text);
  }
  return files.list();
}

test("a file that was put back is not changed any more", () => {
  const edits = [
    ["edit", "/home/rosa/orchard/src/a.ts"] as const,
    ["edit", "/home/rosa/orchard/src/b.ts"] as const,
  ];
  assert.deepEqual(changedAfter(...edits, ["run", "git checkout -- src/a.ts"]), ["src/b.ts"]);
  assert.deepEqual(changedAfter(...edits, ["run", "cd src && git restore a.ts"]), ["src/b.ts"]);
  assert.deepEqual(
    changedAfter(...edits, ["run", "git checkout HEAD -- /home/rosa/orchard/src/b.ts"]),
    ["src/a.ts"],
  );
  assert.deepEqual(changedAfter(...edits, ["run", "git reset --hard"]), []);
  const again = ["edit", "/home/rosa/orchard/src/a.ts"] as const;
  assert.deepEqual(changedAfter(...edits, ["run", "git restore ."], again), ["src/a.ts"]);
});

test("a file stays changed when its change was committed, or only taken out of the next commit", () => {
  const edit = ["edit", "/home/rosa/orchard/src/a.ts"] as const;
  const commit = ["run", "git add -A && git commit -m one"] as const;
  for (const command of ["git checkout -- src/a.ts", "git reset --hard", "git restore ."]) {
    assert.deepEqual(changedAfter(edit, commit, edit, ["run", command]), ["src/a.ts"]);
  }
  for (const command of ["git restore --staged src/a.ts", "git checkout main -- src/a.ts"]) {
    assert.deepEqual(changedAfter(edit, ["run", command]), ["src/a.ts"]);
  }
});

test("a file that is named by its full path and by the end of it is one file, on Windows too", () => {
  const files = createChangedFiles([], relativeTo(null));
  const full = "C:\\Users\\rosa\\orchard\\src\\tree.ts";
  files.change("src/tree.ts", "update");
  files.change(full, "update");
  files.change("src/tree.ts", "update");
  assert.deepEqual(files.list(), [full]);
});
