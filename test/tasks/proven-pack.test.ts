import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();
const at = (name: string) => path.join(cwd, name);
const DIFF = "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n";
fs.mkdirSync(at("app"));
fs.writeFileSync(at("app/a.txt"), "a\n");
fs.writeFileSync(at("task.md"), "# Task\n\nMake it b.\n\n## Acceptance\n\n- b\n");
fs.writeFileSync(at("summary.md"), "# Summary\n");
fs.writeFileSync(at("result.diff"), DIFF);

function writeChecks(name: string, ...checks: readonly object[]): string {
  fs.writeFileSync(at(name), JSON.stringify({ checks }));
  return name;
}

const isB = { name: "b", kind: "file_contains", path: "a.txt", text: "b" };
const byFile = writeChecks("file.json", isB);
const byCommand = writeChecks("command.json", {
  name: "b",
  kind: "command",
  command: `touch '${at("was-run")}'; grep -q b a.txt`,
});

function pack(out: string, ...more: readonly string[]) {
  const texts = ["--title", "B", "--task", "task.md", "--summary", "summary.md", "--out", out];
  const args = ["task", "pack", ...texts, ...more];
  const { code, json } = holdallJson(args, { cwd });
  const { proof } = json as unknown as {
    readonly proof: {
      readonly state: string;
      readonly needs: string | null;
      readonly needsSolution: boolean;
      reasons: string[];
    };
  };
  return { code, ...proof };
}

const FILES = ["--workspace", "app"];
const DONE = [...FILES, "--diff", "result.diff"];

test("a task is proven by checks that run nothing", () => {
  const { code, state, reasons } = pack("proven", ...DONE, "--checks", byFile);
  assert.deepEqual([code, state, reasons], [0, "proven", []]);
});

test("checks that run commands prove a task only where the user allows them", () => {
  const { code, state, needs } = pack("waiting", ...DONE, "--checks", byCommand);
  assert.deepEqual([code, state, needs], [0, "not proven", "allow-exec"]);
  assert.equal(fs.existsSync(at("was-run")), false);
  const allowed = pack("allowed", ...DONE, "--checks", byCommand, "--allow-exec");
  assert.equal(allowed.state, "proven");
  assert.equal(fs.existsSync(at("was-run")), true);
});

test("a task whose checks do not tell a solution from nothing is refuted, and stays", () => {
  const always = writeChecks("always.json", { ...isB, text: "\n" });
  const { code, state, reasons } = pack("refuted", ...DONE, "--checks", always);
  assert.deepEqual([code, state], [1, "refuted"]);
  assert.match(reasons.join(), /Doing nothing passes/);
  assert.ok(fs.existsSync(at("refuted/bundle.json")));
  const open = pack("open", ...FILES, "--checks", byFile);
  assert.deepEqual([open.code, open.state], [0, "not proven"]);
  assert.match(open.reasons.join(), /no reference solution/);
});

test("without checks a task is not proven, and the next command is named", () => {
  assert.equal(pack("bare", ...DONE).needs, "checks");
  const texts = ["--title", "B", "--task", "task.md", "--summary", "summary.md"];
  const line = ["task", "pack", ...texts, ...DONE, "--checks", byCommand, "--out", "said"];
  const { stdout } = holdall(line, { cwd });
  assert.match(
    stdout,
    /^To prove it: holdall task check said --checks command\.json --allow-exec$/m,
  );
  assert.match(stdout, /^ {2}B$/m);
});

test("a task without a reference solution says so, and the next commands name no file", () => {
  const { needsSolution, reasons } = pack("unsolved", ...FILES);
  assert.equal(needsSolution, true);
  assert.match(reasons.join(), /no reference solution/);
  const texts = ["--title", "B", "--task", "task.md", "--summary", "summary.md"];
  const line = ["task", "pack", ...texts, ...FILES, "--out", "unsolved-text"];
  const { stdout } = holdall(line, { cwd });
  assert.match(stdout, /fails so far: holdall task check \S+ --check 'npm test'$/m);
  assert.match(stdout, /do it: holdall task run \S+ --with \S+ --check 'npm test' --out \S+$/m);
});

test("a task that no agent can start is named as such, with what to do", () => {
  const { state, needs, reasons } = pack("empty", "--checks", byFile);
  assert.deepEqual([state, needs], ["not proven", null]);
  assert.match(reasons.join(), /no captured files.*--workspace/);
});

test("a file of checks that cannot be used is refused before anything is written", () => {
  fs.writeFileSync(at("bad.json"), "{}");
  const texts = ["--title", "B", "--task", "task.md", "--summary", "summary.md"];
  const line = ["task", "pack", ...texts, ...DONE, "--checks", "bad.json", "--out", "never"];
  assert.notEqual(holdall(line, { cwd }).code, 0);
  assert.equal(fs.existsSync(at("never")), false);
});
