import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const examples = path.join(import.meta.dirname, "../../examples/tasks");
const cwd = makeScratch();

function check(bundle: string, checks: string, ...more: readonly string[]) {
  const args = ["task", "check", bundle, "--checks", checks, "--allow-exec", ...more];
  const { code, json } = holdallJson(args, { cwd });
  const { isSound, faults, notes, nothing, solution } = json as {
    readonly isSound: boolean;
    readonly faults: readonly string[];
    readonly notes: readonly string[];
    readonly nothing: { readonly status: string; readonly score: number };
    readonly solution: { readonly status: string; readonly score: number } | null;
  };
  return { code, isSound, faults, notes, nothing, solution };
}

for (const name of ["fix-median", "money-format", "rainfall-totals"]) {
  test(`the example ${name} is sound: its solution passes, and doing nothing earns nothing`, () => {
    const checks = path.join(examples, `checks/${name}.json`);
    const { code, isSound, faults, nothing, solution } = check(path.join(examples, name), checks);
    assert.deepEqual([code, isSound, faults], [0, true, []]);
    assert.deepEqual([nothing.status, nothing.score], ["failure", 0]);
    assert.deepEqual([solution?.status, solution?.score], ["success", 1]);
  });
}

const DIFF = "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1 +1 @@\n-a\n+b\n";
writeTaskBundle(path.join(cwd, "task"), {
  document: { workspace: { state: "before" } },
  diff: DIFF,
});

/** Writes a file of checks. */
function checksOf(name: string, ...checks: readonly object[]): string {
  fs.writeFileSync(path.join(cwd, `${name}.json`), JSON.stringify({ checks }));
  return `${name}.json`;
}

const isB = { name: "a is b", kind: "file_contains", path: "src/a.txt", text: "b" };

test("a task whose checks pass before the work is done is refused", () => {
  const passing = checksOf("passing", {
    name: "a is there",
    kind: "command",
    command: "ls src/a.txt",
  });
  assert.match(check("task", passing).faults.join(), /^Doing nothing passes/);
  const untouched = { name: "b untouched", kind: "forbidden_paths", paths: ["b/"] };
  const { code, faults } = check("task", checksOf("half", isB, untouched));
  assert.equal(code, 1);
  assert.deepEqual(faults, [
    'Doing nothing earns 0.5: give the check "b untouched" the weight 0, because it passes before the work is done',
  ]);
  const guarded = checksOf("guarded", { ...isB, required: true }, { ...untouched, weight: 0 });
  assert.deepEqual(check("task", guarded).faults, []);
});

test("a task whose reference solution fails or does not fit is refused, and one without is no fault", () => {
  const isC = { ...isB, name: "a is c", text: "c" };
  assert.match(
    check("task", checksOf("wrong", isC)).faults.join(),
    /solution fails the check "a is c"/,
  );
  fs.writeFileSync(path.join(cwd, "other.diff"), DIFF.replace("-a", "-z"));
  const checks = checksOf("right", isB);
  const unfit = check("task", checks, "--solution", "other.diff");
  assert.match(unfit.faults.join(), /does not fit the files from before/);
  writeTaskBundle(path.join(cwd, "open"), { document: { workspace: { state: "before" } } });
  const absent = check("open", checks);
  assert.deepEqual([absent.solution, absent.isSound, absent.faults], [null, false, []]);
  assert.equal(absent.code, 0);
  assert.match(absent.notes.join(), /no reference solution: name a patch with --solution/);
  const { stdout } = holdall(["task", "check", "open", "--checks", checks], { cwd });
  assert.match(stdout, /^No fault found/m);
  assert.doesNotMatch(stdout, /Do not compare|Sound/);
  fs.writeFileSync(path.join(cwd, "right.diff"), DIFF);
  assert.deepEqual(check("open", checks, "--solution", "right.diff").faults, []);
});

test("a check that does not repeat is refused", () => {
  const count = path.join(cwd, "count");
  fs.writeFileSync(count, "");
  const command = `echo x >> '${count}'; test $(($(wc -l < '${count}') % 2)) = 0`;
  const checks = checksOf("moody", { name: "moody", kind: "command", command });
  assert.match(check("task", checks).faults.join(), /Two runs of the check "moody".* disagree/);
});

test("commands of checks need a word of the user", () => {
  const checks = checksOf("command", { name: "x", kind: "command", command: "true" });
  assert.equal(holdall(["task", "check", "task", "--checks", checks], { cwd }).code, 3);
});
