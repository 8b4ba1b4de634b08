/** Runs in containers of the real podman: what they see, what they reach, and that none is left. */
import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { findAgents } from "../agents/install.ts";
import { createMachine } from "../agents/machine.ts";
import { startModel } from "../agents/model/server.ts";
import { type TaskAgentName, taskAgentNames } from "../agents/programs.ts";
import { shell } from "../agents/scenarios/tools.ts";
import { IMAGE, NODE_IMAGE, openPodman, type Podman } from "../support/podman.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeTaskBundle } from "../support/task-bundles.ts";
import { holdallJson } from "./agents-at-work.ts";

const agents = await findAgents();
const opened = openPodman();
const skip = typeof opened === "string" && opened;
const podman = opened as Podman;
const cwd = makeScratch();
const home = path.join(cwd, "home");
fs.mkdirSync(home);
const env = {
  ...process.env,
  HOME: home,
  // Settings of agents are in the home of their machine, wherever those of this run are.
  XDG_CONFIG_HOME: "",
  ...(skip ? {} : podman.env),
} as Record<string, string>;
const before = { workspace: { state: "before" } };
writeTaskBundle(path.join(cwd, "one"), { document: before });

interface Run {
  readonly bundle: string;
  readonly state: string;
  readonly reason: string | null;
  readonly status: string | null;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly error: { readonly kind: string } | null;
  readonly container: Record<string, unknown> | null;
  readonly home: { readonly kind: string } | null;
}

async function run(args: readonly string[], variables = env): Promise<readonly Run[]> {
  const result = await holdallJson(["task", "run", ...args], variables, cwd);
  assert.equal(result.error, undefined, JSON.stringify(result));
  return result.runs;
}

async function runOne(args: readonly string[], variables = env): Promise<Run> {
  const [only] = await run(args, variables);
  assert.ok(only);
  assert.equal(only.state, "ran", only.reason ?? "");
  return only;
}

const inPodman = ["--in", "podman", "--image", IMAGE];

/** The names of containers that holdall created and that are still there. */
function containers(): readonly string[] {
  const list = podman.call("ps", "--all", "--format", "{{.Names}}");
  return list.split("\n").filter((name) => name.startsWith("holdall-run-"));
}

async function listening(): Promise<{ readonly port: number; readonly requests: string[] }> {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request.url ?? "");
    response.end("answered by the model");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => server.close());
  return { port: (server.address() as AddressInfo).port, requests };
}

/** Asks for an address with the program that every container has; the image has no other that could. */
const ask = (url: string) =>
  `/holdall/lib/ld-* --library-path /holdall/lib /holdall/node -e "fetch('${url}').then((r) => r.text()).then(console.log, (e) => console.log('refused ' + (e.cause?.code ?? e.message)))"`;

test("a container has the task's files and a clean home, and nothing else of this machine", {
  skip,
}, async () => {
  fs.writeFileSync(path.join(home, "private.txt"), "a secret of the user");
  const look = [
    "ls / > top.txt",
    `ls -A ${home} > home.txt 2>&1`,
    `cat ${path.join(home, "private.txt")} > private.txt 2>&1`,
    `find / -name 'private.txt' -not -path '/proc/*' > found.txt 2>/dev/null`,
    "env > env.txt",
    'cat "$HOLDALL_TASK" > task.txt; cat > input.txt',
    "grep CapEff /proc/self/status > rights.txt",
  ].join("; ");
  const variables = { ...env, UNNAMED_SECRET: "not for containers", NAMED: "for containers" };
  const args = ["one", "--command", `look=${look}`, "--env", "NAMED", ...inPodman];
  const {
    bundle,
    exitCode,
    container,
    home: kept,
  } = await runOne([...args, "--out", "seen"], variables);
  assert.equal(exitCode, 0);
  const diff = fs.readFileSync(path.join(bundle, "result.diff"), "utf8");
  assert.doesNotMatch(diff, /a secret of the user|not for containers/);
  assert.match(diff, /^\+NAMED=for containers$/m);
  assert.match(diff, /No such file/);
  assert.match(diff, /^\+\/workspace\/private\.txt$/m);
  assert.match(diff, /^\+CapEff:\t0+$/m);
  assert.doesNotMatch(diff, /^\+\/(?!workspace).*private\.txt$/m);
  // The owner of what was written is the user, who could not remove it otherwise.
  assert.match(fs.readFileSync(path.join(bundle, "task.md"), "utf8"), /./);
  const [id] = podman.call("image", "inspect", "--format", "{{.Id}}", IMAGE).trim().split("\n");
  assert.deepEqual(container, {
    program: "podman",
    image: IMAGE,
    imageId: id,
    digests: container?.digests,
    reachable: [],
  });
  assert.equal(kept?.kind, "clean");
  const document = JSON.parse(fs.readFileSync(path.join(bundle, "bundle.json"), "utf8"));
  assert.deepEqual(document.run.container, container);
  assert.deepEqual(containers(), []);
});

test("a container reaches the model's address under its own name, and no other port of this machine", {
  skip,
}, async () => {
  const model = await listening();
  const other = await listening();
  const command = [
    `${ask(`http://127.0.0.1:${model.port}/model`)} > model.txt`,
    `${ask(`http://127.0.0.1:${other.port}/other`)} > other.txt`,
    `${ask(`http://localhost:${other.port}/other`)} >> other.txt`,
  ].join("; ");
  const args = ["one", "--command", `asks=${command}`, ...inPodman, "--out", "reached"];
  const address = ["--model-address", `http://127.0.0.1:${model.port}/v1`];
  const { bundle, container } = await runOne([...args, ...address]);
  const diff = fs.readFileSync(path.join(bundle, "result.diff"), "utf8");
  assert.match(diff, /^\+answered by the model$/m);
  assert.equal(diff.match(/^\+refused E\w+$/gm)?.length, 2, diff);
  assert.deepEqual([model.requests, other.requests], [["/model"], []]);
  assert.deepEqual(container?.reachable, [`127.0.0.1:${model.port}`]);
});

test("a name and a low port lead to the model as well", { skip }, async () => {
  const command = `${ask("http://model.example:80/")} > model.txt; cat /etc/hosts > hosts.txt`;
  const args = ["one", "--command", `named=${command}`, ...inPodman, "--out", "named"];
  const { bundle } = await runOne([...args, "--model-address", "http://model.example"]);
  const diff = fs.readFileSync(path.join(bundle, "result.diff"), "utf8");
  assert.match(diff, /^\+127\.0\.1\.1 model\.example$/m);
  // It listens inside; on this machine nobody has that name.
  assert.match(diff, /^\+refused (?:UND_ERR_SOCKET|ECONNRESET)$/m);
});

test("checks run in the same image, without a network", { skip }, async () => {
  const model = await listening();
  const checks = {
    checks: [
      { name: "in the image", kind: "command", command: "test ! -e /usr/bin/git && cat made.txt" },
      {
        name: "no network",
        kind: "command",
        command: `${ask(`http://127.0.0.1:${model.port}/`)} | grep refused`,
      },
    ],
  };
  fs.writeFileSync(path.join(cwd, "checks.json"), JSON.stringify(checks));
  const args = ["one", "--command", "makes=echo made > made.txt", ...inPodman, "--out", "judged"];
  const address = ["--model-address", `127.0.0.1:${model.port}`];
  const judged = await runOne([...args, ...address, "--checks", "checks.json", "--allow-exec"]);
  assert.equal(
    judged.status,
    "success",
    fs.readFileSync(path.join(judged.bundle, "summary.md"), "utf8"),
  );
  assert.deepEqual(model.requests, []);
});

test("the image and the folder come from the task, once the user has asked for a container", {
  skip,
}, async () => {
  const document = { ...before, origin: { image: IMAGE, workdir: "/app" } };
  writeTaskBundle(path.join(cwd, "imported"), { document });
  const args = ["imported", "--command", "where=pwd > /app/where.txt", "--out", "where"];
  const here = await run(args);
  assert.equal(here[0]?.container, null);
  const { bundle } = await runOne([...args, "--in", "podman"]);
  assert.match(fs.readFileSync(path.join(bundle, "result.diff"), "utf8"), /^\+\/app$/m);
  writeTaskBundle(path.join(cwd, "hostile"), {
    document: { ...before, origin: { image: "--privileged", workdir: "/holdall/lib" } },
  });
  const refused = await holdallJson(
    ["task", "run", "hostile", "--command", "x=true", "--out", "hostile-runs", "--in", "podman"],
    env,
    cwd,
  );
  assert.equal(refused.error.code, "E_USAGE");
  const kept = ["hostile", "--command", "x=pwd > where.txt", "--out", "hostile-runs", ...inPodman];
  const safe = await runOne(kept);
  assert.match(fs.readFileSync(path.join(safe.bundle, "result.diff"), "utf8"), /^\+\/workspace$/m);
});

test("an image that is not here is named with its cure, and nothing is fetched", {
  skip,
}, async () => {
  const args = ["task", "run", "one", "--command", "x=true", "--out", "absent", "--in", "podman"];
  const { error } = await holdallJson([...args, "--image", "localhost/absent:1"], env, cwd);
  assert.equal(error.code, "E_NOT_FOUND");
  assert.match(error.cure ?? error.message, /podman pull localhost\/absent:1|--pull/);
});

test("at the time limit the container is removed; a program's own end is recorded", {
  skip,
}, async () => {
  const slow = ["one", "--command", "slow=(sleep 100 &) ; sleep 100", ...inPodman, "--out", "slow"];
  const { timedOut, status } = await runOne([...slow, "--timeout", "3s"]);
  assert.deepEqual([timedOut, status, containers()], [true, "failure", []]);
  const ends = ["one", "--command", "seven=exit 7", "--command", "killed=kill -9 $$", ...inPodman];
  const ended = await run([...ends, "--out", "ends"]);
  assert.deepEqual(
    ended.map(({ exitCode, error }) => [exitCode, error?.kind]),
    [
      [7, undefined],
      [null, "crash"],
    ],
  );
});

for (const signal of ["SIGINT", "SIGTERM", "SIGKILL"] as const) {
  test(`after ${signal} no container is left`, { skip }, async () => {
    const args = ["task", "run", "one", "--command", "long=sleep 100", ...inPodman];
    const child = startHoldall([...args, "--out", `stopped-${signal}`], { cwd, env });
    for (let waited = 0; containers().length === 0 && waited < 200; waited++) await sleep(50);
    assert.equal(containers().length, 1);
    child.kill(signal);
    await once(child, "exit");
    // After a kill the container ends by itself, as soon as it sees that.
    for (let waited = 0; containers().length > 0 && waited < 400; waited++) await sleep(50);
    assert.deepEqual(containers(), []);
  });
}

test("without the program the user gets a note, and the run takes place in a clean home", async () => {
  const tools = path.join(cwd, "tools");
  fs.mkdirSync(tools);
  for (const name of ["git", "sh", "env", "uname"]) {
    const found = process.env.PATH?.split(":").find((folder) =>
      fs.existsSync(path.join(folder, name)),
    );
    if (found !== undefined) fs.symlinkSync(path.join(found, name), path.join(tools, name));
  }
  const args = ["task", "run", "one", "--command", "x=echo $HOME > home.txt", "--in", "docker"];
  const child = startHoldall([...args, "--image", "any", "--out", "without", "--json"], {
    cwd,
    env: { ...env, PATH: `${tools}:${path.dirname(process.execPath)}` },
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  await once(child, "close");
  assert.match(stderr, /docker is not installed/);
  const [only] = JSON.parse(stdout).runs as readonly Run[];
  assert.deepEqual([only?.state, only?.home?.kind, only?.container], ["ran", "clean", null]);
});

test("options of containers are refused without --in, and --home mine with it", async () => {
  const args = ["task", "run", "one", "--command", "x=true", "--out", "refused"];
  for (const more of [["--image", "x"], ["--pull"], ["--in", "podman", "--home", "mine"]]) {
    const { error } = await holdallJson([...args, ...more], env, cwd);
    assert.equal(error.code, "E_USAGE", more.join(" "));
  }
});

/** Models by which agents ask the scripted server; those that are written for Node need it in the image. */
const models: Readonly<Record<TaskAgentName, string>> = {
  claude: "claude",
  codex: "codex",
  gemini: "gemini:gemini-2.5-pro",
  opencode: "opencode",
  pi: "pi:mock/scripted",
};
const onNode = ["gemini", "pi"];

for (const name of taskAgentNames) {
  const agent = agents.get(name);
  const missing = agent === undefined ? `not installed: ${name}` : false;
  test(`${name} of this machine does a task in a container, with the model alone`, {
    skip: skip || missing,
  }, async () => {
    assert.ok(agent);
    const folder = makeScratch();
    const call = shell[name]("echo done > done.txt; ls / > top.txt");
    const model = await startModel([
      { parts: [{ text: "I will do it." }, { call }] },
      { parts: [{ text: "It is done." }] },
    ]);
    try {
      const machine = createMachine(folder, agent, { model });
      const variables = { ...env, ...machine.env };
      if (onNode.includes(name)) podman.addNode();
      const image = onNode.includes(name) ? NODE_IMAGE : IMAGE;
      const args = ["one", "--with", models[name], "--in", "podman", "--image", image];
      const result = await runOne([...args, "--out", `of-${name}`, "--env", "MOCK_KEY"], variables);
      const diff = fs.readFileSync(path.join(result.bundle, "result.diff"), "utf8");
      const events = fs.readFileSync(path.join(result.bundle, "events.jsonl"), "utf8");
      assert.match(diff, /^\+done$/m, `${events}${JSON.stringify(result)}`);
      assert.match(diff, /^\+holdall$/m);
      const { host } = new URL(model.url);
      assert.deepEqual(result.container?.reachable, [host]);
      const transcript = path.join(result.bundle, "transcript/transcript.jsonl");
      assert.match(fs.readFileSync(transcript, "utf8"), /done\.txt/);
      assert.equal(fs.readFileSync(path.join(result.bundle, "answer.md"), "utf8"), "It is done.\n");
    } finally {
      await model.close();
    }
  });
}
