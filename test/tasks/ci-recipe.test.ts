/** The workflow of docs/recipes/agents-in-ci.yml: its steps, run as a runner of GitHub runs them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { root } from "../../scripts/run.ts";
import { makeScratch } from "../support/scratch.ts";

interface Workflow {
  readonly jobs: {
    readonly evaluate: {
      readonly env: Readonly<Record<string, string | number>>;
      readonly steps: readonly { readonly name?: string; readonly run?: string }[];
    };
  };
}

const file = path.join(root, "docs/recipes/agents-in-ci.yml");
const { evaluate } = (parse(fs.readFileSync(file, "utf8")) as Workflow).jobs;
const scripts = evaluate.steps.flatMap(({ name = "", run }) =>
  run === undefined ? [] : [{ name, run }],
);
const examples = path.join(root, "examples/tasks");

/** A repository as the recipe describes it, with an agent that needs no account. */
function repository(agentOptions = ""): string {
  const folder = makeScratch();
  const agents = path.join(folder, "agents");
  for (const name of ["fix-median", "money-format"]) {
    fs.cpSync(path.join(examples, name), path.join(agents, "tasks", name), { recursive: true });
  }
  fs.cpSync(path.join(examples, "checks"), path.join(agents, "checks"), { recursive: true });
  const programs = path.join(folder, "programs");
  fs.mkdirSync(programs);
  const program = (name: string, script: string, options: string) =>
    fs.writeFileSync(
      path.join(programs, name),
      `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, script)}' ${options} "$@"\n`,
      { mode: 0o755 },
    );
  program("holdall", "bin/holdall.cjs", "");
  program("agent", "examples/tasks/agent/fake-agent.mjs", agentOptions);
  return folder;
}

/** Runs the steps; the one that installs programs from the network is replaced by programs of this folder. */
function runSteps(folder: string) {
  const programs = path.join(folder, "programs");
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(evaluate.env).map(([name, value]) => [name, `${value}`])),
    AGENTS: `--command agent=${path.join(programs, "agent")}`,
    REPEAT: "1",
    HOME: folder,
    PATH: `${programs}${path.delimiter}${process.env.PATH}`,
    GITHUB_STEP_SUMMARY: path.join(folder, "step-summary.md"),
  };
  const codes = new Map<string, number | null>();
  for (const { name, run } of scripts) {
    if (name === "Install") continue;
    const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", run];
    const { status } = spawnSync("bash", args, { cwd: folder, env, encoding: "utf8" });
    codes.set(name, status);
  }
  const summary = fs.readFileSync(env.GITHUB_STEP_SUMMARY, "utf8");
  return { codes: [...codes], summary, env };
}

test("the steps of the workflow pass with an agent that solves the tasks, then catch one that does not", () => {
  const folder = repository();
  const good = runSteps(folder);
  assert.deepEqual(good.codes, [
    ["Run the tasks", 0],
    ["Ask the gate", 0],
    ["Show the summary", 0],
  ]);
  assert.match(good.summary, /^### ✅ Agents passed: 2 runs of 2 tasks/);
  assert.ok(fs.existsSync(path.join(folder, "runs.xml")));

  const worse = repository("--careless");
  const args = ["task", "report", path.join(folder, "runs"), "--json"];
  const { stdout } = spawnSync("holdall", args, { cwd: folder, env: good.env, encoding: "utf8" });
  fs.writeFileSync(path.join(worse, "agents/baseline.json"), stdout);
  const bad = runSteps(worse);
  assert.deepEqual(bad.codes, [
    ["Run the tasks", 0],
    ["Ask the gate", 1],
    ["Show the summary", 0],
  ]);
  assert.match(bad.summary, /^### ❌ Agents failed/);
  assert.match(bad.summary, /Less often successful than in the baseline/);
});
