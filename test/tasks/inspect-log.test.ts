/**
 * `task report --inspect-out`, read by the package that it is for. `INSPECT_PYTHON` names a Python that has inspect_ai;
 * CI installs it.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { makeScratch } from "../support/scratch.ts";
import { writeSealedRun, writeSealedRuns } from "../support/sealed-runs.ts";
import { holdall } from "../support/warm-program.ts";

const python = process.env.INSPECT_PYTHON ?? "python3";
const isMissing = spawnSync(python, ["-c", "import inspect_ai"]).status !== 0;
const skip = isMissing ? "not run: inspect_ai is not installed" : false;

const cwd = makeScratch();

/** Reads every log of a folder as Inspect does, and computes its metrics again. */
const READ = `
import json, sys
from inspect_ai.log import list_eval_logs, read_eval_log, recompute_metrics
def metrics(log):
    return {s.name: {k: round(m.value, 9) for k, m in s.metrics.items()} for s in log.results.scores}
def sample(s):
    return {"id": s.id, "epoch": s.epoch, "input": s.input, "error": s.error and s.error.message,
        "scores": {k: v.value for k, v in (s.scores or {}).items()}, "limit": s.limit and s.limit.type,
        "usage": {k: v.model_dump(exclude_none=True) for k, v in s.model_usage.items()},
        "completion": s.output.completion, "metadata": s.metadata, "time": s.total_time,
        "messages": [[m.role, m.text, [c.function for c in getattr(m, "tool_calls", None) or []],
            m.error.message if getattr(m, "error", None) else None] for m in s.messages]}
found = []
for info in list_eval_logs(sys.argv[1]):
    log = read_eval_log(info)
    written = metrics(log)
    recompute_metrics(log)
    found.append({"model": log.eval.model, "solver": log.eval.solver, "status": log.status, "written": written,
        "computed": metrics(log), "epochs": log.eval.config.epochs, "samples": [sample(s) for s in log.samples]})
print(json.dumps(sorted(found, key=lambda each: each["model"])))
`;

interface ReadSample {
  readonly id: string;
  readonly epoch: number;
  readonly input: string;
  readonly error: string | null;
  readonly scores: Readonly<Record<string, unknown>>;
  readonly limit: string | null;
  readonly usage: Readonly<Record<string, unknown>>;
  readonly completion: string;
  readonly messages: readonly unknown[];
  readonly time: number | null;
}

interface ReadLog {
  readonly model: string;
  readonly solver: string;
  readonly status: string;
  readonly written: unknown;
  readonly computed: unknown;
  readonly epochs: number;
  readonly samples: readonly ReadSample[];
}

function logsOf(runs: string): readonly ReadLog[] {
  const out = `${runs}-logs`;
  assert.equal(holdall(["task", "report", runs, "--inspect-out", out], { cwd }).code, 0);
  const read = spawnSync(python, ["-c", READ, path.join(cwd, out)], { encoding: "utf8" });
  assert.equal(read.status, 0, read.stderr);
  return JSON.parse(read.stdout);
}

const item = (number: number, rest: object) =>
  JSON.stringify({
    id: `i${number}`,
    parent_id: null,
    at: null,
    source: { file: "s.jsonl", line: number, type: "x" },
    raw: null,
    thread: null,
    branch: null,
    ...rest,
  });

const message = (number: number, role: "user" | "assistant", text: string, more = {}) =>
  item(number, { kind: "message", actor: role, role, text, model: null, attachments: [], ...more });

const transcript = [
  JSON.stringify({
    type: "transcript",
    version: 1,
    agent: "claude",
    agent_version: null,
    session_id: "s",
    cwd: null,
    started_at: null,
    title: null,
    model: null,
    git_branch: null,
  }),
  message(1, "user", "Fix the median"),
  item(2, { kind: "reasoning", actor: "assistant", text: "Hm.", sealed: false }),
  message(3, "assistant", "I look."),
  item(4, {
    kind: "tool_call",
    actor: "assistant",
    call_id: "c1",
    name: "Bash",
    arguments: { command: "npm test" },
  }),
  item(5, {
    kind: "tool_result",
    actor: "tool",
    call_id: "c1",
    ok: false,
    content: "not ok 1",
    attachments: [],
  }),
  message(6, "assistant", "A sub-agent", { thread: "t" }),
  message(7, "assistant", "Fixed."),
].join("\n");

test("Inspect reads one log for each agent, and computes the metrics that are in it", {
  skip,
}, () => {
  writeSealedRuns(path.join(cwd, "many"), [
    { tool: "a", model: "m1", task: "x", successes: 3, runs: 3 },
    { tool: "a", model: "m1", task: "y", successes: 1, runs: 3 },
    { tool: "b", model: "m2", task: "x", successes: 0, runs: 2 },
    { tool: "b", model: "m2", task: "y", successes: 1, runs: 1 },
  ]);
  const logs = logsOf("many");
  assert.deepEqual(
    logs.map(({ model, solver, status, epochs, samples }) => [
      model,
      solver,
      status,
      epochs,
      samples.length,
    ]),
    [
      ["m1", "a", "success", 3, 6],
      ["m2", "b", "success", 2, 3],
    ],
  );
  for (const { written, computed } of logs) assert.deepEqual(written, computed);
  const [{ accuracy } = { accuracy: null }] = logs.map(
    ({ written }) => (written as { success: { accuracy: number } }).success,
  );
  assert.equal(Math.round((accuracy ?? 0) * 1000), 667);
});

test("Inspect sees the conversation, the answer, tokens, cost, errors and time limits of runs", {
  skip,
}, () => {
  const usage = { input: 10, cacheRead: 20, cacheWrite: 5, output: 7, reasoning: 3 };
  const write = (name: string, document: object, extra = {}) =>
    writeSealedRun(
      path.join(cwd, "details", name),
      { document: { title: "T", tool: "a", model: "m", ...document }, task: "# Task\n" },
      extra,
    );
  write(
    "one",
    {
      outcome: { status: "partial", score: 0.5 },
      run: { attempt: 1, durationMs: 2500, usage, cost: { usd: 0.25 } },
    },
    { "answer.md": "Fixed.\n", "transcript/transcript.jsonl": `${transcript}\n` },
  );
  write("two", { run: { attempt: 2, error: { kind: "api", detail: "529" } } });
  write("three", { outcome: { status: "failure" }, run: { attempt: 3, timedOut: true } });
  const [log] = logsOf("details");
  const [one, two, three] = log?.samples ?? [];
  assert.deepEqual(one?.messages, [
    ["user", "Fix the median", [], null],
    ["assistant", "I look.", ["Bash"], null],
    ["tool", "not ok 1", [], "not ok 1"],
    ["assistant", "Fixed.", [], null],
  ]);
  assert.deepEqual([one?.completion, one?.input, one?.time], ["Fixed.", "# Task\n", 2.5]);
  assert.deepEqual(one?.scores, { success: "I", score: 0.5 });
  assert.deepEqual(one?.usage, {
    m: {
      input_tokens: 10,
      output_tokens: 7,
      total_tokens: 42,
      input_tokens_cache_write: 5,
      input_tokens_cache_read: 20,
      reasoning_tokens: 3,
      total_cost: 0.25,
    },
  });
  assert.deepEqual([two?.error, two?.scores, two?.epoch], ["api: 529", {}, 2]);
  assert.deepEqual(
    [three?.limit, three?.scores, three?.usage],
    ["time", { success: "I", score: 0 }, {}],
  );
});

test("inspect view bundles the logs, and inspect log converts them", { skip }, () => {
  writeSealedRuns(path.join(cwd, "shown"), [{ tool: "a", task: "x", successes: 1, runs: 1 }]);
  assert.equal(logsOf("shown").length, 1);
  const inspect = (...args: readonly string[]) =>
    spawnSync(python, ["-m", "inspect_ai", ...args], { cwd, encoding: "utf8" });
  const view = inspect("view", "bundle", "--log-dir", "shown-logs", "--output-dir", "viewer");
  assert.equal(view.status, 0, view.stderr);
  assert.ok(fs.existsSync(path.join(cwd, "viewer", "index.html")));
  const converted = inspect(
    "log",
    "convert",
    "--to",
    "eval",
    "--output-dir",
    "converted",
    "shown-logs",
  );
  assert.equal(converted.status, 0, converted.stderr);
  assert.match(fs.readdirSync(path.join(cwd, "converted")).join(), /\.eval$/);
});

test("--inspect-out writes the same bytes again, and never into a folder that exists", () => {
  writeSealedRuns(path.join(cwd, "same"), [{ tool: "a", task: "x", successes: 1, runs: 2 }]);
  const write = (out: string) => {
    const now = ["--now", "2026-06-01T00:00:00Z"];
    const { code } = holdall(["task", "report", "same", "--inspect-out", out, ...now], { cwd });
    return code;
  };
  const textsOf = (out: string) =>
    fs
      .readdirSync(path.join(cwd, out))
      .map((name) => [name, fs.readFileSync(path.join(cwd, out, name), "utf8")]);
  assert.deepEqual([write("first"), write("second"), write("first")], [0, 0, 3]);
  assert.deepEqual(textsOf("first"), textsOf("second"));
});
