/** Many tasks with one command: a folder of tasks, budgets, errors outside the agent, stopping and going on. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

interface Run {
  readonly id: string;
  readonly task: string;
  readonly tool: string;
  readonly bundle: string;
  readonly state: string;
  readonly status: string | null;
  readonly error: { readonly kind: string; readonly detail: string } | null;
  readonly reason: string | null;
}

interface Result {
  readonly code: number | null;
  readonly runs: readonly Run[];
  readonly refused: readonly { readonly task: string; readonly reason: string }[];
}

const before = { document: { workspace: { state: "before" } } };

function suite(names: readonly string[]): string {
  const cwd = makeScratch();
  for (const name of names) {
    const task = `# ${name}\n\n## Acceptance\n`;
    writeTaskBundle(path.join(cwd, "suite", name), { ...before, task });
  }
  return cwd;
}

function run(cwd: string, ...args: readonly string[]): Result {
  const { code, json } = holdallJson(["task", "run", ...args], { cwd });
  return { code, ...(json as unknown as Omit<Result, "code">) };
}

const tasksOf = ({ runs }: Pick<Result, "runs">) => runs.map(({ task }) => task);
const statesOf = ({ runs }: Pick<Result, "runs">) => runs.map(({ state }) => state);

test("task run FOLDER runs the tasks in it: folders and archives, no links, nothing else", () => {
  const cwd = suite(["a", "b"]);
  const at = (...parts: readonly string[]) => path.join(cwd, "suite", ...parts);
  writeTaskBundle(path.join(cwd, "elsewhere"), { ...before, task: "# Elsewhere\n" });
  fs.symlinkSync(path.join(cwd, "elsewhere"), at("linked"));
  writeTaskBundle(at("deeper", "c"), { ...before, task: "# c\n" });
  fs.writeFileSync(at("README.md"), "# Tasks\n");
  writeTaskBundle(path.join(cwd, "packed"), { ...before, task: "# Packed\n" });
  const packing = holdall(["task", "archive", "packed", "--out", "suite/packed.tar.gz"], { cwd });
  assert.equal(packing.code, 0, packing.stderr);
  const result = run(cwd, "suite", "--command", "mine=true", "--repeat", "2", "--out", "runs");
  assert.equal(result.code, 0);
  const each = ["a", "b", "packed.tar.gz"];
  assert.deepEqual(
    tasksOf(result),
    each.flatMap((name) => [name, name]),
  );
});

test("a task of a folder that is broken is named with its reason, and the others run", () => {
  const cwd = suite(["a", "b"]);
  fs.writeFileSync(path.join(cwd, "suite/a/bundle.json"), "{");
  fs.writeFileSync(path.join(cwd, "suite/c.tar.gz"), "no archive");
  const result = run(cwd, "suite", "--command", "mine=true", "--out", "runs");
  assert.equal(result.code, 4);
  assert.deepEqual(tasksOf(result), ["b"]);
  assert.deepEqual(
    result.refused.map(({ task }) => task),
    ["suite/a", "suite/c.tar.gz"],
  );
  assert.match(result.refused[0]?.reason ?? "", /Cannot run "suite\/a"/);
  // Named by itself it is refused at once, as before.
  const alone = holdall(["task", "run", "suite/a", "--command", "mine=true", "--out", "x"], {
    cwd,
  });
  assert.notEqual(alone.code, 0);
  fs.rmSync(path.join(cwd, "suite/b"), { recursive: true });
  const none = holdall(["task", "run", "suite", "--command", "mine=true", "--out", "x"], { cwd });
  assert.notEqual(none.code, 0);
  assert.match(none.stderr, /none can be run/);
});

test("a folder without tasks is refused, and the same task twice is run once", () => {
  const cwd = suite(["a"]);
  fs.mkdirSync(path.join(cwd, "empty"));
  const empty = holdall(["task", "run", "empty", "--command", "mine=true", "--out", "x"], { cwd });
  assert.equal(empty.code, 4);
  assert.match(empty.stderr, /contains no task bundles/);
  const args = ["--command", "mine=true", "--jobs", "2", "--out", "runs"];
  assert.deepEqual(statesOf(run(cwd, "suite", "suite/a", ...args)), ["ran"]);
});

test("a program that crashes or cannot be started has an error and no status; --retry errors runs only it again", () => {
  const cwd = suite(["a"]);
  const args = ["suite", "--out", "runs", "--command", "fails=exit 7"];
  args.push("--command", "crashes=kill -SEGV $$", "--command", "absent=no-such-program");
  const first = run(cwd, ...args);
  assert.equal(first.code, 4);
  assert.deepEqual(
    first.runs.map(({ status, error }) => [status, error?.kind ?? null]),
    [
      ["failure", null],
      [null, "crash"],
      [null, "start"],
    ],
  );
  assert.match(first.runs[2]?.error?.detail ?? "", /no-such-program/);
  const crashed = path.join(first.runs[1]?.bundle ?? "", "bundle.json");
  const recorded = JSON.parse(fs.readFileSync(crashed, "utf8"));
  assert.equal(recorded.run.error.kind, "crash");
  assert.equal(recorded.outcome, undefined);
  assert.deepEqual(statesOf(run(cwd, ...args)), Array(3).fill("already there"));
  const again = run(cwd, ...args, "--retry", "errors");
  assert.deepEqual(statesOf(again), ["already there", "ran", "ran"]);
  const valid = holdall(["task", "validate", first.runs[1]?.bundle ?? ""], { cwd });
  assert.equal(valid.code, 0, valid.stdout);
});

test("task run replaces nothing in its folder but an error run that its sums prove complete", () => {
  const cwd = suite(["a"]);
  const args = ["suite", "--out", "runs", "--command", "crashes=kill -SEGV $$"];
  const bundle = run(cwd, ...args).runs[0]?.bundle ?? "";
  const reasonOf = (...more: readonly string[]) => {
    const { code, runs } = run(cwd, ...args, ...more);
    assert.deepEqual([code, ...statesOf({ runs })], [4, "could not run"]);
    return runs[0]?.reason ?? "";
  };
  const note = path.join(bundle, "note.txt");
  fs.writeFileSync(note, "mine");
  assert.match(reasonOf("--retry", "errors"), /not those of its sums/);
  assert.equal(fs.readFileSync(note, "utf8"), "mine");
  fs.rmSync(note);
  fs.appendFileSync(path.join(bundle, "summary.md"), "changed");
  assert.match(reasonOf("--retry", "errors"), /not those of its sums/);
  fs.renameSync(bundle, path.join(cwd, "elsewhere"));
  fs.symlinkSync(path.join(cwd, "elsewhere"), bundle);
  for (const more of [[], ["--retry", "errors"]])
    assert.match(reasonOf(...more), /a link is there/);
  fs.rmSync(bundle);
  fs.mkdirSync(bundle);
  fs.writeFileSync(note, "mine");
  assert.match(reasonOf(), /no readable run/);
  assert.equal(fs.readFileSync(note, "utf8"), "mine");
});

test("a run that another process captured meanwhile stays, also when an error is retried", () => {
  const cwd = suite(["a"]);
  // Each run copies a finished run to its own place, as a faster process would.
  const script = `mine=cd ${cwd} && mkdir -p runs && for each in other/*; do rm -rf runs/\${each##*/}; cp -r $each runs; done; test -d other || kill -SEGV $$`;
  const args = ["suite", "--command", script];
  const first = run(cwd, ...args, "--out", "runs").runs[0];
  assert.equal(first?.error?.kind, "crash");
  const index = path.join(first?.bundle ?? "", "bundle.json");
  const earlier = fs.readFileSync(index, "utf8");
  fs.cpSync(path.join(cwd, "runs"), path.join(cwd, "other"), { recursive: true });
  const other = path.join(cwd, "other", first?.id ?? "", "bundle.json");
  const changed = earlier.replace('"kind": "crash"', '"kind": "other"');
  assert.notEqual(changed, earlier);
  fs.writeFileSync(other, changed);
  assert.deepEqual(statesOf(run(cwd, ...args, "--out", "runs", "--retry", "errors")), [
    "already there",
  ]);
  assert.equal(fs.readFileSync(index, "utf8"), changed);
  fs.rmSync(path.join(cwd, "runs"), { recursive: true });
  assert.deepEqual(statesOf(run(cwd, ...args, "--out", "runs")), ["already there"]);
  assert.equal(fs.readFileSync(index, "utf8"), changed);
});

test("task run writes no run into a task", () => {
  const cwd = suite(["a"]);
  const args = ["task", "run", "suite", "--command", "mine=true", "--out"];
  fs.symlinkSync(path.join(cwd, "suite/a"), path.join(cwd, "linked"));
  for (const out of ["suite/a", "suite/a/runs", "linked/runs"]) {
    assert.match(
      holdall([...args, out], { cwd }).stderr,
      /overlaps\s+with\s+what\s+is\s+being\s+read/,
    );
  }
  assert.equal(fs.existsSync(path.join(cwd, "suite/a/runs")), false);
});

test("task run names a time limit, and says that nothing was judged", () => {
  const cwd = suite(["a"]);
  const args = ["task", "run", "suite", "--out", "runs", "--command", "mine=true"];
  const slow = ["--command", "slow=sleep 60", "--timeout", "1s"];
  const first = holdall([...args, ...slow], { cwd }).stdout;
  assert.match(first, /^failure {2}a--slow.* time limit, /m);
  assert.doesNotMatch(first, /by a signal/);
  const judging = /holdall task judge RUN --check 'npm test' --record/;
  assert.match(first.replaceAll("\n", " "), /No checks were used, so no run was judged; judge one/);
  assert.match(first.replaceAll("\n", " "), judging);
  const checks = [{ name: "any", kind: "diff_max_lines", max: 9 }];
  fs.writeFileSync(path.join(cwd, "checks.json"), JSON.stringify({ checks }));
  const again = holdall([...args, "--checks", "checks.json"], { cwd }).stdout;
  assert.match(again.replaceAll("\n", " "), /1 run from before not judged; judge one/);
});

test("an agent whose runs end with errors one after the other is not started again; others are", () => {
  const cwd = suite(["a", "b", "c", "d"]);
  const commands = ["--command", "absent=no-such-program", "--command", "mine=true"];
  const { code, runs } = run(cwd, "suite", ...commands, "--out", "runs");
  assert.equal(code, 4);
  const of = (tool: string) => statesOf({ runs: runs.filter((each) => each.tool === tool) });
  assert.deepEqual(of("absent"), ["ran", "ran", "ran", "not run"]);
  assert.deepEqual(of("mine"), Array(4).fill("ran"));
  assert.match(
    runs.find(({ state }) => state === "not run")?.reason ?? "",
    /last 3 runs of absent/,
  );
});

test("a budget counts what an earlier command spent on the same runs", () => {
  const cwd = suite(["a", "b"]);
  const args = ["suite", "--command", "mine=true", "--out", "runs", "--budget-usd", "5"];
  assert.deepEqual(statesOf(run(cwd, ...args)), ["ran", "not run"]);
  const again = run(cwd, ...args);
  assert.deepEqual(statesOf(again), ["already there", "not run"]);
  assert.match(again.runs[1]?.reason ?? "", /cost of a run of mine is unknown/);
});

test("Ctrl-C ends the runs under way and all they started, keeps the finished, and says how to go on", async () => {
  const cwd = suite(["a", "b", "c", "d"]);
  const pids = path.join(cwd, "pids.txt");
  // The first two end at once; each later one starts a child in a session of its own.
  const script = `mine=case "$(head -n 1 {task})" in "# a"|"# b") exit 0;; esac; setsid sleep 300 & echo $! >> ${pids}; wait`;
  const args = ["task", "run", "suite", "--command", script, "--jobs", "2", "--out", "runs"];
  const child = startHoldall(args, { cwd });
  const closed = once(child, "close");
  let stdout = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  const started = () =>
    fs.existsSync(pids) ? fs.readFileSync(pids, "utf8").trim().split("\n").map(Number) : [];
  for (let waited = 0; started().length < 2 && waited < 400; waited++) await sleep(50);
  child.kill("SIGINT");
  const [code] = await closed;
  assert.equal(code, 130);
  assert.match(stdout, /Stopped; the runs under way were ended and left out/);
  assert.match(stdout, /2 runs captured in runs, 2 not run/);
  assert.match(stdout, /2 not run: the command was stopped/);
  assert.match(stdout, /To continue: repeat the command/);
  assert.deepEqual(started().filter(isRunning), []);
  assert.equal(fs.readdirSync(path.join(cwd, "runs")).length, 2);
  const { runs } = run(cwd, ...args.slice(2), "--timeout", "1s");
  assert.deepEqual(statesOf({ runs }), ["already there", "already there", "ran", "ran"]);
});

function isRunning(pid: number): boolean {
  const { status, stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)]);
  // Where there is no init to collect it, an ended process stays listed as a zombie.
  return status === 0 && !String(stdout).trim().startsWith("Z");
}

test("task run says once for each agent how to install it, and not to repeat the command as it is", () => {
  const cwd = suite(["a", "b"]);
  const args = ["task", "run", "suite", "--with", "claude,pi", "--repeat", "2", "--out", "runs"];
  const { code, stdout } = holdall(args, { cwd, env: { PATH: "/nonexistent" } });
  assert.equal(code, 4);
  for (const name of ["@anthropic-ai/claude-code", "@earendil-works/pi-coding-agent"]) {
    const line = `To continue: npm install --global ${name}, then repeat the command`;
    assert.equal(stdout.split(line).length, 2, stdout);
  }
  assert.doesNotMatch(stdout, /To continue: repeat/);
  // One line when it is met, one with the number of runs at the end.
  assert.equal(stdout.split('Cannot run claude: "claude" is not installed').length, 3, stdout);
});

test("task run does not offer to repeat a command whose budget cannot be kept", () => {
  const cwd = suite(["a", "b"]);
  const budget = ["--budget-usd", "1", "--out", "runs"];
  const { stdout } = holdall(["task", "run", "suite", "--command", "me=true", ...budget], { cwd });
  assert.match(stdout, /^1 not run: the cost of a run of me is unknown/m);
  assert.match(stdout, /^To continue: use --budget-minutes in place of --budget-usd$/m);
  assert.doesNotMatch(stdout, /To continue: repeat/);
});

test("task run names the option that gives a program a variable which it misses", () => {
  const cwd = suite(["a"]);
  const fails = "asks=echo 'Missing environment variable: `FERRY_KEY`.' >&2; exit 127";
  const { stdout } = holdall(["task", "run", "suite", "--command", fails, "--out", "runs"], {
    cwd,
  });
  assert.match(stdout, /--env FERRY_KEY --retry errors$/m);
});
