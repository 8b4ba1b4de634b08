/** A task needs no file of checks: a command that a person types judges it, and so does the person. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const diff = `diff --git a/src/a.txt b/src/a.txt
--- a/src/a.txt
+++ b/src/a.txt
@@ -1 +1 @@
-a
+b
`;
const folder = makeScratch();

function writeRun(name: string, document: Readonly<Record<string, unknown>> = {}): string {
  const tool = name.replace("runs/", "");
  writeTaskBundle(path.join(folder, name), {
    diff,
    document: { tool, workspace: { state: "before" }, ...document },
  });
  return name;
}

function codeOf(...args: readonly string[]): unknown {
  const { error } = holdallJson(args, { cwd: folder }).json;
  return (error as { code: string } | undefined)?.code;
}

function outcomeOf(name: string): Readonly<Record<string, unknown>> {
  return JSON.parse(fs.readFileSync(path.join(folder, name, "bundle.json"), "utf8")).outcome;
}

test("task judge and task check take commands that must succeed, without a file and without --allow-exec", () => {
  const run = writeRun("judged");
  const judged = holdallJson(
    ["task", "judge", run, "--check", "grep -q b src/a.txt", "--check", "false", "--record"],
    { cwd: folder },
  );
  assert.deepEqual([judged.code, judged.json.status, judged.json.score], [1, "partial", 0.5]);
  assert.equal(outcomeOf(run).status, "partial");
  const proof = holdallJson(["task", "check", run, "--check", "grep -q b src/a.txt"], {
    cwd: folder,
  });
  assert.deepEqual([proof.code, proof.json.isSound], [0, true]);
});

test("task run judges every run by the commands of --check", () => {
  const task = writeRun("task");
  const args = [
    "task",
    "run",
    task,
    "--command",
    "one=echo b > src/a.txt",
    "--command",
    "two=true",
  ];
  const { json } = holdallJson([...args, "--check", "grep -q b src/a.txt", "--out", "ran"], {
    cwd: folder,
  });
  const runs = json.runs as { tool: string; status: string }[];
  assert.deepEqual(
    runs.map(({ tool, status }) => [tool, status]),
    [
      ["one", "success"],
      ["two", "failure"],
    ],
  );
});

test("task check without checks says what to add", () => {
  const { code, stderr } = holdall(["task", "check", writeRun("bare")], { cwd: folder });
  assert.equal(code, 2);
  assert.match(stderr, /--check 'npm test'/);
});

test("task verdict records what a person thinks, without a score, and a report counts it", () => {
  const good = writeRun("runs/good");
  const bad = writeRun("runs/bad");
  assert.equal(codeOf("task", "verdict", good, "success", "--note", "It works."), undefined);
  assert.equal(codeOf("task", "verdict", bad, "success"), undefined);
  assert.equal(codeOf("task", "verdict", bad, "failure"), undefined);
  const { status, score, judgeNotes, judge } = outcomeOf(good);
  assert.deepEqual([status, score, judgeNotes], ["success", undefined, "It works."]);
  assert.equal((judge as { name: string }).name, "person");
  assert.equal(outcomeOf(bad).status, "failure");
  const report = holdallJson(["task", "report", "runs"], { cwd: folder }).json;
  const [first] = report.leaderboard as { tool: string; successRate: { rate: number } }[];
  assert.deepEqual([first?.tool, first?.successRate.rate], ["good", 1]);
});

test("task verdict leaves alone what checks have judged, and what a report would not count", () => {
  const judged = writeRun("by-checks");
  holdall(["task", "judge", judged, "--check", "true", "--record"], { cwd: folder });
  assert.equal(codeOf("task", "verdict", judged, "failure"), "E_PROTECTED");
  assert.equal(outcomeOf(judged).status, "success");
  const failed = writeRun("crashed", { run: { exitCode: 1 } });
  assert.equal(codeOf("task", "verdict", failed, "success"), "E_OUTCOME");
  assert.equal(codeOf("task", "verdict", failed, "failure"), undefined);
  const ended = writeRun("ended", { run: { error: { kind: "login", detail: "no key" } } });
  assert.equal(codeOf("task", "verdict", ended, "failure"), "E_OUTCOME");
});

test("task inspect shows what a run changed when asked", () => {
  const run = writeRun("changed");
  assert.doesNotMatch(holdall(["task", "inspect", run], { cwd: folder }).stdout, /^\+b$/m);
  assert.match(holdall(["task", "inspect", run, "--patch"], { cwd: folder }).stdout, /^\+b$/m);
});
