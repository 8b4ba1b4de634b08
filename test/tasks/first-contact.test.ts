/** What a beginner does first with tasks, as the program itself says to do it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const scratch = makeScratch();

function project(name: string): string {
  const folder = path.join(scratch, name);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "a.txt"), "a\n");
  return folder;
}

function commit(folder: string): void {
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=ann", "-c", "user.email=ann@example.com", "commit", "-qm", "start");
}

/** The arguments that a shell makes of a line. */
function splitAsShell(line: string): readonly string[] {
  const printed = execFileSync("sh", ["-c", `printf '%s\\n' ${line}`], { encoding: "utf8" });
  return printed.trimEnd().split("\n");
}

for (const hasCommit of [false, true]) {
  const kind = hasCommit ? "with a commit" : "without Git";
  test(`the commands of a starter's README work as they are, in a project ${kind}`, () => {
    const cwd = project(hasCommit ? "one/shop" : "two/my shop");
    if (hasCommit) commit(cwd);
    assert.equal(holdall(["task", "init"], { cwd }).code, 0);
    const starter = path.join(cwd, "taskbundle-starter");
    const readme = fs.readFileSync(path.join(starter, "README.md"), "utf8");
    const lines = [...readme.matchAll(/^ {4}holdall (.+)$/gm)].map(([, line = ""]) => line);
    assert.equal(lines.length, 2);
    for (const line of lines) {
      // The agents need an account; what is run in their place is a program of one's own.
      const args = splitAsShell(line.replace("--with claude,codex", "--command me=true"));
      const { code, stderr } = holdall(args, { cwd: starter });
      assert.equal(code, 0, `${line}\n${stderr}`);
    }
    const bundle = `${cwd}-task`;
    assert.deepEqual(fs.readdirSync(path.join(bundle, "workspace/files")), ["a.txt"]);
    assert.equal(fs.readdirSync(`${bundle}-runs`).length, 1);
  });
}

test("a task that was packed with its files and without a patch can be run", () => {
  const cwd = project("three");
  const texts = ["--title", "T", "--task", "a.txt", "--summary", "a.txt"];
  const packed = holdallJson(
    ["task", "pack", ...texts, "--workspace", ".", "--out", "../three-task"],
    {
      cwd,
    },
  );
  assert.equal(packed.json.state, "before");
  const args = ["task", "run", "../three-task", "--command", "me=true", "--out", "../three-runs"];
  assert.equal(holdall(args, { cwd }).code, 0);
});

for (const ignored of ["demo/", "other/"]) {
  const kind = ignored === "demo/" ? "ignored" : "unknown to git";
  test(`a session is packed with a folder inside a repository that is ${kind}`, () => {
    const cwd = project(`five/${ignored === "demo/" ? "a" : "b"}`);
    fs.writeFileSync(path.join(cwd, ".gitignore"), ignored);
    commit(cwd);
    const demo = path.join(cwd, "demo");
    fs.mkdirSync(path.join(demo, "files"), { recursive: true });
    fs.writeFileSync(path.join(demo, "files/b.txt"), "b\n");
    const record = {
      type: "user",
      uuid: "u1",
      parentUuid: null,
      sessionId: "s1",
      version: "2.1.0",
      cwd: path.join(demo, "files"),
      timestamp: "2040-01-31T08:00:00Z",
      message: { role: "user", content: "Write c.txt" },
    };
    fs.writeFileSync(path.join(demo, "session.jsonl"), `${JSON.stringify(record)}\n`);
    const pack = ["--from-session", "session.jsonl", "--workspace", "files", "--out", "asked"];
    const { code, stderr } = holdall(["task", "pack", ...pack], { cwd: demo });
    assert.equal(code, 0, stderr);
    assert.deepEqual(fs.readdirSync(path.join(demo, "asked/workspace/files")), ["b.txt"]);
  });
}

test("a commit without a remote is enough where --repo names the clone, and else that is said", () => {
  const cwd = project("four");
  commit(cwd);
  const texts = ["--title", "T", "--task", "a.txt", "--summary", "a.txt", "--snapshot", "git-ref"];
  const pack = ["task", "pack", ...texts, "--workspace", ".", "--out", "../four-task"];
  assert.equal(holdall(pack, { cwd }).code, 0);
  const run = ["task", "run", "../four-task", "--command", "me=true", "--out", "../four-runs"];
  const { code, stderr } = holdall(run, { cwd });
  assert.notEqual(code, 0);
  assert.match(stderr, /name a clone that has its commit with --repo/);
  assert.equal(holdall([...run, "--repo", "."], { cwd }).code, 0);
});

test("the command that task init prints works as it is", () => {
  const cwd = project("six/my shop");
  const { stdout } = holdall(["task", "init"], { cwd });
  const [line = ""] = stdout.match(/holdall task pack .+/) ?? [];
  const { code, stderr } = holdall(splitAsShell(line).slice(1), { cwd });
  assert.equal(code, 0, `${line}\n${stderr}`);
});

/** What a command that must fail prints, on one line. */
function refusal(args: readonly string[], cwd: string): string {
  const { code, stderr } = holdall(args, { cwd });
  assert.notEqual(code, 0);
  return stderr.replaceAll(/\s+/g, " ");
}

test("a file of checks with a fault is refused with the place and the kinds, in plain words", () => {
  const cwd = project("seven");
  const texts = ["--title", "T", "--task", "a.txt", "--summary", "a.txt", "--workspace", "."];
  assert.equal(holdall(["task", "pack", ...texts, "--out", "../seven-task"], { cwd }).code, 0);
  const cases: readonly [string, RegExp][] = [
    [
      '{"checks": [\n{"name": "a", "kind": "file_has"}]}',
      /line 2, checks\.0\.kind: "kind" must be one of "command", .+"forbidden_paths", but is "file_has"/,
    ],
    ['{"checks": [{"name": "a"}]}', /"kind" is required: one of "command"/],
    ['{"checks": [{"name": "a", "kind": "tests_pass"}]}', /"command" is required/],
    ['{"checks": []}', /"checks" must not be empty/],
    ['{"checks": [\n', /it is not JSON: line 2, column 1/],
  ];
  for (const [text, expected] of cases) {
    fs.writeFileSync(path.join(cwd, "checks.json"), text);
    const message = refusal(["task", "check", "../seven-task", "--checks", "checks.json"], cwd);
    assert.match(message, expected);
    assert.doesNotMatch(message, /discriminator|Invalid input/);
  }
});

test("a file of events with a fault is refused with its own name, the line and the cure", () => {
  const cwd = project("eight");
  const good = '{"type": "edit", "at": "2026-01-31T08:00:00Z", "detail": ""}\n';
  const texts = ["--title", "T", "--task", "a.txt", "--summary", "a.txt", "--events", "my.jsonl"];
  for (const [text, expected] of [
    [`${good}not json\n`, /events of "my\.jsonl": line 2: The line is not valid JSON/],
    [`${good}{"type": "edit", "detail": ""}\n`, /line 2, at: "at" is required/],
    ["[]\n", /line 1: The value must be an object, but is a list/],
  ] as const) {
    fs.writeFileSync(path.join(cwd, "my.jsonl"), text);
    const message = refusal(["task", "pack", ...texts, "--out", "../eight-task"], cwd);
    assert.match(message, expected);
    assert.match(message, /→ write one JSON object on each line, such as \{"type"/);
  }
});

test("task pack leaves its own inputs and what is excluded out of the files and of the patch", () => {
  const cwd = project("nine");
  fs.writeFileSync(path.join(cwd, "README.md"), "Read me\n");
  commit(cwd);
  for (const name of ["a.txt", "task.md", "summary.md", "new.txt", "notes [1].log"]) {
    fs.writeFileSync(path.join(cwd, name), `${name}\n`);
  }
  const event = '{"type": "edit", "at": "2026-01-31T08:00:00Z", "detail": ""}\n';
  fs.writeFileSync(path.join(cwd, "steps.jsonl"), event);
  const texts = ["--title", "T", "--task", "task.md", "--summary", "summary.md"];
  const pack = ["task", "pack", ...texts, "--events", "steps.jsonl", "--workspace", "."];
  const changed = (out: string) => {
    const diff = fs.readFileSync(path.join(cwd, out, "result.diff"), "utf8");
    return [...diff.matchAll(/^diff --git a\/(.+) b\//gm)].map(([, name]) => name);
  };
  const base = ["--base", "HEAD", "--exclude", "*.log"];
  const { code, stderr } = holdall([...pack, ...base, "--out", "../nine-task"], { cwd });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Skipped steps\.jsonl: it is an input of this command/);
  assert.deepEqual(changed("../nine-task"), ["a.txt", "new.txt"]);
  const files = path.join(cwd, "../nine-task/workspace/files");
  assert.deepEqual(fs.readdirSync(files), ["README.md", "a.txt"]);
  // What Git has, or the user names, is part of the project.
  const other = ["--summary", "README.md", "--include", "task.md", "--out", "../nine-other"];
  holdall([...pack, "--base", "HEAD", ...other], { cwd });
  const all = ["a.txt", "new.txt", "notes [1].log", "summary.md", "task.md"];
  assert.deepEqual(changed("../nine-other"), all);
});
