/** Why a run failed: every command that shows a run names the checks that it did not pass. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const long = "x".repeat(2000);
const checks = [
  { name: "tests", kind: "command", command: "echo; echo 2 != 3; echo end; exit 5" },
  { name: "notes", kind: "file_contains", path: "notes.md", text: "done" },
  { name: "words", kind: "file_contains", path: "src/a.txt", text: "b" },
  { name: "long", kind: "command", command: `echo ${long}; exit 1` },
  {
    name: "suite",
    kind: "command",
    command: "echo ok 1; echo 'not ok 2 - median'; echo '  }'; exit 1",
  },
  { name: "passes", kind: "command", command: "true" },
];
const FAILED = [
  { name: "tests", reason: "exit 5; it printed: 2 != 3" },
  { name: "notes", reason: "notes.md is absent or no file" },
];

function ranTask(): { readonly cwd: string; readonly bundle: string; readonly stdout: string } {
  const cwd = makeScratch();
  writeTaskBundle(path.join(cwd, "task"), { document: { workspace: { state: "before" } } });
  fs.writeFileSync(path.join(cwd, "checks.json"), JSON.stringify({ checks }));
  const judging = ["--checks", "checks.json", "--allow-exec"];
  const run = ["task", "run", "task", "--command", "me=true", ...judging, "--out", "runs"];
  const { stdout } = holdall(run, { cwd });
  const [name = ""] = fs.readdirSync(path.join(cwd, "runs"));
  return { cwd, bundle: path.join("runs", name), stdout };
}

const { cwd, bundle, stdout } = ranTask();

test("task run names the failed checks with the line of what each printed that reports it", () => {
  assert.match(stdout, /^ {2}Failed check tests: exit 5; it printed: 2 != 3$/m);
  assert.match(stdout, /^ {2}Failed check notes: notes\.md is absent or no file$/m);
  assert.match(stdout, /^ {2}Failed check suite: exit 1; it printed: not ok 2 - median$/m);
  assert.match(stdout, /^ {2}Failed check words: src\/a\.txt does not contain "b"$/m);
  assert.doesNotMatch(stdout, /Failed check passes/);
  for (const line of stdout.split("\n")) assert.ok(line.length < 500, line);
});

test("task run lists the failed checks of runs from before in its result", () => {
  const run = ["task", "run", "task", "--command", "me=true", "--out", "runs"];
  const { json } = holdallJson(run, { cwd });
  const [{ failedChecks }] = json.runs as unknown as [{ failedChecks: readonly unknown[] }];
  assert.deepEqual(failedChecks.slice(0, 2), FAILED);
});

test("task inspect names the failed checks", () => {
  assert.match(holdall(["task", "inspect", bundle], { cwd }).stdout, /failed check +tests: exit 5/);
  const { json } = holdallJson(["task", "inspect", bundle], { cwd });
  assert.deepEqual((json.failedChecks as readonly unknown[]).slice(0, 2), FAILED);
});

test("task report names the failed checks in the terminal, in Markdown and on the page", () => {
  const files = ["--out", "report.md", "--html-out", "report.html"];
  const report = holdall(["task", "report", "runs", ...files], { cwd }).stdout;
  assert.match(report, /^ {2}\S+: tests: exit 5; it printed: 2 != 3$/m);
  const markdown = fs.readFileSync(path.join(cwd, "report.md"), "utf8");
  assert.match(markdown, /## Failed Checks\n\n- .+: tests: exit 5/);
  assert.match(fs.readFileSync(path.join(cwd, "report.html"), "utf8"), /Failed checks/);
});
