import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall } from "../support/warm-program.ts";

const HOME = makeScratch();
/** The state of the captured files, without which no run starts from them. */
const before = { document: { workspace: { state: "before" } } };
const start = (cwd: string) => ({ cwd, env: { HOME, COLUMNS: "120" } });

test("a command that a result names can be typed as it is when a folder has a space", () => {
  const cwd = makeScratch();
  writeTaskBundle(path.join(cwd, "a task"), before);
  const args = ["--command", "nothing=true", "--out", "my runs"];
  const run = holdall(["task", "run", "a task", ...args], start(cwd));
  assert.match(run.stdout, /holdall task report 'my runs'$/m);
  const init = holdall(["task", "init", "--out", "my start"], start(cwd));
  assert.match(init.stdout, /--config 'my start\/taskbundle\.config\.json' --out \S/);
  holdall(["init"], start(cwd));
  holdall(["state", "commit", "The crews meet at noon"], start(cwd));
  holdall(["kit", "export", "--out", "kit"], start(cwd));
  const dream = holdall(["dream", "kit", "--out", "my dream"], start(cwd));
  assert.match(dream.stdout, /holdall dream adopt\|discard 'my dream'$/m);
});

test("the tour names the folder that it left behind so that a shell takes it", () => {
  const cwd = makeScratch();
  const { stdout } = holdall(["tour", "--keep", "my demo"], start(cwd));
  assert.match(stdout.replaceAll("\n", " "), /Next: cd 'my demo'/);
});

test("a run that could not start names no report to look at", () => {
  const cwd = makeScratch();
  writeTaskBundle(path.join(cwd, "task"), before);
  const env = { ...start(cwd).env, PATH: path.dirname(process.execPath) };
  const args = ["--with", "gemini", "--out", "runs"];
  const { code, stdout } = holdall(["task", "run", "task", ...args], { cwd, env });
  assert.equal(code, 4);
  assert.match(stdout, /^0 runs captured in runs, 1 not run$/m);
  assert.doesNotMatch(stdout, /task report/);
});

test("runs that an earlier command finished are counted apart", () => {
  const cwd = makeScratch();
  writeTaskBundle(path.join(cwd, "task"), before);
  const args = ["task", "run", "task", "--command", "nothing=true", "--out", "runs"];
  holdall(args, start(cwd));
  const { code, stdout } = holdall(args, start(cwd));
  assert.equal(code, 0);
  assert.match(stdout, /^0 runs captured in runs, 1 finished before$/m);
  assert.match(stdout, /^To see the results: holdall task report runs$/m);
});

test("a bundle that cannot be used names the command that checks it", () => {
  const cwd = makeScratch();
  fs.mkdirSync(path.join(cwd, "no bundle"));
  const inspected = holdall(["task", "inspect", "no bundle"], start(cwd));
  assert.match(inspected.stderr, /`holdall verify BUNDLE`/);
  writeTaskBundle(path.join(cwd, "bad one"));
  fs.writeFileSync(path.join(cwd, "bad one", "bundle.json"), "{}");
  const viewed = holdall(["task", "view", "bad one", "--out", "page.html"], start(cwd));
  assert.match(viewed.stderr, /Cannot read "bad one"/);
  assert.match(viewed.stderr, /`holdall verify 'bad one'`/);
});

test("a proposal that changes nothing is not called adopted", () => {
  const cwd = makeScratch();
  holdall(["init"], start(cwd));
  holdall(["state", "commit", "The crews meet at noon"], start(cwd));
  holdall(["dream"], start(cwd));
  const { stdout } = holdall(["dream", "adopt"], start(cwd));
  assert.match(stdout, /^Nothing to adopt in the default state: /);
});

test("an empty state has no last event", () => {
  const cwd = makeScratch();
  holdall(["init"], start(cwd));
  const { stdout } = holdall(["state", "show"], start(cwd));
  assert.match(stdout, /0 of 4,096 tokens, no events, hash/);
});

test("an import says what it found, in the past tense, and when there was nothing new", () => {
  const cwd = makeScratch();
  const other = makeScratch();
  for (const folder of [cwd, other]) holdall(["init"], start(folder));
  holdall(["state", "commit", "The crews meet at noon"], start(cwd));
  const kit = path.join(cwd, "kit");
  holdall(["kit", "export", "--out", kit], start(cwd));
  const first = holdall(["kit", "import", kit, "--apply"], start(other));
  assert.match(first.stdout, /^Imported working-context/m);
  assert.match(first.stdout, /the workspace did not have this state/);
  const again = holdall(["kit", "import", kit, "--apply"], start(other));
  assert.match(again.stdout, /^Nothing new to import: working-context/m);
});

test("the prepared files say where they come from", () => {
  const cwd = makeScratch();
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", cwd, "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      encoding: "utf8",
    }).trim();
  git("init", "-q");
  git("remote", "add", "origin", "https://git.example/a.git");
  fs.writeFileSync(path.join(cwd, "a.txt"), "one\n");
  git("add", "a.txt");
  git("commit", "-qm", "one");
  fs.writeFileSync(path.join(cwd, "a.txt"), "two\n");
  fs.writeFileSync(path.join(cwd, "task.md"), "# Task\n");
  const texts = ["--title", "t", "--task", "task.md", "--summary", "task.md"];
  const choice = ["--workspace", ".", "--base", "HEAD", "--snapshot", "git-ref"];
  const out = path.join(makeScratch(), "bundle");
  holdall(["task", "pack", ...texts, ...choice, "--out", out], start(cwd));
  const target = ["--repo", ".", "--out", path.join(makeScratch(), "start")];
  const { stdout } = holdall(["task", "replay", "prepare", out, ...target], start(cwd));
  assert.match(stdout, /; from the commit in the repository\)/);
});
