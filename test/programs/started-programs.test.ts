/** Every kind of program that Holdall starts gets no secret of the environment, and leaves no process. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { loadSession } from "../../src/acp/load-session.ts";
import { registerThread } from "../../src/agents/codex/app-server.ts";
import { opencodeProgram } from "../../src/agents/opencode/program.ts";
import { deleteSession, importDocument } from "../../src/agents/opencode/run-program.ts";
import { chooseController } from "../../src/curator/disk/mandates/controller.ts";
import { createSshKeygenSigner } from "../../src/disk/ssh-keygen.ts";
import { programVersion } from "../../src/hosts/doctor/program-version.ts";
import { openRepository } from "../../src/programs/git/open-repository.ts";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { writeUserConfig } from "../support/user-config.ts";

const folder = fs.realpathSync(makeScratch());
const seen = path.join(folder, "seen");
const pids = path.join(folder, "pids");
const programs = path.join(folder, "programs");
fs.mkdirSync(programs);

/** What a program does here: it shows what it got, and leaves a child in a session of its own. */
const script = [
  `env > ${seen}; pwd -P >> ${seen}`,
  `setsid sh -c 'echo $$ > ${pids}; exec sleep 300' </dev/null >/dev/null 2>&1 &`,
  `while [ ! -s ${pids} ]; do sleep 0.01; done`,
].join("\n");

function createProgram(name: string, end = "exit 0"): string {
  const file = path.join(programs, name);
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n${end}\n`, { mode: 0o755 });
  return file;
}

const program = createProgram("any");
const [realGit = ""] = execFileSync("which", ["git"], { encoding: "utf8" }).split("\n");
for (const name of ["claude", "pi"]) createProgram(name);
/** Only where git is looked at: others start it too. */
const gitPath = path.join(folder, "git");
fs.mkdirSync(gitPath);
fs.renameSync(createProgram("git", `exec ${realGit} "$@"`), path.join(gitPath, "git"));

const secrets = ["GITHUB_TOKEN", "OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "DATABASE_URL"];
for (const name of secrets) process.env[name] = "canary";
for (const name of ["NODE_OPTIONS", "LD_LIBRARY_PATH", "BASH_ENV"]) process.env[name] ??= "";
process.env.PATH = `${programs}:${process.env.PATH}`;
process.env.ANTHROPIC_API_KEY = "own-key";

const environment = { home: folder, env: process.env };
const project = path.join(folder, "project");
fs.mkdirSync(project);
const context = contextIn(project);
writeTaskBundle(path.join(project, "one"), { document: { workspace: { state: "before" } } });

function writeJson(name: string, value: unknown): string {
  fs.writeFileSync(path.join(project, name), JSON.stringify(value));
  return name;
}

const checks = { checks: [{ name: "a", kind: "command", command: program, exitCode: 0 }] };
const taskRun = (more: object) =>
  runOperation(context, "task run", { bundles: ["one"], out: `runs-${Math.random()}`, ...more });

const starts: Readonly<Record<string, () => unknown>> = {
  "a command of task run": () => taskRun({ command: [`mine=${program}`] }),
  "an agent of task run": () => taskRun({ with: ["claude"] }),
  "an agent of many providers in task run": () => taskRun({ with: ["pi:anthropic/some-model"] }),
  "a check of task judge": () => {
    const input = { bundle: "one", checks: writeJson("checks.json", checks), "allow-exec": true };
    return runOperation(context, "task judge", input);
  },
  "a command of a skill": async () => {
    await runOperation(context, "init", {});
    await runOperation(context, "memory learn", { title: "Do it", step: [program] });
    const replay = (more: object) =>
      runOperation<{ digest: string }>(context, "skill replay", { title: "Do it", ...more });
    const { out } = await replay({});
    await replay({ execute: true, confirm: out.digest });
  },
  "the command of conformance": () =>
    runOperation(context, "conformance", { command: `${program} {bundle}`, format: "ocf" }),
  "the model controller": () => {
    const settings = { model_controller: { command: [program] } };
    writeUserConfig(path.join(folder, "settings"), JSON.stringify(settings));
    return chooseController(context)?.("docs", "m-large");
  },
  "ssh-keygen": () =>
    createSshKeygenSigner({ interactive: false, program })({
      keyPath: "key",
      namespace: "holdall",
      message: Buffer.from("text"),
    }),
  "a program that is asked for its version": () => programVersion(program),
  "codex app-server": () => registerThread(program, { environment, thread: "a", name: "b" }),
  "opencode import": () =>
    importDocument(opencodeProgram, {
      executable: program,
      isVersion2: false,
      file: "file.json",
      cwd: project,
      environment,
    }),
  "opencode session delete": () =>
    deleteSession(opencodeProgram, "ses_1", {
      isVersion2: false,
      executable: program,
      environment,
    }),
  "a server that shows a session": () => {
    const server = { program, args: [], variables: [], from: process.env };
    const request = { server, session_id: "s", cwd: project, onUpdate: () => {} };
    return loadSession(request).catch(() => null);
  },
  git: async () => {
    const before = process.env.PATH;
    process.env.PATH = `${gitPath}:${before}`;
    await openRepository(project).finally(() => {
      process.env.PATH = before;
    });
  },
};

function isAlive(pid: number): boolean {
  const stat = fs.existsSync(`/proc/${pid}`) ? fs.readFileSync(`/proc/${pid}/stat`, "latin1") : "";
  return stat !== "" && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
}

const skip = process.platform === "linux" ? false : "not run: processes are looked up in /proc";

for (const [name, start] of Object.entries(starts)) {
  test(`${name} gets no secret, and what it leaves behind ends`, { skip }, async () => {
    for (const file of [seen, pids]) fs.rmSync(file, { force: true });
    await start();
    const text = fs.readFileSync(seen, "utf8");
    assert.ok(!text.includes("canary"), text);
    assert.ok(!/^(?:NODE_OPTIONS|LD_LIBRARY_PATH|BASH_ENV)=/m.test(text), text);
    assert.equal(text.includes("own-key"), name.startsWith("an agent"));
    assert.ok(!isAlive(Number(fs.readFileSync(pids, "utf8"))));
  });
}

const inProject = new Set([
  "a command of task run",
  "an agent of task run",
  "an agent of many providers in task run",
  "a check of task judge",
  "a command of a skill",
  "the command of conformance",
  "opencode import",
]);

for (const [name, start] of Object.entries(starts).filter(([name]) => !inProject.has(name))) {
  test(`${name} works outside the project`, { skip }, async () => {
    fs.rmSync(seen, { force: true });
    fs.rmSync(pids, { force: true });
    await start();
    assert.match(fs.readFileSync(seen, "utf8"), /\n\/\n$/);
  });
}

test("skill replay, conformance and task run pass on what --env names", { skip }, async () => {
  await taskRun({ command: [`mine=${program}`], env: ["GITHUB_TOKEN"] });
  assert.match(fs.readFileSync(seen, "utf8"), /^GITHUB_TOKEN=canary$/m);
  const input = { command: `${program} {bundle}`, format: "ocf", env: ["DATABASE_URL"] };
  await runOperation(context, "conformance", input);
  assert.match(fs.readFileSync(seen, "utf8"), /^DATABASE_URL=canary$/m);
});
