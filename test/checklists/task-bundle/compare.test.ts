import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Comparison } from "../../../src/tasks/compare/compare-schema.ts";
import { makeScratch } from "../../support/scratch.ts";
import { writeTaskBundle } from "../../support/task-bundles.ts";
import { holdall, holdallJson } from "../../support/warm-program.ts";

const fixtures = path.join(import.meta.dirname, "../../fixtures");
const examples = ["hello-world-bundle", "hello-world-bundle-claude"].map((name) =>
  path.join(fixtures, "task-bundle", name),
);
const cwd = makeScratch();

function compare(...args: readonly string[]): { code: number | null; json: Comparison } {
  const { code, json } = holdallJson(["task", "compare", ...args], { cwd });
  return { code, json: json as unknown as Comparison };
}

function bundle(name: string, parts: Parameters<typeof writeTaskBundle>[1] = {}): string {
  writeTaskBundle(path.join(cwd, name), parts);
  return name;
}

function copyOf(name: string, target: string): string {
  fs.cpSync(path.join(cwd, name), path.join(cwd, target), { recursive: true });
  return target;
}

test("1, 8, 38: two examples of upstream compare with upstream's keys, deltas left minus right", () => {
  const { code, json } = compare(...examples);
  assert.equal(code, 0);
  assert.deepEqual(json.counts, { workspaceFilesDelta: 0, eventCountDelta: -1 });
  assert.deepEqual(json.modelChange, { left: "gpt-5", right: "claude-sonnet-4" });
  assert.deepEqual(json.toolChange, { left: "codex", right: "claude-code" });
  assert.deepEqual(json.outcomeChange, {
    leftStatus: "success",
    rightStatus: "success",
    leftScore: 0.93,
    rightScore: 0.89,
    scoreDelta: 0.04,
  });
  assert.deepEqual([json.sameTitle, json.sameRepo, json.sameCommit], [true, true, false]);
  assert.deepEqual(json.artifactDelta, { onlyInLeft: [], onlyInRight: [] });
  const keys = json.artifactChanges.map(({ artifact }) => artifact);
  assert.deepEqual(keys, ["diff", "events", "summary", "task", "workspaceManifest"]);
});

test("runs in one long folder are told apart by the ends of their paths", () => {
  const long = `${"a-folder-with-a-long-name/".repeat(3)}run`;
  const runs = [bundle(`${long}-one`), bundle(`${long}-two`)];
  const { stdout } = holdall(["task", "compare", ...runs], { cwd });
  const line = stdout.split("\n").find((each) => each.startsWith("run "));
  assert.match(line ?? "", /…\S*run-one +…\S*run-two$/);
});

test("35: a tampered bundle equals its original by its records, and not with --rehash", () => {
  const original = bundle("original");
  const tampered = copyOf(original, "tampered");
  fs.writeFileSync(path.join(cwd, tampered, "workspace/files/src/a.txt"), "b\n");
  fs.appendFileSync(path.join(cwd, tampered, "task.md"), "!");
  assert.equal(compare(original, tampered, "--exit-code").code, 0);
  const { code, json } = compare(original, tampered, "--rehash", "--exit-code");
  assert.equal(code, 1);
  assert.deepEqual(json.files?.changed, ["src/a.txt"]);
  const wrong = json.right.falseHashes.map(({ path: file }) => file);
  assert.deepEqual(wrong.sort(), ["task.md", "workspace/files/src/a.txt"]);
  assert.deepEqual(json.left.falseHashes, []);
});

test("36: bundles without recorded hashes are hashed, not called equal", () => {
  const left = bundle("bare-left", { isHashed: false, task: "one\n" });
  const right = bundle("bare-right", { isHashed: false, task: "two\n" });
  const { json } = compare(left, right);
  const task = json.artifactChanges.find(({ artifact }) => artifact === "task");
  assert.deepEqual([task?.sameHash, task?.sameSize, json.different], [false, true, true]);
});

test("37: added, removed, changed and mode-changed files are listed in order", () => {
  const left = bundle("files-left", {
    files: { b: "1", a: "1", gone: "x", run: "r" },
    modes: { run: "100644" },
  });
  const right = bundle("files-right", {
    files: { b: "2", a: "2", new: "x", run: "r" },
    modes: { run: "100755" },
  });
  const { code, json } = compare(left, right, "--exit-code");
  assert.equal(code, 1);
  const { same, omitted, ...lists } = json.files ?? { same: null, omitted: null };
  assert.deepEqual(lists, {
    added: ["new"],
    removed: ["gone"],
    changed: ["a", "b"],
    modeChanged: ["run"],
  });
  assert.deepEqual([same, omitted], [0, 0]);
  assert.equal(json.workspaceContentHash.same, false);
});

test("37: 10,000 files are compared by their hashes", () => {
  const files = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, n) => [`dir${n % 100}/file${n}.txt`, `${n}\n`]),
  );
  const left = bundle("many-left", { files });
  const right = bundle("many-right", { files: { ...files, "dir0/file0.txt": "other\n" } });
  const { json } = compare(left, right);
  assert.deepEqual(json.files?.changed, ["dir0/file0.txt"]);
});

test("38: what neither bundle records is null in JSON and unknown for people", () => {
  const left = bundle("plain-left");
  const right = bundle("plain-right");
  const { json } = compare(left, right);
  assert.deepEqual([json.sameRepo, json.sameCommit, json.different], [null, null, false]);
  const { stdout } = holdall(["task", "compare", left, right], { cwd });
  assert.match(stdout, /repo: unknown, commit: unknown/);
});

const event = (more: Readonly<Record<string, unknown>>) => ({
  type: "step",
  at: "2026-05-01T10:00:00Z",
  detail: "",
  ...more,
});

test("steps are aligned by command, file and error; where the runs part is named", () => {
  const left = bundle("steps-left", {
    events: [
      event({ type: "read_file", path: "src/a.ts" }),
      event({ command: "npm test", exitCode: 1, detail: "Error: 3 tests failed" }),
      event({ command: "npm run lint", exitCode: 0 }),
      event({ type: "edit_file", path: "src/a.ts" }),
      event({ command: "npm test", exitCode: 0 }),
    ],
  });
  const right = bundle("steps-right", {
    events: [
      event({ type: "read_file", path: "src/a.ts" }),
      event({ command: "npm  test", exitCode: 1, detail: "Error: 5 tests failed" }),
      event({ type: "edit_file", path: "src/a.ts" }),
      event({ type: "edit_file", path: "src/b.ts" }),
      event({ command: "npm test", exitCode: 1, detail: "TypeError: x" }),
    ],
  });
  const { steps } = compare(left, right).json;
  assert.deepEqual([steps.left, steps.right, steps.aligned, steps.sameResult], [5, 5, 4, 3]);
  assert.deepEqual([steps.parting?.leftNumber, steps.parting?.rightNumber], [3, 3]);
  assert.deepEqual(
    steps.onlyLeft.map(({ step }) => step.subject),
    ["npm run lint"],
  );
  assert.deepEqual(
    steps.onlyRight.map(({ step }) => step.subject),
    ["src/b.ts"],
  );
  assert.deepEqual(steps.errors, {
    both: ["Error: 3 tests failed"],
    onlyLeft: [],
    onlyRight: ["TypeError: x"],
  });
});

test("--diff shows in which lines two patches differ, and both are counted", () => {
  const patch = (line: string) =>
    `diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n--- old\n+${line}\n same\n`;
  const left = bundle("patch-left", { diff: patch("one") });
  const right = bundle("patch-right", { diff: patch("two") });
  const { patches } = compare(left, right, "--diff").json;
  assert.deepEqual(patches.left, {
    files: [{ path: "a.txt", added: 1, removed: 1 }],
    added: 1,
    removed: 1,
  });
  const changed = patches.lines?.filter(({ side }) => side !== "both");
  assert.deepEqual(changed, [
    { side: "left", text: "+one" },
    { side: "right", text: "+two" },
  ]);
});

test("three runs are compared with the first, from folders and archives", () => {
  const a = bundle("three-a");
  const b = bundle("three-b");
  const c = bundle("three-c", { task: "other\n" });
  assert.equal(holdall(["pack", b, "--out", "three-b.tar.gz"], { cwd }).code, 0);
  const { code, json } = compare(a, "three-b.tar.gz", c, "--exit-code");
  const { others } = json as Comparison & { readonly others: readonly Comparison[] };
  assert.deepEqual([json.different, others.map(({ different }) => different)], [false, [true]]);
  assert.equal(code, 1);
});

function sessionOf(agent: string): string {
  const folder = path.join(fixtures, "agents", agent, "failing");
  const found = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .find((name) => name.endsWith(".jsonl"));
  return path.join(folder, found ?? "");
}

test("two raw sessions of different agents are compared step by step; nobody recorded anything before", () => {
  const { json } = compare(sessionOf("claude"), sessionOf("codex"));
  assert.deepEqual(
    [json.left.kind, json.left.tool, json.right.tool],
    ["session", "claude", "codex"],
  );
  const command = json.steps.rows.find(({ left }) => left?.kind === "command");
  assert.deepEqual(
    [command?.side, command?.left?.exitCode, command?.right?.exitCode, command?.sameResult],
    ["both", 3, 3, true],
  );
  const tokens = json.left.measures.usage;
  assert.ok(tokens !== null && tokens.input + tokens.output > 0);
  // Its model is not in the table of prices.
  assert.equal(json.right.measures.costUsd, null);
});

test("what is neither a bundle nor a session is refused by name", () => {
  fs.writeFileSync(path.join(cwd, "notes.txt"), "x");
  assert.equal(holdall(["task", "compare", "notes.txt", "original"], { cwd }).code, 1);
  const broken = bundle("broken", { document: { outcome: { status: "constructor" } } });
  const { code, stderr } = holdall(["task", "compare", broken, "original"], { cwd });
  assert.equal(code, 1);
  assert.match(stderr, /E_FORMAT/);
});
