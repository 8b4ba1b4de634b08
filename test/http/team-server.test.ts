/** The unit and the container file of a team's server, tried as far as a machine without systemd and a registry can. */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../support/free-port.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { NODE_IMAGE, openPodman } from "../support/podman.ts";
import { startServer } from "../support/postgresql.ts";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";

const root = path.join(import.meta.dirname, "../..");
const folder = path.join(root, "examples/team-server");
const unit = path.join(folder, "holdall.service");
const TOKEN = "a token of a team";
const server = await startServer();
const withoutServer = typeof server === "string" ? server : false;
const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

/** A workspace in PostgreSQL, as the variables that the unit reads. */
async function createWorkspace(schema: string): Promise<Readonly<Record<string, string>>> {
  const HOLDALL_STORE = typeof server === "string" ? "" : server.url(schema);
  await runOperation(contextIn(makeScratch()), "init", { store: HOLDALL_STORE });
  return { HOLDALL_STORE, HOLDALL_MCP_TOKEN: TOKEN };
}

test("systemd accepts every line of the unit", {
  skip: hasSystemd ? false : "not run: systemd-analyze is not installed",
}, () => {
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit], { encoding: "utf8" });
  assert.deepEqual([status, stderr], [0, ""]);
});

test("the command of the unit serves the workspace that its file of variables names", {
  skip: withoutServer,
}, async () => {
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(fs.readFileSync(unit, "utf8")) ?? [];
  const [env, name, serve, port, number, ...options] = command.split(" ");
  assert.deepEqual(
    [env, name, serve, port, number],
    ["/usr/bin/env", "holdall", "serve", "--port", "7340"],
  );
  const served = await startServe(makeScratch(), await createWorkspace("unit"), options);
  assert.deepEqual((await served.send("/health")).json, { ok: true, workspace: true });
  const { status } = await served.send("/api/v1/status", { headers: bearer(TOKEN) });
  assert.equal(status, 200);
  assert.equal(await served.end(), 0);
});

const podman = openPodman();

test("the image is built and serves a workspace", {
  skip: typeof podman === "string" ? podman : withoutServer,
}, async () => {
  assert(typeof podman !== "string");
  podman.addNode();
  const context = makeScratch();
  installPackage(path.join(context, "node_modules"));
  const image = "localhost/holdall-team-server:1";
  const call = (...args: readonly string[]) =>
    execFileSync("podman", args, {
      encoding: "utf8",
      env: { ...process.env, ...podman.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  const file = path.join(folder, "Containerfile");
  call(
    "build",
    "--format=docker",
    `--build-arg=BASE=${NODE_IMAGE}`,
    `--tag=${image}`,
    `--file=${file}`,
    context,
  );
  const port = await freePort();
  const variables = Object.entries(await createWorkspace("container"));
  const args = ["run", "--rm", "--name=holdall-team", "--network=host", "--read-only"];
  args.push("--tmpfs=/home/holdall:mode=1777", "--tmpfs=/tmp");
  for (const [name, value] of variables) args.push(`--env=${name}=${value}`);
  args.push(image, "--port", String(port));
  const running = spawn("podman", args, {
    env: { ...process.env, ...podman.env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let faults = "";
  running.stderr.on("data", (chunk) => {
    faults += chunk;
  });
  const ended = new Promise((resolve) => running.once("exit", resolve));
  after(() => running.kill("SIGKILL"));
  const health = () => fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
  let answer = await health();
  while (answer === null) {
    assert.equal(running.exitCode, null, faults);
    await wait(100);
    answer = await health();
  }
  assert.deepEqual(await answer.json(), { ok: true, workspace: true });
  call("stop", "holdall-team");
  assert.equal(await ended, 0);
});

/** Copies the program and what it needs as `npm install` lays them out. */
function installPackage(target: string): void {
  const listed = execFileSync("npm", ["ls", "--all", "--omit=dev", "--parseable"], {
    cwd: root,
    encoding: "utf8",
  });
  const modules = path.join(root, "node_modules");
  for (const from of listed.trim().split("\n").slice(1)) {
    fs.cpSync(from, path.join(target, path.relative(modules, from)), { recursive: true });
  }
  for (const part of ["bin", "dist", "schemas", "package.json"]) {
    fs.cpSync(path.join(root, part), path.join(target, "holdall", part), { recursive: true });
  }
}
