/** The five real agents do example tasks, from one command, with a scripted model (all three with HOLDALL_ALL_TASKS=1). */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { findAgents } from "../agents/install.ts";
import { createMachine } from "../agents/machine.ts";
import type { Script } from "../agents/model/script.ts";
import { startModel } from "../agents/model/server.ts";
import { type AgentName, agentNames } from "../agents/programs.ts";
import { shell } from "../agents/scenarios/tools.ts";
import { faultsOfTrajectories, skipWithoutHarbor } from "../support/harbor.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const examples = path.join(import.meta.dirname, "../../examples/tasks");
const all = ["fix-median", "money-format", "rainfall-totals"];
// One task is enough for every test run; all of them take minutes.
const tasks = process.env.HOLDALL_ALL_TASKS === "1" ? all : all.slice(0, 1);
const agents = await findAgents();
const missing = agentNames.filter((name) => !agents.has(name));

/** How each agent offers its shell, by which a request differs from those of the others. */
const offers: Readonly<Record<AgentName, RegExp>> = {
  claude: /"name":"Bash"/,
  codex: /"name":"exec_command"/,
  gemini: /"name":"run_shell_command"/,
  opencode: /"name":"bash"(?=[\s\S]*"name":"webfetch")/,
  pi: /"name":"bash"(?![\s\S]*"name":"webfetch")/,
};

/** The model solves each task with one command, then says that it is done. */
function solve(): Script {
  const heading = (task: string) =>
    fs.readFileSync(path.join(examples, task, "task.md"), "utf8").split("\n")[0] ?? "";
  const agent = path.join(examples, "agent/fake-agent.mjs");
  return tasks.flatMap((task) => [
    { parts: [{ text: "It is done." }], when: new RegExp(`solved ${task}`), keep: true as const },
    ...agentNames.map((name) => ({
      parts: [
        { text: "I will solve it." },
        { call: shell[name](`echo '${heading(task)}' | node "${agent}" && echo solved ${task}`) },
      ],
      when: new RegExp(`^(?=[\\s\\S]*${heading(task)})(?=[\\s\\S]*${offers[name].source})`),
      keep: true as const,
      usage: { input: 1000, output: 100 },
    })),
  ]);
}

interface Run {
  readonly tool: string;
  readonly bundle: string;
  readonly state: string;
  readonly reason: string | null;
  readonly status: string | null;
  readonly score: number | null;
  readonly tokens: number | null;
}

async function holdallJson(args: readonly string[], env: Record<string, string>, cwd: string) {
  const child = startHoldall([...args, "--json"], { cwd, env });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  await new Promise((resolve) => child.once("close", resolve));
  assert.ok(stdout.startsWith("{"), `${stdout}${stderr}`);
  return JSON.parse(stdout);
}

const skip = missing.length > 0 && `not installed: ${missing.join(", ")}`;

test("five agents do the example tasks from one command; steps, tokens and outcome are captured", {
  skip,
}, async () => {
  const folder = makeScratch();
  const model = await startModel(solve());
  try {
    const machines = [...agents.values()].map((agent) => createMachine(folder, agent, { model }));
    const merged: Record<string, string> = Object.assign({}, ...machines.map(({ env }) => env));
    const folders = machines.map(({ env }) => env.PATH ?? "");
    // The one of the tests is empty; opencode looks for its settings there.
    const XDG_CONFIG_HOME = path.join(merged.HOME ?? folder, ".config");
    const env = { ...merged, XDG_CONFIG_HOME, PATH: folders.join(path.delimiter) };
    const passed = ["MOCK_KEY", "npm_config_registry", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"];
    const args = [
      "task",
      "run",
      ...tasks.map((task) => path.join(examples, task)),
      "--with",
      "claude:claude-sonnet-4-5,codex,gemini:gemini-2.5-pro,opencode,pi:mock/scripted",
      "--checks",
      path.join(examples, "checks"),
      "--allow-exec",
      "--unsandboxed",
      "--timeout",
      "3m",
      "--out",
      "runs",
      ...passed.flatMap((name) => ["--env", name]),
    ];
    const { runs } = (await holdallJson(args, env, folder)) as { runs: readonly Run[] };
    assert.equal(runs.length, 5 * tasks.length);
    const trajectories: string[] = [];
    for (const { tool, bundle, state, reason, status, score, tokens } of runs) {
      const label = `${tool} ${path.basename(bundle)} ${reason ?? ""}`;
      assert.deepEqual([state, status, score], ["ran", "success", 1], label);
      assert.ok((tokens ?? 0) >= 1000, `${label}: ${tokens} tokens`);
      const events = fs.readFileSync(path.join(bundle, "events.jsonl"), "utf8");
      assert.match(events, /"type":"run_command"[^\n]*fake-agent\.mjs/, label);
      const read = (name: string) => fs.readFileSync(path.join(bundle, name), "utf8");
      assert.equal(read("answer.md"), "It is done.\n", label);
      assert.equal(JSON.parse(read("bundle.json")).interventions.count, 0, label);
      assert.match(read("transcript/transcript.jsonl"), /fake-agent\.mjs/, label);
      const file = path.join(folder, `${path.basename(bundle)}.atif.json`);
      const exporting = ["task", "export", bundle, "--to", "atif", "--out", file];
      const exported = await holdallJson(exporting, env, folder);
      assert.ok(exported.steps >= 3, label);
      assert.equal(exported.tokens, tokens, label);
      trajectories.push(file);
    }
    if (!skipWithoutHarbor) assert.deepEqual(faultsOfTrajectories(trajectories), {});
    const report = await holdallJson(["task", "report", "runs"], env, folder);
    assert.equal(report.bundleCount, 5 * tasks.length);
    assert.equal(report.statusCounts.success, 5 * tasks.length);
    assert.equal(report.byTool.length, 5);
    assert.equal(report.tasks.length, tasks.length);
    const claude = report.leaderboard.find(({ tool }: { tool: string }) => tool === "claude");
    assert.ok(claude.totalCostUsd > 0);
    const compared = ["task", "compare", ...runs.slice(0, 2).map(({ bundle }) => bundle)];
    const { differences, steps } = await holdallJson(compared, env, folder);
    assert.deepEqual([differences, steps.aligned, steps.parting], [[], 2, null]);
    // The scripted model of the others is in no table of prices.
    const pi = report.leaderboard.find(({ tool }: { tool: string }) => tool === "pi");
    assert.equal(pi.totalCostUsd, null);
  } finally {
    await model.close();
  }
});
