/** Machines with a real agent, a scripted model, a workspace and our hooks. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after } from "node:test";
import { findAgents } from "../agents/install.ts";
import { createMachine, type Machine } from "../agents/machine.ts";
import { type ScriptedModel, startModel } from "../agents/model/server.ts";
import type { AgentName } from "../agents/programs.ts";
import { holdallJson, launcher } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

/** Where the machines are. */
export const scratch = makeScratch();
const agents = await findAgents();
/** Closed also when a test fails, or the tests would not end. */
const running: ScriptedModel[] = [];
after(() => Promise.all(running.map((model) => model.close())));
let count = 0;
// A project's hooks start the program by its name.
const bin = path.join(scratch, "bin");
fs.mkdirSync(bin);
fs.symlinkSync(launcher, path.join(bin, "holdall"));
process.env.PATH = `${bin}${path.delimiter}${process.env.PATH ?? ""}`;
/** What is in force on every machine. */
export const FACT = "The lighthouse keeps its log in UTC";

/** Why a test with this agent cannot run; false if it can. */
export function skipOf(name: AgentName): string | false {
  return agents.has(name) ? false : `not run: ${name} is not installed`;
}

/** A path that nothing is at yet. */
export function newFolder(): string {
  return path.join(scratch, `${count++}`);
}

/** A machine with an agent and its model. */
export async function startMachine(
  name: AgentName,
  settings: { readonly compactsEarly?: boolean } = {},
) {
  const agent = agents.get(name);
  assert.ok(agent);
  const model = await startModel();
  running.push(model);
  const folder = newFolder();
  return { folder, model, machine: createMachine(folder, agent, { model, ...settings }) };
}

/** Adds our hooks where the tests of an agent have them. */
export function installHooks(run: (...args: string[]) => { code: number | null }, name: AgentName) {
  const scope = name === "codex" ? "user" : "project";
  assert.equal(run("hooks", "install", `--${name}`, "--scope", scope).code, 0);
}

/** A machine with a workspace that contains a fact, and our hooks. */
export async function prepare(
  name: AgentName,
  { trusts = true, ...settings }: { compactsEarly?: boolean; trusts?: boolean } = {},
) {
  const { model, machine } = await startMachine(name, settings);
  const start = { cwd: machine.project, env: { ...machine.env } };
  const run = (...args: string[]) => holdallJson(args, start);
  run("init");
  run("state", "commit", FACT, "--slot", "fact", "--score", "0.9");
  run("session", "checkpoint", "--agent-id", "ada", "--current-task", "wind the clock");
  installHooks(run, name);
  if (name === "pi" && trusts) trustIn(machine);
  return { model, machine, run };
}

/** The user of pi answers its question whether the project is trusted. */
export function trustIn({ home, project }: Machine): void {
  const decisions = { [fs.realpathSync(project)]: true };
  fs.writeFileSync(path.join(home, ".pi/agent/trust.json"), JSON.stringify(decisions));
}

/** What the agent has sent to its model since some request. */
export function sent({ requests }: ScriptedModel, from = 0): string {
  return requests
    .slice(from)
    .map(({ body }) => JSON.stringify(body))
    .join("\n");
}

const CODEX = ["exec", "--skip-git-repo-check", "--sandbox", "danger-full-access"];

/** Codex asks its user in a window that a test has not; its own flag replaces the answer. */
export const askCodex = (machine: Machine, prompt: string, ...args: string[]) =>
  machine.call({
    args: [...CODEX, "--dangerously-bypass-hook-trust", ...args, "-"],
    input: prompt,
  });
