/** `task report --fail-under` and `--against`: what CI asks of runs. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Gate } from "../../src/tasks/report/gate/gate.ts";
import type { TaskReport } from "../../src/tasks/report/report.ts";
import { makeScratch } from "../support/scratch.ts";
import { type RunsOfTask, writeSealedRun, writeSealedRuns } from "../support/sealed-runs.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdall, holdallJson } from "../support/warm-program.ts";

const cwd = makeScratch();

function folder(name: string, all: readonly RunsOfTask[]): string {
  writeSealedRuns(path.join(cwd, name), all);
  return name;
}

function ask(...args: readonly string[]) {
  const { code, json } = holdallJson(["task", "report", ...args], { cwd });
  const { gate, error } = json as { gate?: Gate | null; error?: { code: string } };
  return { code, gate: gate ?? null, error: error?.code ?? null };
}

const four = (tool: string, successes: number, runs = 5) =>
  ["w", "x", "y", "z"].map((task) => ({ tool, task, successes, runs }));

folder("good", four("a", 5));
folder("bad", four("a", 1));
folder("mixed", [...four("a", 4), ...four("b", 2)]);

test("--fail-under exits 0 when every agent reaches the rate, and 1 with its name when one does not", () => {
  assert.deepEqual([ask("good", "--fail-under", "rate=0.8").code], [0]);
  const { code, gate } = ask("mixed", "--fail-under", "rate=0.8,score=0.4");
  assert.equal(code, 1);
  assert.deepEqual(
    gate?.checks.map(({ kind, agent, passed }) => [kind, agent, passed]),
    [
      ["rate", "a", true],
      ["rate", "b", false],
      ["score", "a", true],
      ["score", "b", true],
    ],
  );
});

test("a threshold for one agent asks nothing of the others", () => {
  assert.equal(ask("mixed", "--fail-under", "a:rate=0.8").code, 0);
  assert.equal(ask("mixed", "--fail-under", "a:rate=0.8", "--fail-under", "b:rate=0.5").code, 1);
  folder("models", [{ tool: "c", model: "m:1", task: "w", successes: 1, runs: 1 }]);
  assert.equal(ask("models", "--fail-under", "c:m:1:rate=1").code, 0);
});

test("a threshold that no run answers exits 4, and one that cannot be read exits 2", () => {
  assert.deepEqual(ask("mixed", "--fail-under", "nobody:rate=0.1"), {
    code: 4,
    gate: null,
    error: "E_EMPTY",
  });
  fs.mkdirSync(path.join(cwd, "empty"));
  assert.equal(ask("empty", "--fail-under", "rate=0").code, 4);
  for (const wrong of ["rate", "rate=2", "rate=80%", "speed=1", "rate=-1", ""]) {
    assert.equal(ask("good", "--fail-under", wrong).code, 2, wrong);
  }
});

test("an agent of which no run counts does not pass", () => {
  writeSealedRun(path.join(cwd, "gone", "run"), {
    document: { tool: "a", run: { error: { kind: "api", detail: "529" } } },
  });
  const { code, gate } = ask("gone", "--fail-under", "rate=0");
  assert.equal(code, 1);
  assert.match(gate?.checks[0]?.detail ?? "", /not known.*1 failed outside the agent/);
});

test("--against exits 1 when an agent is worse by more than chance, and names its tasks", () => {
  const { code, gate } = ask("bad", "--against", "good");
  assert.equal(code, 1);
  const [check] = gate?.checks ?? [];
  assert.deepEqual([check?.kind, check?.agent, check?.passed], ["baseline", "a", false]);
  assert.deepEqual(check?.worse[0], {
    title: "Task w",
    before: { successes: 5, runs: 5 },
    after: { successes: 1, runs: 5 },
    bundleDir: "w-a-2",
  });
  assert.equal(check?.worse.length, 4);
});

test("--against exits 0 when an agent is equal or better, and compares common tasks only", () => {
  assert.equal(ask("good", "--against", "bad").code, 0);
  assert.equal(ask("good", "--against", "good").code, 0);
  // A failure on a task that the baseline does not have says nothing about a change.
  folder("other", [...four("a", 5), { tool: "a", task: "new", successes: 0, runs: 20 }]);
  assert.equal(ask("other", "--against", "good").code, 0);
});

test("--against says when there are not enough runs to decide", () => {
  folder("one-before", [{ tool: "a", task: "w", successes: 1, runs: 1 }]);
  folder("one-now", [{ tool: "a", task: "w", successes: 0, runs: 1 }]);
  const { code, gate } = ask("one-now", "--against", "one-before");
  assert.equal(code, 0);
  assert.match(
    gate?.checks[0]?.detail ?? "",
    /not enough runs to decide.*even if every run failed/,
  );
  folder("few-now", four("a", 4));
  const few = ask("few-now", "--against", "good").gate?.checks[0];
  assert.deepEqual([few?.passed, few?.undecided], [true, true]);
  assert.match(few?.detail ?? "", /not enough runs to decide: 100% → 80%.*more runs of each task/);
});

test("--against exits 4 when nothing is comparable, and still writes the files", () => {
  folder("strangers", [{ tool: "z", task: "w", successes: 1, runs: 1 }]);
  assert.deepEqual(ask("good", "--against", "strangers", "--out", "kept.md"), {
    code: 4,
    gate: null,
    error: "E_EMPTY",
  });
  assert.ok(fs.existsSync(path.join(cwd, "kept.md")));
  assert.equal(ask("good", "--against", "empty").code, 4);
  assert.equal(ask("good", "--against", "nowhere").code, 4);
});

test("--against takes a JSON report, and refuses another file", () => {
  const { stdout } = holdall(["task", "report", "good", "--json"], { cwd });
  fs.writeFileSync(path.join(cwd, "good.json"), stdout);
  assert.equal(ask("bad", "--against", "good.json").code, 1);
  assert.equal(ask("good", "--against", "good.json").code, 0);
  fs.writeFileSync(path.join(cwd, "wrong.json"), "{}");
  assert.equal(ask("good", "--against", "wrong.json").error, "E_SHAPE");
});

test("a new model of a tool is compared with its only earlier one", () => {
  const tasks = (model: string, successes: number) =>
    four("t", successes).map((each) => ({ ...each, model }));
  folder("model-1", tasks("one", 5));
  folder("model-2", tasks("two", 0));
  const { code, gate } = ask("model-2", "--against", "model-1");
  assert.equal(code, 1);
  assert.equal(gate?.checks[0]?.agent, "t / two (before: t / one)");
});

test("runs that were changed, contradict themselves or have no sums do not pass", () => {
  const rate = ["--fail-under", "rate=0.1"];
  folder("doctored", four("a", 5));
  const document = path.join(cwd, "doctored", "w-a-1", "bundle.json");
  fs.appendFileSync(document, " ");
  const doctored = ask("doctored", ...rate);
  assert.equal(doctored.code, 1);
  assert.match(doctored.gate?.checks[0]?.detail ?? "", /1 run cannot be relied on: w-a-1/);
  assert.match(
    ask("good", "--against", "doctored").gate?.checks[0]?.detail ?? "",
    /1 run of the baseline cannot be relied on/,
  );
  folder("wrong", four("a", 5));
  writeSealedRun(path.join(cwd, "wrong", "timed-out"), {
    document: { tool: "a", outcome: { status: "success" }, run: { timedOut: true } },
  });
  assert.equal(ask("wrong", ...rate).code, 1);
  folder("open", four("a", 5));
  writeTaskBundle(path.join(cwd, "open", "unsealed"), {
    document: { tool: "a", outcome: { status: "success" } },
  });
  const open = ask("open", ...rate);
  assert.equal(open.code, 1);
  assert.match(open.gate?.checks[0]?.detail ?? "", /1 run without SHA256SUMS.*unsealed/);
});

test("a score that is not from 0 to 1 counts nowhere, is named and does not pass", () => {
  const run = (name: string) => path.join(cwd, "scores", name);
  const document = (score: number) => ({ tool: "a", outcome: { status: "success", score } });
  for (const [at, score] of [99, -1, 1, 1].entries()) {
    writeSealedRun(run(`run-${at}`), { document: document(score) });
  }
  // JSON has no other way to write what is not finite.
  writeSealedRun(run("endless"), { document: document(7) });
  const text = fs.readFileSync(path.join(run("endless"), "bundle.json"), "utf8");
  const endless = text.replace(/("score": ?)7/, "$11e999");
  assert.notEqual(endless, text);
  fs.rmSync(run("endless"), { recursive: true });
  writeSealedRun(run("endless"), { document: document(7) }, { "bundle.json": endless });
  const { code, json } = holdallJson(["task", "report", "scores", "--fail-under", "score=0.4"], {
    cwd,
  });
  assert.equal(code, 1);
  const { gate, leaderboard, ranking } = json as unknown as TaskReport & { readonly gate: Gate };
  assert.deepEqual(
    gate.checks.map(({ kind, passed }) => [kind, passed]),
    [
      ["trust", false],
      ["trust", false],
      ["score", true],
    ],
  );
  assert.match(gate.checks[0]?.detail ?? "", /1 run cannot be relied on: endless/);
  assert.match(
    gate.checks[1]?.detail ?? "",
    /2 runs contradict themselves:.*run-0: the outcome has the score 99, which is not from 0 to 1/,
  );
  assert.deepEqual([leaderboard[0]?.score, leaderboard[0]?.successCount], [0.5, 2]);
  assert.deepEqual(
    ranking.map(({ score, status }) => [score, status]),
    [
      [1, "success"],
      [1, "success"],
      [null, "failure"],
      [null, "failure"],
    ],
  );
  assert.equal(holdall(["task", "scan", "scores"], { cwd }).code, 0);
  const saved = JSON.stringify({ ...json, ranking: ranking.map((row) => ({ ...row, score: 99 })) });
  fs.writeFileSync(path.join(cwd, "scores.json"), saved);
  assert.equal(ask("good", "--against", "scores.json").error, "E_SHAPE");
});

test("no text of a run mentions or links anything in a summary or a report", () => {
  const live =
    "@octocat `@b|@c https://evil.example www.evil.example (@org/team) #12 a@b.example \\@d`` _x_";
  for (const [name, status] of [
    ["before", "success"],
    ["now", "failure"],
  ] as const) {
    for (let at = 0; at < 6; at++) {
      writeSealedRun(path.join(cwd, `live-${name}`, `@run-${at}`), {
        document: { title: live, tool: live, model: "@model", outcome: { status } },
      });
    }
  }
  writeSealedRun(path.join(cwd, "live-now", "@gone"), {
    document: { title: live, tool: live, run: { error: { kind: "api", detail: live } } },
  });
  const files = ["--summary-out", "live-summary.md", "--out", "live.md"];
  holdall(["task", "report", "live-now", "--against", "live-before", ...files], { cwd });
  for (const file of ["live-summary.md", "live.md"]) {
    const text = fs.readFileSync(path.join(cwd, file), "utf8");
    assert.ok(text.includes("`@octocat` \\``@b`\\|`@c` `https://evil.example`"), text);
    // What is left without escapes and code is what GitHub looks at.
    const seen = text.replaceAll(/\\[`|\\]|`[^`\n]*`/g, "").replaceAll(/\]\([^)]*\)/g, "");
    assert.doesNotMatch(seen, /@|:\/\/|www\.|#\d|`/, seen);
  }
});

test("the terminal shows the answer, the agent and the task", () => {
  const { stdout, code } = holdall(["task", "report", "bad", "--against", "good"], { cwd });
  assert.equal(code, 1);
  assert.match(
    stdout,
    /Gate failed\nFailed: a: worse than the baseline by more than chance: 100% → 20%/,
  );
  assert.match(stdout, /Task w: 5 of 5 → 1 of 5 \(w-a-2\)/);
});

test("the summary for a pull request has the verdict, the table and links to runs that exist", () => {
  fs.mkdirSync(path.join(cwd, "ci out"));
  const args = ["bad", "--against", "good", "--summary-out", "ci out/summary.md"];
  holdall(["task", "report", ...args], { cwd });
  const text = fs.readFileSync(path.join(cwd, "ci out/summary.md"), "utf8");
  assert.match(text, /^### ❌ Agents failed: 20 runs of 4 tasks\n/);
  assert.match(text, /\| a \| 20 \| 4 \| 20% /);
  assert.match(text, /a: Task w: 5 of 5 → 1 of 5 \(\[run\]\(\.\.\/bad\/w-a-2\/summary\.md\)\)/);
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? "");
  assert.ok(links.length > 0);
  for (const link of links) {
    assert.ok(fs.existsSync(path.join(cwd, "ci out", decodeURIComponent(link))), link);
  }
  assert.ok(text.split("\n").length < 40);
});
