/** Tasks and runs of other programs here, and ours there. Everything is run in plain folders, without containers. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { runTestsScript } from "../../src/tasks/disk/exchange/container/run-tests.ts";
import { testScript } from "../../src/tasks/disk/exchange/harbor/test-script.ts";
import { writePatch } from "../../src/tasks/disk/git-patch.ts";
import { judgeFolder } from "../../src/tasks/disk/judge/judge-folder.ts";
import { checksSchema } from "../../src/tasks/judge/checks.ts";
import { askHarbor, skipWithoutHarbor } from "../support/harbor.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";

const examples = path.join(import.meta.dirname, "../../examples/tasks");
const names = ["fix-median", "money-format", "rainfall-totals"];

interface ImportedOne {
  readonly name: string;
  readonly kind: string;
  readonly form: string;
  readonly out: string;
  readonly checks: string | null;
  readonly status: string | null;
  readonly loss: { readonly items: readonly { readonly where: string; readonly why: string }[] };
}

interface ImportResult {
  readonly imported: readonly ImportedOne[];
  readonly failed: readonly { readonly name: string; readonly code: string }[];
}

async function importInto(folder: string, from: string, out = "imported"): Promise<ImportResult> {
  const { out: result } = await runOperation<ImportResult>(contextIn(folder), "task import", {
    from,
    out: path.join(folder, out),
  });
  return result;
}

function one(result: ImportResult): ImportedOne {
  const [first] = result.imported;
  assert.ok(first);
  return first;
}

/** What a run of a command in the folder of a task came to. */
async function statusOf(task: ImportedOne, command: string): Promise<string | null> {
  const folder = makeScratch();
  const { out } = await runOperation<{
    runs: readonly { status: string | null; reason: string | null }[];
  }>(contextIn(folder), "task run", {
    bundles: [task.out],
    command: [`scripted=${command}`],
    checks: task.checks,
    "allow-exec": true,
    out: path.join(folder, "runs"),
  });
  const [run] = out.runs;
  assert.equal(run?.reason ?? null, null);
  return run?.status ?? null;
}

/** Runs the scripts of an exported task as Harbor does, in folders of our own. */
function tryInFolder(task: string, solves: boolean): { reward: number; score: number } {
  const app = makeScratch();
  const logs = makeScratch();
  const workspace = path.join(task, "environment/workspace");
  fs.cpSync(workspace, app, { recursive: true });
  // Without the variables of this test run, in which `node --test` would test nothing.
  const env = { PATH: process.env.PATH, HOLDALL_APP: app, HOLDALL_LOGS: logs };
  if (solves) {
    const solve = spawnSync("sh", [path.join(task, "solution/solve.sh")], { env });
    assert.equal(solve.status, 0, String(solve.stderr));
  }
  const tests = spawnSync("sh", [path.join(task, "tests/test.sh")], { env, encoding: "utf8" });
  assert.equal(tests.status, 0, tests.stderr);
  return JSON.parse(fs.readFileSync(path.join(logs, "reward.json"), "utf8"));
}

async function exportExample(name: string, out: string): Promise<void> {
  await runOperation(contextIn(examples), "task export", {
    from: name,
    to: "harbor",
    checks: path.join("checks", `${name}.json`),
    out,
  });
}

const LOAD = `
import json, sys
from harbor.models.task.task import Task
found = []
for place in sys.argv[1:]:
    task = Task(place)
    found.append([task.name, Task.is_valid_dir(place), len(task.instruction) > 0, task.paths.discovered_solve_path is not None])
print(json.dumps(found))
`;

test("our three tasks are tasks of Harbor: the solution earns 1, doing nothing 0", async () => {
  const folder = makeScratch();
  for (const name of names) {
    const out = path.join(folder, name);
    await exportExample(name, out);
    assert.deepEqual(tryInFolder(out, true), { reward: 1, score: 1 }, name);
    assert.deepEqual(tryInFolder(out, false), { reward: 0, score: 0 }, name);
  }
  assert.match(
    fs.readFileSync(path.join(folder, "fix-median/environment/Dockerfile"), "utf8"),
    /^FROM node:/,
  );
  const seen = fs.readdirSync(path.join(folder, "fix-median/environment"), { recursive: true });
  assert.ok(!seen.some((file) => String(file).includes("hidden")));
});

test("harbor loads the tasks that we write", { skip: skipWithoutHarbor }, async () => {
  const folder = makeScratch();
  for (const name of names) await exportExample(name, path.join(folder, name));
  const loaded = askHarbor(
    LOAD,
    names.map((name) => path.join(folder, name)),
  );
  assert.deepEqual(
    loaded,
    names.map((name) => [`holdall/${name}`, true, true, true]),
  );
});

test("a task without checks or at a taken place is not exported", async () => {
  const context = contextIn(examples);
  const out = path.join(makeScratch(), "x");
  const asked = { from: "fix-median", to: "harbor", out };
  assert.equal(await codeOf(runOperation(context, "task export", asked)), "E_USAGE");
  await exportExample("fix-median", out);
  const again = { ...asked, checks: "checks/fix-median.json" };
  assert.equal(await codeOf(runOperation(context, "task export", again)), "E_EXISTS");
});

test("testScript() judges as judgeFolder() does, for every kind of check", async () => {
  const before = { "src/a.txt": "one\ntwo\n", "data/x": "x" };
  const after = { "src/a.txt": "one\n2\nit's\n", "data/y": "y" };
  const asked: readonly object[] = [
    { kind: "command", command: 'grep -q "it\'s" src/a.txt' },
    { kind: "command", command: "exit 3", exitCode: 3 },
    { kind: "tests_pass", command: "test -e data/x" },
    { kind: "file_equals", path: "data/y", text: "y" },
    { kind: "file_equals", path: "data/y", text: "y\n" },
    {
      kind: "file_equals",
      path: "data/y",
      sha256: "a1fce4363854ff888cff4b8e7875d600c2682390412a8cf79b37d0b11148b0fa",
    },
    { kind: "file_equals", path: "data/gone", text: "" },
    { kind: "file_contains", path: "src/a.txt", text: "one\n2" },
    { kind: "file_contains", path: "src/a.txt", text: "two" },
    { kind: "diff_touches_only", paths: ["src", "data/*"] },
    { kind: "diff_touches_only", paths: ["src/a.txt"] },
    { kind: "forbidden_paths", paths: ["da*/y"] },
    { kind: "forbidden_paths", paths: ["sr"] },
    { kind: "diff_max_lines", max: 5 },
    { kind: "diff_max_lines", max: 4 },
  ];
  const parsed = checksSchema.parse({
    checks: asked.map((check, at) => ({ ...check, name: `check ${at}` })),
  });
  const scratch = makeScratch();
  const place = (name: string) => path.join(scratch, name);
  writeFiles(place("before"), before);
  writeFiles(place("after"), after);
  fs.mkdirSync(place("git"));
  const patchFile = place("patch");
  await writePatch({
    before: place("before"),
    after: place("after"),
    gitFolder: place("git"),
    patchFile,
  });
  const patch = fs.readFileSync(patchFile, "utf8");
  const judged = await judgeFolder(parsed.checks, { folder: place("after"), patch, hidden: null });

  const { text, files } = testScript(parsed.checks);
  writeFiles(place("tests"), { "test.sh": text, ...Object.fromEntries(files) });
  fs.cpSync(place("before"), place("tests/start"), { recursive: true });
  const env = { ...process.env, HOLDALL_APP: place("after"), HOLDALL_LOGS: place("logs") };
  const run = spawnSync("sh", [place("tests/test.sh")], { env, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  const lines = fs.readFileSync(place("logs/checks.tsv"), "utf8").trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => line.split("\t")[0] === "passed"),
    judged.checks.map(({ passed }) => passed),
  );
  const { score } = JSON.parse(fs.readFileSync(place("logs/reward.json"), "utf8"));
  assert.equal(score, judged.score);
});

const TEST = `#!/bin/bash
cd /app || exit 1
if [ "$(cat /app/total.txt)" = "$(cat /tests/expected.txt)" ]; then echo 1 > /logs/verifier/reward.txt
else echo 0 > /logs/verifier/reward.txt; fi
`;
const CONFIG = `version = "1.0"
[metadata]
difficulty = "easy"
tags = ["sums"]
[agent]
timeout_sec = 120.0
[verifier]
timeout_sec = 30.0
`;

/** A task of Harbor; everything that would run on import leaves a mark. */
function harborTask(folder: string, mark: string, files: Record<string, string> = {}) {
  writeFiles(folder, {
    "task.toml": CONFIG,
    "instruction.md":
      "<!-- canary 1 -->\nAdd the numbers of /app/numbers.txt into /app/total.txt.\n",
    "environment/Dockerfile": `FROM debian:12\nWORKDIR /app\nRUN touch ${mark}\nCOPY data/ /app/\n`,
    "environment/data/numbers.txt": "1\n2\n",
    "tests/test.sh": `${TEST}touch ${mark}\n`,
    "tests/expected.txt": "3\n",
    "solution/solve.sh": `echo 3 > /app/total.txt\ntouch ${mark}\n`,
    ...files,
  });
  return folder;
}

test("a task of Harbor runs here: the one who solves it succeeds, who does nothing fails", async () => {
  const folder = makeScratch();
  const mark = path.join(folder, "ran");
  const task = one(await importInto(folder, harborTask(path.join(folder, "sums"), mark)));
  assert.equal(fs.existsSync(mark), false);
  assert.equal(task.form, "Harbor task");
  const read = (name: string) => fs.readFileSync(path.join(task.out, name), "utf8");
  assert.doesNotMatch(read("task.md"), /canary/);
  assert.match(read("task.md"), /`\/app\/name` means the file `name`/);
  const { tags, origin } = JSON.parse(read("bundle.json"));
  assert.deepEqual(tags, ["sums"]);
  assert.equal(origin.difficulty, "easy");
  assert.equal(origin.agentTimeoutSec, 120);
  assert.equal(origin.image, "debian:12");
  const reasons = task.loss.items.map(({ why }) => why).join("\n");
  assert.match(reasons, /not carried out: RUN touch/);
  assert.match(reasons, /the image \(debian:12\) is not built/);
  assert.equal(await statusOf(task, "echo 3 > total.txt"), "success");
  assert.equal(await statusOf(task, "true"), "failure");
  // What the agent writes in the place of the tests does not count.
  const cheat = "mkdir -p .task-tests && echo exit 0 > .task-tests/run.sh";
  assert.equal(await statusOf(task, cheat), "failure");
  assert.equal(await statusOf(task, "test ! -e .task-tests && echo 3 > total.txt"), "success");
});

test("a task of Terminal-Bench and one that starts from nothing run here", async () => {
  const folder = makeScratch();
  writeFiles(path.join(folder, "many/hello"), {
    "task.yaml":
      "instruction: |-\n  Write hello to /app/hello.txt\ndifficulty: easy\ntags: [files]\n",
    Dockerfile: "FROM ubuntu:24.04\nWORKDIR /app\n",
    "docker-compose.yaml": "services: {}\n",
    "run-tests.sh": "#!/bin/bash\nbash $TEST_DIR/check.sh\n",
    "tests/check.sh": "grep -q hello /app/hello.txt\n",
    "solution.sh": "echo hello > /app/hello.txt\n",
  });
  harborTask(path.join(folder, "many/sums"), "/dev/null", {
    "environment/Dockerfile": "FROM debian:12\nWORKDIR /app\n",
    "tests/test.sh": "#!/bin/sh\necho '{\"reward\": 1.0}' > /logs/verifier/reward.json\n",
  });
  writeFiles(path.join(folder, "many/steps"), {
    "task.toml": '[[steps]]\nname = "one"\n',
    "instruction.md": "x",
  });
  writeFiles(path.join(folder, "many/broken"), { "task.toml": "= 1" });
  writeFiles(path.join(folder, "many/notes"), { "read.md": "x" });
  const { imported, failed } = await importInto(folder, path.join(folder, "many"), "out");
  assert.deepEqual(
    imported.map(({ name, form }) => `${name}: ${form}`),
    ["hello: Terminal-Bench task", "sums: Harbor task"],
  );
  assert.deepEqual(
    failed.map(({ name, code }) => `${name} ${code}`),
    ["broken E_SHAPE", "steps E_CONVERT"],
  );
  const [hello, sums] = imported;
  assert.ok(hello && sums);
  fs.rmSync(path.join(folder, "many/hello/Dockerfile"));
  const bare = one(await importInto(folder, path.join(folder, "many/hello"), "bare"));
  assert.ok(
    bare.loss.items.some(({ where, why }) => where === "Dockerfile" && /not known/.test(why)),
  );
  assert.equal(await statusOf(hello, "echo hello > hello.txt"), "success");
  assert.equal(await statusOf(hello, "true"), "failure");
  assert.equal(await statusOf(sums, "true"), "success");
});

test("a task goes to Harbor and back", async () => {
  const folder = makeScratch();
  const out = path.join(folder, "money-format");
  await exportExample("money-format", out);
  const task = one(await importInto(folder, out));
  const text = fs.readFileSync(path.join(examples, "money-format/task.md"), "utf8");
  assert.equal(fs.readFileSync(path.join(task.out, "task.md"), "utf8").trim(), text.trim());
  const solve = `HOLDALL_APP="$PWD" sh '${path.join(out, "solution/solve.sh")}'`;
  assert.equal(await statusOf(task, solve), "success");
  assert.equal(await statusOf(task, "true"), "failure");
});

const STEP = { timestamp: "2026-02-01T10:00:00+00:00" };
const trajectoryOf = (agent: string) => ({
  schema_version: "ATIF-v1.6",
  session_id: `s-${agent}`,
  agent: { name: agent, version: "2.1", model_name: "m-1" },
  steps: [
    { ...STEP, step_id: 1, source: "user", message: `As ${agent}: add the numbers.` },
    {
      ...STEP,
      step_id: 2,
      source: "agent",
      message: "Adding.",
      tool_calls: [{ tool_call_id: "c", function_name: "bash", arguments: { command: "sum" } }],
      observation: { results: [{ source_call_id: "c", content: "3" }] },
      metrics: { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 40, cost_usd: 0.01 },
    },
  ],
  final_metrics: {
    total_prompt_tokens: 150,
    total_completion_tokens: 30,
    total_cached_tokens: 40,
    total_cost_usd: 0.02,
  },
});

function trialResult(task: string, agent: string, more: object) {
  return JSON.stringify({
    task_name: task,
    trial_name: `${task}__${agent}`,
    task_checksum: "abc",
    agent_info: { name: agent, version: "2.1", model_info: { name: "m-1", provider: "p" } },
    agent_execution: { started_at: "2026-02-01T10:00:00Z", finished_at: "2026-02-01T10:01:00Z" },
    ...more,
  });
}

/** A job of Harbor: two agents on one task, one trial that broke outside the agent, one damaged. */
function writeJob(folder: string): void {
  const trial = (name: string, result: string, agent: string | null) =>
    writeFiles(path.join(folder, name), {
      "result.json": result,
      "trial.log": "",
      ...(agent === null ? {} : { "agent/trajectory.json": JSON.stringify(trajectoryOf(agent)) }),
    });
  const rewards = (reward: number) => ({ verifier_result: { rewards: { reward } } });
  const exception = (exception_type: string) => ({
    exception_info: { exception_type, exception_message: "why" },
  });
  trial("sum__a1", trialResult("sum", "alpha", rewards(1)), "alpha");
  trial(
    "sum__b1",
    trialResult("sum", "beta", {
      ...rewards(0),
      agent_result: { n_input_tokens: 7, n_cache_tokens: 2, n_output_tokens: 3, cost_usd: 0.5 },
    }),
    "beta",
  );
  trial("sum__b2", trialResult("sum", "beta", exception("ApiOverloadedError")), "beta");
  trial("sum__b3", trialResult("sum", "beta", exception("AgentTimeoutError")), null);
  trial("sum__b4", '{"task_name": 1}', null);
  writeFiles(folder, { "result.json": "{}", "config.json": "{}" });
}

test("a job of Harbor becomes runs that report, compare and inspect read", async () => {
  const folder = makeScratch();
  writeJob(path.join(folder, "job"));
  const { imported, failed } = await importInto(folder, path.join(folder, "job"), "runs");
  assert.deepEqual(
    imported.map(({ name, status }) => `${name} ${status}`),
    ["sum__a1 success", "sum__b1 failure", "sum__b2 null", "sum__b3 failure"],
  );
  assert.deepEqual(
    failed.map(({ code }) => code),
    ["E_SHAPE"],
  );
  const bundleOf = (name: string) =>
    JSON.parse(fs.readFileSync(path.join(folder, "runs", name, "bundle.json"), "utf8"));
  const alpha = bundleOf("sum__a1");
  assert.equal(alpha.tool, "alpha");
  assert.equal(alpha.run.durationMs, 60_000);
  // The totals have more than the steps.
  assert.deepEqual(
    [alpha.run.usage.input, alpha.run.usage.cacheRead, alpha.run.usage.output],
    [110, 40, 30],
  );
  assert.equal(alpha.run.cost.usd, 0.02);
  assert.deepEqual(
    [bundleOf("sum__b1").run.usage.input, bundleOf("sum__b1").run.cost.usd],
    [5, 0.5],
  );
  assert.equal(bundleOf("sum__b3").run.timedOut, true);

  const context = contextIn(folder);
  const { out: report } = await runOperation<{
    tasks: readonly unknown[];
    leaderboard: readonly { tool: string; successRate: number | null; runCount?: number }[];
    unreadable?: readonly unknown[];
  }>(context, "task report", { root: "runs" });
  assert.equal(report.tasks.length, 1);
  assert.deepEqual(
    report.leaderboard.map(({ tool }) => tool),
    ["alpha", "beta"],
  );
  const left = "runs/sum__a1";
  const right = "runs/sum__b1";
  assert.equal((await runOperation(context, "task compare", { left, right })).exit, 0);
  assert.equal((await runOperation(context, "task inspect", { bundle: left })).exit, 0);
});

const RESULT = `
import json, sys
from datetime import datetime, timezone
from pathlib import Path
from harbor.models.task.id import LocalTaskId
from harbor.models.trial.config import TaskConfig, TrialConfig
from harbor.models.trial.result import AgentInfo, ModelInfo, TrialResult
from harbor.models.verifier.result import VerifierResult
at = datetime(2026, 2, 1, tzinfo=timezone.utc)
result = TrialResult(task_name="sum", trial_name="sum__x", trial_uri="file:///x", task_id=LocalTaskId(path=Path("x")),
    task_checksum="abc", config=TrialConfig(task=TaskConfig(path=Path("x"))), started_at=at, finished_at=at,
    agent_info=AgentInfo(name="alpha", version="1", model_info=ModelInfo(name="m", provider="p")),
    verifier_result=VerifierResult(rewards={"reward": 0.25}))
print(json.dumps({"result": result.model_dump_json(), "package": str(Path(sys.modules["harbor"].__file__).parent)}))
`;

test("what harbor itself writes is imported: the result of a trial, and its template of a task", {
  skip: skipWithoutHarbor,
}, async () => {
  const { result, package: place } = askHarbor(RESULT, []) as Record<string, string>;
  const folder = makeScratch();
  writeFiles(path.join(folder, "trial"), {
    "result.json": result ?? "",
    "agent/trajectory.json": JSON.stringify(trajectoryOf("alpha")),
  });
  assert.equal(one(await importInto(folder, path.join(folder, "trial"), "run")).status, "partial");
  fs.cpSync(path.join(place ?? "", "cli/template-task"), path.join(folder, "template"), {
    recursive: true,
  });
  const task = one(await importInto(folder, path.join(folder, "template"), "task"));
  assert.equal(task.form, "Harbor task");
});

test("a trajectory becomes a run, and a run's own export brings its outcome along", async () => {
  const folder = makeScratch();
  const file = path.join(folder, "x.trajectory.json");
  fs.writeFileSync(file, JSON.stringify(trajectoryOf("alpha")));
  const run = one(await importInto(folder, file));
  assert.equal(run.kind, "run");
  const bundle = JSON.parse(fs.readFileSync(path.join(run.out, "bundle.json"), "utf8"));
  assert.equal(bundle.run.usage.output, 30);
  assert.match(fs.readFileSync(path.join(run.out, "events.jsonl"), "utf8"), /sum/);

  writeFiles(folder, {
    "judged.json": JSON.stringify({
      ...trajectoryOf("beta"),
      extra: { run: { status: "partial", score: 0.5, task: "Sums" } },
    }),
  });
  const judged = one(await importInto(folder, path.join(folder, "judged.json"), "judged"));
  assert.equal(judged.status, "partial");
});

test("what is no task and no run is refused with its reason", async () => {
  const folder = makeScratch();
  const refusal = (name: string, text: string) => {
    fs.writeFileSync(path.join(folder, name), text);
    return codeOf(importInto(folder, path.join(folder, name)));
  };
  assert.equal(await refusal("a.json", "{"), "E_JSON");
  assert.equal(await refusal("b.json", "{}"), "E_FORMAT");
  assert.equal(await codeOf(importInto(folder, path.join(folder, "none"))), "E_NOT_FOUND");
  fs.mkdirSync(path.join(folder, "empty"));
  assert.equal(await codeOf(importInto(folder, path.join(folder, "empty"))), "E_FORMAT");
  const outside = harborTask(path.join(folder, "task"), "/dev/null");
  fs.symlinkSync("/etc/passwd", path.join(outside, "environment/data/link"));
  fs.symlinkSync("/etc/passwd", path.join(outside, "tests/link"));
  const task = one(await importInto(folder, outside));
  const lost = task.loss.items.map(({ where }) => where);
  assert.ok(lost.includes("link") && lost.includes(".task-tests/tests/link"), String(lost));
});

test("links of a run do not keep hidden files away, and what fails there earns nothing", () => {
  const scratch = makeScratch();
  const place = (name: string) => path.join(scratch, name);
  const { checks } = checksSchema.parse({
    checks: [{ kind: "command", name: "test", command: "! test -f test/a || sh test/a" }],
  });
  const { text } = testScript(checks);
  writeFiles(place("tests"), { "test.sh": text, "hidden/test/a": "exit 1\n" });
  writeFiles(place("elsewhere"), { a: "exit 0\n" });
  const env = { PATH: process.env.PATH, HOLDALL_APP: place("app"), HOLDALL_LOGS: place("logs") };
  const reward = () => {
    const run = spawnSync("sh", [place("tests/test.sh")], { env, encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr);
    return JSON.parse(fs.readFileSync(place("logs/reward.json"), "utf8")).reward;
  };
  for (const target of [place("nowhere"), place("elsewhere"), null]) {
    fs.rmSync(place("app"), { recursive: true, force: true });
    writeFiles(place("app"), target === null ? { test: "a file" } : { other: "x" });
    if (target !== null) fs.symlinkSync(target, place("app/test"));
    assert.equal(reward(), 0, String(target));
  }
  assert.equal(fs.readFileSync(place("elsewhere/a"), "utf8"), "exit 0\n");
  assert.equal(fs.existsSync(place("nowhere")), false);
  fs.rmSync(place("app"), { recursive: true });
  assert.equal(reward(), 0);
});

test("an image of a bundle cannot be more than a name in the Dockerfile", async () => {
  const folder = makeScratch();
  const exported = async (dockerfile: string, name: string) => {
    const from = harborTask(path.join(folder, name), "/dev/null", {
      "environment/Dockerfile": dockerfile,
    });
    const task = one(await importInto(folder, from, `${name}-task`));
    const bundle = path.join(task.out, "bundle.json");
    const { origin, ...rest } = JSON.parse(fs.readFileSync(bundle, "utf8"));
    if (name === "bad") origin.image = "debian:12\nRUN touch /x";
    fs.writeFileSync(bundle, JSON.stringify({ ...rest, origin }));
    fs.rmSync(path.join(task.out, "SHA256SUMS"), { force: true });
    const out = path.join(folder, `${name}-out`);
    const { out: result } = await runOperation<ImportedOne>(contextIn(folder), "task export", {
      from: task.out,
      to: "harbor",
      checks: path.join(examples, "checks/fix-median.json"),
      out,
    });
    const text = fs.readFileSync(path.join(out, "environment/Dockerfile"), "utf8");
    return { text, why: result.loss.items.map((item) => item.why).join("\n") };
  };
  const good = await exported("FROM alpine:3\nWORKDIR /app\n", "good");
  assert.match(good.text, /^FROM alpine:3\n/);
  assert.match(good.why, /alpine:3 was named by the bundle/);
  const bad = await exported("FROM debian:12\nWORKDIR /app\n", "bad");
  assert.doesNotMatch(bad.text, /RUN/);
  assert.match(bad.why, /not the name of a container image/);
});

test("a working folder is a plain path, or is not used", async () => {
  const folder = makeScratch();
  const mark = path.join(folder, "ran");
  const config = `${CONFIG}[environment]\nworkdir = "/zz#x#\\n1e touch ${mark}\\n#"\n`;
  const from = harborTask(path.join(folder, "sums"), "/dev/null", { "task.toml": config });
  const task = one(await importInto(folder, from));
  assert.ok(task.loss.items.some(({ where }) => where === "workdir"));
  const bundle = JSON.parse(fs.readFileSync(path.join(task.out, "bundle.json"), "utf8"));
  assert.equal(bundle.origin.workdir, "/app");
  assert.equal(await statusOf(task, "echo 3 > total.txt"), "success");
  assert.equal(fs.existsSync(mark), false);
});

test("the tests of a task find their folder, whatever characters its path has", () => {
  const place = path.join(makeScratch(), "a#b&c\\1");
  writeFiles(place, {
    "total.txt": "3\n",
    ".task-tests/tests/test.sh": "cat /w.x/total.txt /wyx/total.txt\n",
    "run.sh": runTestsScript({
      workdir: "/w.x",
      command: 'cat "$root/tests/test.sh"',
      hasReward: false,
    }),
  });
  const { stdout } = spawnSync("sh", ["run.sh"], { cwd: place, encoding: "utf8" });
  assert.equal(stdout, `cat ${fs.realpathSync(place)}/total.txt /wyx/total.txt\n`);
});

test("a strange task neither crashes an import nor stops the others", async () => {
  const folder = makeScratch();
  const many = path.join(folder, "many");
  const canary = `# ${"canary".repeat(100)}\n`.repeat(3000);
  harborTask(path.join(many, "object"), "/dev/null", {
    "task.toml": `${CONFIG}[task]\nname = {toString = 1}\n`,
    "instruction.md": `${canary}<!--${"canary".repeat(30_000)}\nDo it.\n`,
  });
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const trajectory = JSON.stringify({ ...trajectoryOf("alpha"), extra: "DEEP" });
  writeFiles(path.join(many, "deep"), {
    "result.json": trialResult("sum", "alpha", {}),
    "agent/trajectory.json": trajectory.replace('"DEEP"', deep),
  });
  const { imported, failed } = await importInto(folder, many, "out");
  assert.deepEqual(
    imported.map(({ name }) => name),
    ["object"],
  );
  assert.deepEqual(
    failed.map(({ name, code }) => `${name} ${code}`),
    ["deep E_LIMIT"],
  );
  const text = fs.readFileSync(path.join(one({ imported, failed }).out, "task.md"), "utf8");
  assert.match(text, /^<!--canary/);
});

test("a solution is kept without what programs obey, and without links", async () => {
  const folder = makeScratch();
  const from = harborTask(path.join(folder, "sums"), "/dev/null", {
    "solution/.git/config": "x",
    "solution/.env": "x",
    "solution/.claude/settings.json": "{}",
    "solution/CLAUDE.md": "x",
    "solution/docs/Agents.md": "x",
  });
  fs.symlinkSync("/etc/passwd", path.join(from, "solution/out"));
  fs.symlinkSync("solve.sh", path.join(from, "solution/in"));
  const task = one(await importInto(folder, from));
  assert.deepEqual(fs.readdirSync(path.join(task.out, "reference")), ["solve.sh"]);
  const lost = task.loss.items.map(({ where }) => where);
  const instructions = ["CLAUDE.md", "docs/Agents.md"];
  for (const name of [
    ".git/config",
    ".env",
    ".claude/settings.json",
    "out",
    "in",
    ...instructions,
  ]) {
    assert.ok(lost.includes(`reference/${name}`), name);
  }
});

test("a score of a trajectory that is none is left out and reported", async () => {
  const folder = makeScratch();
  for (const score of [7, -1, "1"]) {
    const extra = { run: { status: "partial", score } };
    writeFiles(folder, { "x.json": JSON.stringify({ ...trajectoryOf("beta"), extra }) });
    const run = one(await importInto(folder, path.join(folder, "x.json"), `out${score}`));
    assert.ok(run.loss.items.some(({ where }) => where === "extra.run.score"));
    const bundle = JSON.parse(fs.readFileSync(path.join(run.out, "bundle.json"), "utf8"));
    assert.deepEqual(bundle.outcome, { status: "partial" });
  }
});

test("--force replaces an earlier export, and nothing else", async () => {
  const out = path.join(makeScratch(), "x");
  const asked = { from: "fix-median", to: "harbor", checks: "checks/fix-median.json", out };
  const again = () => runOperation(contextIn(examples), "task export", { ...asked, force: true });
  await again();
  fs.writeFileSync(path.join(out, "instruction.md"), "old");
  await again();
  assert.notEqual(fs.readFileSync(path.join(out, "instruction.md"), "utf8"), "old");
  fs.writeFileSync(path.join(out, "notes.txt"), "mine");
  assert.equal(await codeOf(again()), "E_PROTECTED");
  assert.equal(fs.readFileSync(path.join(out, "notes.txt"), "utf8"), "mine");
});
