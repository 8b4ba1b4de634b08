import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { Check } from "../../src/hosts/doctor/check.ts";
import { compareToTested } from "../../src/hosts/doctor/program-version.ts";
import { placeFixture } from "../agents/fixtures.ts";
import { findAgents } from "../agents/install.ts";
import { createMachine } from "../agents/machine.ts";
import { startModel } from "../agents/model/server.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeUserConfig } from "../support/user-config.ts";

interface Report {
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

/** A machine with programs that only print a version. */
function machineWith(programs: Readonly<Record<string, string>> = {}) {
  const home = makeScratch();
  const bin = path.join(home, "bin");
  const cwd = path.join(home, "project");
  for (const folder of [bin, cwd]) fs.mkdirSync(folder);
  for (const [name, version] of Object.entries(programs)) {
    fs.writeFileSync(path.join(bin, name), `#!/bin/sh\necho "${version}"\n`, { mode: 0o755 });
  }
  const context = { ...contextIn(cwd), agents: { home, env: { PATH: bin } } };
  const doctor = () => runOperation<Report>(context, "doctor");
  const at = async (area: string, subject: string) =>
    (await doctor()).out.checks
      .filter((check) => check.area === area && check.subject === subject)
      .map(({ status }) => status);
  return { home, cwd, context, doctor, at };
}

test("doctor finds nothing wrong with an empty machine, and says what there is not", async () => {
  const { exit, out } = await machineWith().doctor();
  assert.equal(exit, 0);
  assert.equal(out.ok, true);
  assert.deepEqual(
    out.checks.map(({ area, status }) => [area, status]),
    [
      ["agents", "note"],
      ["workspace", "note"],
      ["configuration", "ok"],
      ["configuration", "ok"],
    ],
  );
});

test("doctor reports a store of which no file can be read as a session", async () => {
  const { home, at, doctor } = machineWith();
  const folder = path.join(home, ".copilot/session-state/1111");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "events.jsonl"), '{"later":1}\n');
  assert.deepEqual(await at("agents", "Copilot CLI"), ["note", "problem"]);
  assert.equal((await doctor()).exit, 1);
});

test("doctor compares an agent's version with those that were tested, and counts its sessions", async () => {
  const machine = machineWith({ claude: "2.1.100 (Claude Code)", codex: "codex-cli 99.0.0" });
  placeFixture("claude", "plain", machine.home);
  const { checks } = (await machine.doctor()).out;
  const agents = checks.filter(({ area }) => area === "agents");
  assert.deepEqual(
    agents.map(({ subject, status }) => [subject, status]),
    [
      ["Claude Code", "ok"],
      ["Codex CLI", "note"],
    ],
  );
  assert.match(agents[0]?.detail ?? "", /^tested from .* up to .*, yours is 2\.1\.100; 1 session$/);
  assert.equal(agents[0]?.versions?.installed, "2.1.100");
  assert.equal(agents[1]?.versions?.installed, "99.0.0");
});

test("doctor reads the version from the package of a program, without starting it", async () => {
  const machine = machineWith();
  const folder = path.join(machine.home, "lib", "qwen");
  fs.mkdirSync(path.join(folder, "dist"), { recursive: true });
  const started = path.join(machine.home, "started");
  const script = `#!/bin/sh\ntouch ${started}; echo 7.7.7\n`;
  fs.writeFileSync(path.join(folder, "dist", "cli.js"), script, { mode: 0o755 });
  const place = path.join(machine.home, "bin");
  fs.symlinkSync(path.join(folder, "dist", "cli.js"), path.join(place, "qwen"));
  const describe = (bin: object) =>
    fs.writeFileSync(
      path.join(folder, "package.json"),
      JSON.stringify({ name: "@qwen-code/qwen-code", version: "0.99.1-beta", bin }),
    );
  const version = async () => {
    const { checks } = (await machine.doctor()).out;
    return checks.find(({ subject }) => subject === "Qwen Code")?.versions?.installed;
  };
  describe({ qwen: "dist/cli.js" });
  assert.equal(await version(), "0.99.1");
  assert.equal(fs.existsSync(started), false);
  // The package of something else says nothing of this program.
  describe({ other: "dist/cli.js" });
  assert.notEqual(await version(), "0.99.1");
});

test("doctor lists the servers that are sources, and those that cannot be started", async () => {
  const { at, cwd } = machineWith();
  const settings = path.join(cwd, "settings");
  const servers = { pear: { command: [process.execPath] }, plum: { command: ["no-such-program"] } };
  writeUserConfig(settings, JSON.stringify({ acp_servers: servers }));
  assert.deepEqual(await at("agents", "acp_servers: pear"), ["ok"]);
  assert.deepEqual(await at("agents", "acp_servers: plum"), ["note"]);
  writeUserConfig(settings, "{}");
});

test("doctor sees the server and the hooks, and that Codex has not approved its hooks", async () => {
  const { cwd, context, at, doctor } = machineWith({ claude: "2.1.100", codex: "0.166.0" });
  assert.deepEqual(await at("servers and hooks", "Claude Code"), ["note", "note"]);
  const before = await doctor();
  const cures = before.out.checks.flatMap(({ cure }) => (cure === null ? [] : [cure]));
  assert.ok(cures.includes("holdall setup --claude") && cures.includes("holdall setup --codex"));
  await runOperation(context, "mcp install", { claude: true });
  for (const [host, file] of Object.entries({ claude: "settings.json", codex: "hooks.json" })) {
    fs.mkdirSync(path.join(cwd, `.${host}`), { recursive: true });
    const command = `holdall hook session-start --host ${host}`;
    const hooks = { SessionStart: [{ hooks: [{ type: "command", command }] }] };
    fs.writeFileSync(path.join(cwd, `.${host}`, file), JSON.stringify({ hooks }));
  }
  assert.deepEqual(await at("servers and hooks", "Claude Code"), ["ok", "ok"]);
  assert.deepEqual(await at("servers and hooks", "Codex CLI"), ["note", "problem", "problem"]);
  assert.equal((await doctor()).exit, 1);
});

test("doctor reports a configuration that cannot be read, and keys that a project may not set", async () => {
  const { cwd, at } = machineWith();
  const file = path.join(cwd, "holdall.yaml");
  fs.writeFileSync(file, "state: [\n");
  assert.deepEqual(await at("configuration", "files"), ["problem"]);
  fs.writeFileSync(file, "embedder: { base_url: 'http://127.0.0.1:9' }\n");
  assert.deepEqual(await at("configuration", "files"), ["note"]);
});

test("compareToTested() orders versions by their numbers", () => {
  const tested = { oldest: "1.2.0", newest: "1.10.0" };
  const found = ["1.1.9", "1.2", "1.9.5", "1.10.0", "1.10.1", "2.0.0"].map((version) =>
    compareToTested(version, tested),
  );
  assert.deepEqual(found, ["older", "tested", "tested", "tested", "newer", "newer"]);
});

const codex = (await findAgents()).get("codex");

/** A model that is configured and asked nothing. */
async function startClosingModel() {
  const model = await startModel([]);
  return { ...model, [Symbol.asyncDispose]: () => model.close() };
}

test("doctor reports a project that Codex does not trust, exactly where Codex loads nothing of it", {
  skip: codex === undefined ? "not run: codex is not installed" : false,
}, async () => {
  assert.ok(codex);
  await using model = await startClosingModel();
  const machine = createMachine(path.join(makeScratch(), "codex"), codex, { model });
  const { home, project } = machine;
  const inner = path.join(project, "inner");
  const agents = { home, env: { ...machine.env } };
  for (const cwd of [project, inner]) {
    fs.mkdirSync(cwd, { recursive: true });
    await runOperation({ ...contextIn(cwd), agents }, "mcp install", { codex: true });
  }
  const config = path.join(machine.env.CODEX_HOME ?? path.join(home, ".codex"), "config.toml");
  const own = fs.existsSync(config) ? fs.readFileSync(config, "utf8") : "";
  const trust = (folder: string, level: string) =>
    fs.writeFileSync(config, `${own}\n[projects."${folder}"]\ntrust_level = "${level}"\n`);
  const agree = async (cwd: string, isLoaded: boolean) => {
    const listed = await machine.call({ args: ["mcp", "list"], input: "" }, { cwd });
    assert.equal(/^holdall /m.test(listed.stdout), isLoaded, listed.stdout + listed.stderr);
    const { out } = await runOperation<Report>({ ...contextIn(cwd), agents }, "doctor");
    const problem = out.checks.find(({ detail }) => detail.includes("does not trust"));
    assert.equal(problem === undefined, isLoaded, JSON.stringify(out.checks));
    if (!isLoaded) assert.match(problem?.cure ?? "", /start `codex` in .* once/);
  };
  await agree(project, false);
  trust(project, "untrusted");
  await agree(project, false);
  const value = '{ trust_level = "trusted" }';
  for (const text of [
    `projects = { "${project}" = ${value} }\n${own}`,
    `projects."${project}".trust_level = "trusted"\n${own}`,
    `${own}\n[projects]\n"${project}" = ${value} # mine\n`,
  ]) {
    fs.writeFileSync(config, text);
    await agree(project, true);
  }
  trust(project, "trusted");
  await agree(project, true);
  await agree(inner, false);
  fs.mkdirSync(path.join(project, ".git"));
  fs.writeFileSync(path.join(project, ".git/HEAD"), "ref: refs/heads/main\n");
  await agree(inner, true);
});
