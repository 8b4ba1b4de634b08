import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startHoldall } from "../../support/program.ts";
import { makeScratch } from "../../support/scratch.ts";
import { writeTaskBundle } from "../../support/task-bundles.ts";
import { holdall, holdallJson } from "../../support/warm-program.ts";

const examples = path.join(import.meta.dirname, "../../../examples/tasks");
const agent = `node "${path.join(examples, "agent/fake-agent.mjs")}"`;
const cwd = makeScratch();

interface Run {
  readonly id: string;
  readonly tool: string;
  readonly bundle: string;
  readonly state: string;
  readonly status: string | null;
  readonly score: number | null;
  readonly exitCode: number | null;
  readonly reason: string | null;
}

function run(...args: readonly string[]): { code: number | null; runs: readonly Run[] } {
  const { code, json } = holdallJson(["task", "run", ...args], { cwd });
  return { code, runs: json.runs as readonly Run[] };
}

const before = { document: { workspace: { state: "before" } } };
const [one, two] = ["one", "two"].map((name) => {
  writeTaskBundle(path.join(cwd, name), { ...before, task: `# ${name}\n\n## Acceptance\n` });
  return name;
}) as [string, string];

function eventsOf(bundle: string): { type: string; exitCode?: number; detail: string }[] {
  const text = fs.readFileSync(path.join(bundle, "events.jsonl"), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("55: 2 bundles with 2 tools make 4 valid bundles; a tool that crashes is a failure with its exit code", () => {
  const args = [one, two, "--command", "good=cat > told.txt", "--command", "bad=exit 7"];
  const { code, runs } = run(...args, "--out", "four", "--jobs", "2");
  assert.equal(code, 0);
  assert.equal(runs.length, 4);
  for (const { bundle, tool, exitCode, status } of runs) {
    assert.equal(holdall(["task", "validate", bundle, "--replay"], { cwd }).code, 0);
    assert.deepEqual([exitCode, status], tool === "good" ? [0, null] : [7, "failure"]);
    const last = eventsOf(bundle).at(-1);
    assert.equal(last?.exitCode, exitCode);
  }
  const good = runs.find(({ tool }) => tool === "good");
  const diff = fs.readFileSync(path.join(good?.bundle ?? "", "result.diff"), "utf8");
  assert.match(diff, /\+\+\+ b\/told\.txt\n/);
  assert.match(diff, /^\+# one$/m);
});

test("two agents that do the same take the same steps, whatever their names", () => {
  const args = [one, "--command", "first=true", "--command", "second=true"];
  const { runs } = run(...args, "--out", "alike");
  const bundles = runs.map(({ bundle }) => bundle);
  const { json } = holdallJson(["task", "compare", ...bundles], { cwd });
  assert.equal((json.steps as { parting: unknown }).parting, null);
});

test("55: a repeated command does not run again what is finished", () => {
  const args = [
    one,
    "--command",
    "count=echo x >> $COUNT_FILE",
    "--env",
    "COUNT_FILE",
    "--out",
    "again",
  ];
  const counted = path.join(cwd, "count.txt");
  const env = { ...process.env, COUNT_FILE: counted };
  const first = holdallJson(["task", "run", ...args, "--repeat", "2"], { cwd, env });
  assert.equal(first.code, 0);
  const second = holdallJson(["task", "run", ...args, "--repeat", "3"], { cwd, env });
  const states = (second.json.runs as Run[]).map(({ state }) => state);
  assert.deepEqual(states, ["already there", "already there", "ran"]);
  assert.equal(fs.readFileSync(counted, "utf8"), "x\nx\nx\n");
});

for (const jobs of ["1", "2"]) {
  const title = `55: a kill leaves finished runs complete and no half of one; the rest runs next time (${jobs} jobs)`;
  test(title, () => killInTheMiddle(jobs));
}

async function killInTheMiddle(jobs: string): Promise<void> {
  const name = `killed-${jobs}`;
  const args = [one, two, "--command", "slow=sleep 1", "--repeat", "2", "--out", name];
  args.push("--jobs", jobs);
  const child = startHoldall(["task", "run", ...args], { cwd });
  const out = path.join(cwd, name);
  const done = () =>
    fs.existsSync(out)
      ? fs.readdirSync(out).filter((name) => !name.startsWith(".")) // One under way is hidden.
      : [];
  for (let waited = 0; done().length === 0 && waited < 400; waited++) await sleep(50);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("exit", resolve));
  const finished = done();
  assert.ok(finished.length >= 1 && finished.length < 4);
  for (const name of finished) {
    assert.equal(holdall(["task", "validate", path.join(out, name)], { cwd }).code, 0);
  }
  const { code, runs } = run(...args);
  assert.equal(code, 0);
  assert.equal(runs.filter(({ state }) => state === "already there").length, finished.length);
  assert.equal(runs.filter(({ state }) => state === "ran").length, 4 - finished.length);
}

test("55: at the time limit the whole process group is ended", () => {
  const left = path.join(cwd, "left.txt");
  const command = `late=(sleep 4; echo late > ${left}) & sleep 30`;
  const { runs } = run(one, "--command", command, "--timeout", "1s", "--out", "late");
  assert.deepEqual([runs[0]?.status, runs[0]?.exitCode], ["failure", null]);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4500);
  assert.equal(fs.existsSync(left), false);
});

test("programs get a cleaned environment: no keys, no proxies, only what --env names", () => {
  const env = {
    ...process.env,
    OPENAI_API_KEY: "key-1",
    HTTPS_PROXY: "http://127.0.0.1:9",
    ALLOWED: "yes",
  };
  const args = [one, "--command", "env=env > seen.txt", "--env", "ALLOWED", "--out", "cleaned"];
  const { json } = holdallJson(["task", "run", ...args], { cwd, env });
  const [only] = json.runs as Run[];
  const diff = fs.readFileSync(path.join(only?.bundle ?? "", "result.diff"), "utf8");
  assert.match(diff, /^\+ALLOWED=yes$/m);
  assert.ok(!diff.includes("key-1") && !/HTTPS_PROXY/i.test(diff));
});

test("a budget ends the runs that have not begun, and says why", () => {
  const args = [one, two, "--command", "slow=sleep 1.2", "--out", "budget"];
  args.push("--budget-minutes", "0.02");
  const { runs } = run(...args);
  assert.deepEqual(
    runs.map(({ state }) => state),
    ["ran", "not run"],
  );
  assert.match(runs[1]?.reason ?? "", /time/);
});

test("what cannot be run is refused before anything runs, and an absent program stops no other", () => {
  writeTaskBundle(path.join(cwd, "unknown-start"), { files: {} });
  const refused = holdall(
    ["task", "run", "unknown-start", "--command", "x=touch ran", "--out", "refused"],
    { cwd },
  );
  assert.notEqual(refused.code, 0);
  assert.equal(fs.existsSync(path.join(cwd, "refused")), false);
  assert.equal(holdall(["task", "run", one, "--with", "cloud", "--out", "x"], { cwd }).code, 2);
  assert.equal(holdall(["task", "run", one, "--out", "x"], { cwd }).code, 2);
  const env = { ...process.env, PATH: "/usr/bin:/bin" };
  const args = [
    "task",
    "run",
    one,
    "--with",
    "opencode",
    "--command",
    "mine=true",
    "--out",
    "absent",
  ];
  const { code, json } = holdallJson(args, { cwd, env: { ...env, PATH: pathWithNode() } });
  assert.equal(code, 4);
  const states = (json.runs as Run[]).map(({ state }) => state);
  assert.deepEqual(states, ["could not run", "ran"]);
});

/** The programs of the system, and the Node that runs this test. */
function pathWithNode(): string {
  return [path.dirname(process.execPath), "/usr/bin", "/bin"].join(path.delimiter);
}

test("the three example tasks run at once with the fake agent, and the report ranks the careful one first", () => {
  const tasks = ["fix-median", "money-format", "rainfall-totals"].map((name) =>
    path.join(examples, name),
  );
  const { runs } = run(
    ...tasks,
    "--command",
    `steady=${agent}`,
    "--command",
    `careless=${agent} --careless`,
    "--checks",
    path.join(examples, "checks"),
    "--allow-exec",
    "--out",
    "examples",
  );
  const steady = runs.filter(({ tool }) => tool === "steady");
  assert.deepEqual(
    steady.map(({ status, score }) => [status, score]),
    Array(3).fill(["success", 1]),
  );
  const careless = runs.filter(({ tool }) => tool === "careless");
  assert.ok(careless.some(({ status }) => status === "failure"));
  const { json } = holdallJson(["task", "report", "examples"], { cwd });
  const [first] = json.leaderboard as { readonly tool: string; readonly runs: number }[];
  assert.deepEqual([first?.tool, first?.runs, json.bundleCount], ["steady", 3, 6]);
});

test("--budget-usd starts no run after one whose cost is unknown: the limit could not be kept", () => {
  const { code, runs } = run(
    one,
    two,
    "--command",
    "mine=true",
    "--budget-usd",
    "5",
    "--out",
    "cost",
  );
  assert.equal(code, 0);
  assert.deepEqual(
    runs.map(({ state }) => state),
    ["ran", "not run"],
  );
});
