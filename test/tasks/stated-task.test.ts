/** A task that is stated in words, in the folder of its project: no session, no text files. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { askTask } from "../../src/tasks/disk/pack/ask-task.ts";
import { makeScratch } from "../support/scratch.ts";
import { holdall } from "../support/warm-program.ts";

const scratch = makeScratch();

/** A project with a file that Git has, one that it does not know, one that it ignores, and one that changed. */
function createProject(name: string, isInGit: boolean): string {
  const cwd = path.join(scratch, name);
  fs.mkdirSync(cwd, { recursive: true });
  fs.writeFileSync(path.join(cwd, "sum.txt"), "old\n");
  fs.writeFileSync(path.join(cwd, ".gitignore"), "secret.env\nbuild/\n");
  if (isInGit) {
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd });
    git("init", "-q");
    git("add", "-A");
    git("-c", "user.name=ann", "-c", "user.email=ann@example.com", "commit", "-qm", "start");
  }
  fs.writeFileSync(path.join(cwd, "sum.txt"), "changed\n");
  fs.writeFileSync(path.join(cwd, "new.txt"), "new\n");
  fs.writeFileSync(path.join(cwd, "secret.env"), "x\n");
  fs.mkdirSync(path.join(cwd, "build"));
  fs.writeFileSync(path.join(cwd, "build/out.txt"), "x\n");
  return cwd;
}

const STATED = ["task", "pack", "--prompt", "Make npm test pass.\nChange no test.", "--workspace"];

test("task pack --prompt starts from the folder's files as they are, and the runs do what it says", () => {
  const cwd = createProject("one/shop", true);
  const { code, stdout, stderr } = holdall([...STATED, ".", "--out", "../job"], { cwd });
  assert.equal(code, 0, stderr);
  const job = path.join(cwd, "../job");
  const files = path.join(job, "workspace/files");
  assert.deepEqual(fs.readdirSync(files).sort(), [".gitignore", "new.txt", "sum.txt"]);
  assert.equal(fs.readFileSync(path.join(files, "sum.txt"), "utf8"), "changed\n");
  assert.match(fs.readFileSync(path.join(job, "task.md"), "utf8"), /Make npm test pass\.\nChange/);
  assert.equal(
    JSON.parse(fs.readFileSync(path.join(job, "bundle.json"), "utf8")).title,
    "Make npm test pass.",
  );
  assert.doesNotMatch(stdout, /FIX\.diff/);
  const [, next = ""] = stdout.match(/holdall (task run .+)$/m) ?? [];
  assert.match(
    next,
    /^task run \S+\/job --with claude,codex --check 'npm test' --out \S+\/job-runs$/,
  );
  const check = ["--check", "grep -q changed sum.txt"];
  const command = ["--command", 'me=grep -q "Make npm test pass" && grep -q changed sum.txt'];
  const ran = holdall(["task", "run", "../job", ...command, ...check, "--out", "../runs"], { cwd });
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /^success/m);
});

test("task pack --prompt works in a folder without Git, and in one that Git ignores", () => {
  const cwd = createProject("two/shop", false);
  const packed = holdall([...STATED, ".", "--out", "../job"], { cwd });
  assert.equal(packed.code, 0, packed.stderr);
  assert.ok(fs.existsSync(path.join(cwd, "../job/workspace/files/sum.txt")));
  const outer = createProject("three/shop", true);
  const inside = holdall([...STATED, "build", "--out", "../job"], { cwd: outer });
  assert.equal(inside.code, 0, inside.stderr);
  assert.ok(fs.existsSync(path.join(outer, "../job/workspace/files/out.txt")));
});

test("task pack --prompt beside --task is refused, with what to leave out", () => {
  const cwd = createProject("four/shop", false);
  const both = [...STATED, ".", "--task", "sum.txt", "--out", "../job"];
  const { code, stderr } = holdall(both, { cwd });
  assert.notEqual(code, 0);
  assert.match(stderr, /→ leave out --prompt or --task/);
});

test("task pack with nothing names the line that states a task", () => {
  const { stderr } = holdall(["task", "pack", "--out", "job"], { cwd: scratch });
  assert.match(stderr, /--prompt/);
});

test("askTask() says what to type, and asks again where nothing was", async () => {
  const asked: string[] = [];
  const typed = ["", "Fix sum", " ", "Make npm test pass", "", "npm test passes"];
  const ask = async (_: AbortSignal, question: string) => {
    asked.push(question);
    return (typed.shift() ?? "").trim();
  };
  const { signal } = new AbortController();
  const answers = await askTask({ interactive: true, signal }, {}, ask);
  assert.deepEqual(answers, {
    title: "Fix sum",
    request: "Make npm test pass",
    acceptance: ["npm test passes"],
  });
  assert.equal(asked.length, 6);
  for (const question of asked) assert.match(question, /such as/);
});

test("task run on a folder without tasks names the line that makes one of it", () => {
  const cwd = createProject("five/shop", false);
  const run = ["task", "run", ".", "--command", "me=true", "--out", "../runs"];
  const { code, stderr } = holdall(run, { cwd });
  assert.notEqual(code, 0);
  assert.match(
    stderr.replaceAll(/\s+/g, " "),
    /holdall task pack --prompt '.+' --workspace \. --out/,
  );
});
