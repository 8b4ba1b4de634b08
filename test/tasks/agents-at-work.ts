/** What tests with real agents that do the example tasks have in common: a model that solves them, and the machine. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { findAgents, type InstalledAgents } from "../agents/install.ts";
import { createMachine } from "../agents/machine.ts";
import type { Script } from "../agents/model/script.ts";
import { type ScriptedModel, startModel } from "../agents/model/server.ts";
import { type TaskAgentName, taskAgentNames } from "../agents/programs.ts";
import { shell } from "../agents/scenarios/tools.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

/** The folder of the example tasks. */
const examples = path.join(import.meta.dirname, "../../examples/tasks");

/** The example tasks. */
export const exampleTasks = ["fix-median", "money-format", "rainfall-totals"];

const agents = await findAgents();
const missing = taskAgentNames.filter((name) => !agents.has(name));

/** Why tests that need all agents are skipped; false when they run. */
export const skipWithoutAgents = missing.length > 0 && `not installed: ${missing.join(", ")}`;

/** A run as `task run --json` lists it. */
export interface AgentRun {
  readonly tool: string;
  readonly bundle: string;
  readonly state: string;
  readonly reason: string | null;
  readonly status: string | null;
  readonly score: number | null;
  readonly tokens: number | null;
  readonly home: { readonly kind: string } | null;
}

/** A user with all agents, and a model that solves some example tasks. */
export interface AgentsAtWork {
  readonly folder: string;
  readonly env: ReturnType<typeof userEnvironment>;
  readonly model: ScriptedModel;
  /** Has all agents do the tasks, with further options of `task run`. */
  run(...more: readonly string[]): Promise<readonly AgentRun[]>;
}

/** Starts the model for some example tasks and ends it after the work. */
export async function withAgents(
  tasks: readonly string[],
  work: (place: AgentsAtWork) => Promise<void>,
): Promise<void> {
  const folder = makeScratch();
  const model = await startModel(solve(tasks));
  const env = userEnvironment(folder, agents, model);
  const run = async (...more: readonly string[]) => {
    const args = [...runArguments(tasks), "--out", "runs", ...more];
    const { runs } = (await holdallJson(args, env, folder)) as { runs: readonly AgentRun[] };
    return runs;
  };
  try {
    await work({ folder, env, model, run });
  } finally {
    await model.close();
  }
}

/** How each agent offers its shell, by which a request differs from those of the others. */
const offers: Readonly<Record<TaskAgentName, RegExp>> = {
  claude: /"name":"Bash"/,
  codex: /"name":"exec_command"/,
  gemini: /"name":"run_shell_command"/,
  opencode: /"name":"bash"(?=[\s\S]*"name":"webfetch")/,
  pi: /"name":"bash"(?![\s\S]*"name":"webfetch")/,
};

/** The model solves each task with one command, then says that it is done. */
function solve(tasks: readonly string[]): Script {
  const heading = (task: string) =>
    fs.readFileSync(path.join(examples, task, "task.md"), "utf8").split("\n")[0] ?? "";
  const agent = path.join(examples, "agent/fake-agent.mjs");
  return tasks.flatMap((task) => [
    { parts: [{ text: "It is done." }], when: new RegExp(`solved ${task}`), keep: true as const },
    ...taskAgentNames.map((name) => ({
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

/** Runs the program and returns its result. */
export async function holdallJson(
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
) {
  const child = startHoldall([...args, "--json"], { cwd, env });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  await new Promise((resolve) => child.once("close", resolve));
  assert.ok(stdout.startsWith("{"), `${stdout}${stderr}`);
  return JSON.parse(stdout);
}

/** The environment of a user who has all agents, configured for the model, in a home below a folder. */
function userEnvironment(
  folder: string,
  agents: InstalledAgents,
  model: ScriptedModel,
): Record<string, string> & { readonly HOME: string } {
  const machines = [...agents.values()].map((agent) => createMachine(folder, agent, { model }));
  const merged: Record<string, string> = Object.assign({}, ...machines.map(({ env }) => env));
  const folders = machines.map(({ env }) => env.PATH ?? "");
  const HOME = merged.HOME ?? folder;
  // The one of the tests is empty; opencode looks for its settings there.
  const XDG_CONFIG_HOME = path.join(HOME, ".config");
  return { ...merged, HOME, XDG_CONFIG_HOME, PATH: folders.join(path.delimiter) };
}

/** Arguments of `task run` for all agents and some example tasks, with the variables that the scripted model needs. */
function runArguments(tasks: readonly string[]): readonly string[] {
  const passed = ["MOCK_KEY", "npm_config_registry", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"];
  return [
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
    ...passed.flatMap((name) => ["--env", name]),
  ];
}
