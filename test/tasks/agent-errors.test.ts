/** The five real agents with a model that refuses them, and with none: an error outside the agent, no failed attempt. */
import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { test } from "node:test";
import { findAgents } from "../agents/install.ts";
import { createMachine } from "../agents/machine.ts";
import type { ScriptedModel } from "../agents/model/server.ts";
import { taskAgentNames } from "../agents/programs.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";

const task = path.join(import.meta.dirname, "../../examples/tasks/fix-median");
const agents = await findAgents();
const missing = taskAgentNames.filter((name) => !agents.has(name));
const skip = missing.length > 0 && `not installed: ${missing.join(", ")}`;

interface Run {
  readonly tool: string;
  readonly bundle: string;
  readonly state: string;
  readonly status: string | null;
  readonly error: { readonly kind: string; readonly detail: string } | null;
}

/** A server that refuses every request, and where it listens. */
async function startRefusing(status: number) {
  const error = { type: "authentication_error", message: "invalid x-api-key", code: status };
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ type: "error", error }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** Runs one task with all agents; a failed request is repeated once, where an option says so. */
async function runAll(url: string, more: readonly string[]): Promise<readonly Run[]> {
  const folder = makeScratch();
  const model = { url } as ScriptedModel; // Nothing else of it is used.
  const machines = [...agents.values()].map((agent) => createMachine(folder, agent, { model }));
  const merged: Record<string, string> = Object.assign({}, ...machines.map(({ env }) => env));
  const settings = path.join(merged.HOME ?? folder, ".gemini/settings.json");
  const gemini = JSON.parse(fs.readFileSync(settings, "utf8"));
  const general = { ...gemini.general, maxAttempts: 1 };
  fs.writeFileSync(settings, JSON.stringify({ ...gemini, general }));
  const env = {
    ...merged,
    CLAUDE_CODE_MAX_RETRIES: "1",
    XDG_CONFIG_HOME: path.join(merged.HOME ?? folder, ".config"),
    PATH: machines.map(({ env }) => env.PATH ?? "").join(path.delimiter),
  };
  const passed = ["MOCK_KEY", "npm_config_registry", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"];
  const args = ["task", "run", task, "--out", "runs", "--unsandboxed", "--jobs", "2", "--json"];
  args.push(
    "--with",
    "claude:claude-sonnet-4-5,codex,gemini:gemini-2.5-pro,opencode,pi:mock/scripted",
  );
  args.push(...[...passed, "CLAUDE_CODE_MAX_RETRIES"].flatMap((name) => ["--env", name]));
  const child = startHoldall([...args, ...more], { cwd: folder, env });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  const [code] = await once(child, "close");
  assert.equal(code, 4, stderr);
  return JSON.parse(stdout).runs;
}

function requireErrors(runs: readonly Run[], kinds: readonly string[]): void {
  assert.equal(runs.length, taskAgentNames.length);
  for (const { tool, bundle, state, status, error } of runs) {
    const label = `${tool}: ${JSON.stringify(error)}`;
    assert.deepEqual([state, status], ["ran", null], label);
    assert.ok(kinds.includes(error?.kind ?? ""), label);
    const recorded = JSON.parse(fs.readFileSync(path.join(bundle, "bundle.json"), "utf8"));
    assert.deepEqual(recorded.run.error, error, label);
    assert.equal(recorded.outcome, undefined, label);
  }
}

test("a login that the provider refuses is an error of every agent's run", { skip }, async () => {
  const server = await startRefusing(401);
  try {
    requireErrors(await runAll(server.url, ["--timeout", "2m"]), ["login"]);
  } finally {
    server.close();
  }
});

test("a model that nobody reaches is an error of every agent's run", { skip }, async () => {
  const server = await startRefusing(500);
  server.close();
  // Codex waits for a network as long as it may, and others repeat for minutes.
  const runs = await runAll(server.url, ["--timeout", "30s"]);
  requireErrors(runs, ["network", "start"]);
});
