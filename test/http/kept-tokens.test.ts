import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { keptTokens } from "../../src/http/kept-tokens.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { bearer, startServe } from "../support/serve.ts";

/** A folder to serve, and a home of its own. */
function createPlace() {
  const scratch = makeScratch();
  const project = path.join(scratch, "project");
  const home = path.join(scratch, "home");
  for (const each of [project, home]) fs.mkdirSync(each);
  const state = path.join(scratch, "state");
  return { project, state, env: { HOME: home, XDG_STATE_HOME: state } };
}

test("serve --keep-token accepts the token of an earlier server until it is forgotten", async () => {
  const { project, env, state } = createPlace();
  const statusOf = async (options: readonly string[], token: string) => {
    const server = await startServe(project, env, options);
    const { status } = await server.send("/api/v1/formats", { headers: bearer(token) });
    await server.end();
    return { status, tokens: server.tokens };
  };
  const { tokens: first } = await statusOf(["--keep-token"], "");
  const [file = ""] = fs.readdirSync(path.join(state, "holdall/serve"));
  const { mode } = fs.statSync(path.join(state, "holdall/serve", file));
  assert.equal(mode & 0o777, 0o600);
  const again = await statusOf(["--keep-token"], first.person);
  assert.equal(again.status, 200);
  assert.deepEqual(again.tokens, first);
  assert.equal((await statusOf([], first.person)).status, 401);
  assert.equal((await statusOf(["--keep-token"], first.program)).status, 200);
  const other = path.join(path.dirname(project), "other");
  fs.mkdirSync(other);
  const elsewhere = await startServe(other, env, ["--keep-token"]);
  assert.notEqual(elsewhere.tokens.person, first.person);
  await elsewhere.end();
  assert.equal((await statusOf(["--forget-token", "--keep-token"], first.person)).status, 401);
  assert.equal((await statusOf(["--keep-token"], first.person)).status, 401);
});

test("keptTokens() replaces tokens after 30 days, and refuses a file that others can read", () => {
  const { project, state } = createPlace();
  const kept = keptTokens(state, project);
  let count = 0;
  const create = () => {
    count++;
    return { person: `p${count}`.padEnd(43, "x"), program: `m${count}`.padEnd(43, "x") };
  };
  const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day));
  const first = kept.open(create, at(0));
  assert.deepEqual(kept.open(create, at(29)), first);
  const later = kept.open(create, at(31));
  assert.notDeepEqual(later, first);
  const [name = ""] = fs.readdirSync(path.join(state, "serve"));
  const file = path.join(state, "serve", name);
  fs.chmodSync(file, 0o644);
  assert.throws(() => kept.open(create, at(31)), { code: "E_PROTECTED" });
  kept.forget();
  assert.notDeepEqual(kept.open(create, at(31)), later);
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  fs.writeFileSync(file, "{");
  assert.equal(kept.open(create, at(31)).person.startsWith("p4"), true);
});

test("a server with a kept token starts no runs and sends nothing, and still shows what would be done", async () => {
  const { project, env } = createPlace();
  const server = await startServe(project, env, ["--keep-token"]);
  const input = {
    bundles: [path.resolve("examples/tasks/fix-median")],
    with: ["codex"],
    out: "runs",
  };
  const shown = await server.call("person", "task/run", { ...input, "dry-run": true });
  assert.equal(shown.status, 200);
  const started = await server.call("person", "task/run", input);
  assert.equal(started.json?.code, "E_PROTECTED");
  assert.equal((await server.call("program", "task/run", input)).status, 404);
  assert.equal(fs.existsSync(path.join(project, "runs")), false);
  const task = { what: path.resolve("examples/tasks/fix-median"), where: "shared" };
  const rehearsed = await server.call("person", "push", { ...task, "dry-run": true });
  assert.equal(rehearsed.json?.state, "rehearsed");
  assert.equal((await server.call("person", "push", task)).json?.code, "E_PROTECTED");
  assert.equal((await server.call("program", "push", task)).status, 404);
  assert.equal(fs.existsSync(path.join(project, "shared")), false);
  await server.end();
});

test("a code for the browser that is used twice removes the kept token and ends the server", {
  skip: process.platform === "linux" ? false : "the opener of another platform is real",
}, async () => {
  const { project, env, state } = createPlace();
  const opened = path.join(state, "opened");
  const programs = path.join(path.dirname(project), "bin");
  for (const each of [programs, state]) fs.mkdirSync(each);
  fs.writeFileSync(
    path.join(programs, "xdg-open"),
    `#!/bin/sh\nprintf '%s' "$*" > '${opened}.part'\nmv '${opened}.part' '${opened}'\n`,
    { mode: 0o755 },
  );
  const args = ["serve", "--port", "0", "--json", "--open", "--keep-token"];
  const PATH = `${programs}:${process.env.PATH}`;
  const child = startHoldall(args, { cwd: project, env: { ...env, PATH } });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const line = await new Promise<string>((resolve) => child.stdout?.once("data", resolve));
  const { url, tokens } = JSON.parse(String(line));
  while (!fs.existsSync(opened)) await new Promise((resolve) => setTimeout(resolve, 20));
  const page = fs.readFileSync(new URL(fs.readFileSync(opened, "utf8")), "utf8");
  const code = /#code=([\w-]+)/.exec(page)?.[1] ?? "";
  const redeem = () =>
    fetch(`${new URL(url).origin}/api/v1/token`, { method: "POST", headers: bearer(code) });
  assert.deepEqual(await (await redeem()).json(), { token: tokens.person });
  await redeem().catch(() => null);
  assert.notEqual(await ended, 0);
  assert.deepEqual(fs.readdirSync(path.join(state, "holdall/serve")), []);
});
