import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { type RunOrder, runProgram, runProgramSync } from "./run-program.ts";

let folder = "";
before(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "programs-"));
});
after(() => fs.rmSync(folder, { recursive: true, force: true }));

function shell(script: string, more: Partial<RunOrder> = {}): RunOrder {
  return {
    program: "/bin/sh",
    args: ["-c", script],
    variables: [],
    cwd: folder,
    timeoutMs: 60_000,
    maxOutput: 4096,
    onMoreOutput: "keep-newest",
    ...more,
  };
}

/** Whether a process exists that is no zombie. */
function isAlive(pid: number): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "latin1");
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** Each leaves a process that has written its id to `$1` before the shell ends. */
const waits = 'while [ ! -s "$PIDS" ]; do sleep 0.01; done';
const lasting = `'echo $$ > "$PIDS"; exec sleep 300'`;
const leavers: Readonly<Record<string, string>> = {
  "a child in the background": `sh -c ${lasting} & ${waits}`,
  "a child with setsid": `setsid sh -c ${lasting} & ${waits}`,
  "a child with setsid whose parent has ended": `setsid -f sh -c ${lasting}; ${waits}`,
  "a child of two forks": `(setsid sh -c ${lasting} >/dev/null 2>&1 &) ; ${waits}`,
  "a child that ignores signals": `setsid sh -c 'trap "" TERM HUP INT; echo $$ > "$PIDS"; while :; do sleep 300; done' & ${waits}`,
  "a child with an empty environment": `(env -i PIDS="$PIDS" PATH="$PATH" setsid -f sh -c ${lasting}); ${waits}`,
  "a child without open files": `(setsid -f sh -c ${lasting} 3>&- </dev/null >/dev/null 2>&1); ${waits}`,
};

const isLinux = process.platform === "linux";

for (const [name, script] of Object.entries(leavers)) {
  test(`runProgram() ends ${name} with the program`, { skip: !isLinux }, async () => {
    const pids = path.join(folder, "pids");
    fs.rmSync(pids, { force: true });
    const { exitCode } = await runProgram(shell(script, { set: { PIDS: pids } }));
    assert.equal(exitCode, 0);
    const pid = Number(fs.readFileSync(pids, "utf8"));
    assert.ok(pid > 0 && !isAlive(pid), `${pid} is alive`);
  });

  test(`runProgram() ends ${name} when the program is stopped`, { skip: !isLinux }, async () => {
    const pids = path.join(folder, "pids");
    fs.rmSync(pids, { force: true });
    const order = shell(`${script}; exec sleep 300`, { set: { PIDS: pids } });
    const controller = new AbortController();
    const run = runProgram({ ...order, signal: controller.signal });
    const written = setInterval(() => {
      if (fs.existsSync(pids) && fs.statSync(pids).size > 0) controller.abort();
    }, 10);
    await assert.rejects(run, { name: "AbortError" });
    clearInterval(written);
    assert.ok(!isAlive(Number(fs.readFileSync(pids, "utf8"))));
  });
}

test("runProgramSync() ends what the program left behind", { skip: !isLinux }, () => {
  const pids = path.join(folder, "pids");
  fs.rmSync(pids, { force: true });
  const script = leavers["a child with an empty environment"] ?? "";
  assert.equal(runProgramSync(shell(script, { set: { PIDS: pids } })), 0);
  assert.ok(!isAlive(Number(fs.readFileSync(pids, "utf8"))));
});

test("runProgram() gives a program the listed variables, its folder, and a mark", async () => {
  const from = { PATH: process.env.PATH ?? "", GITHUB_TOKEN: "secret", WANTED: "yes" };
  const order = shell("env", { variables: ["WANTED"], from, set: { OURS: "1" } });
  const { stdout } = await runProgram(order);
  const names = stdout
    .toString()
    .split("\n")
    .map((line) => line.split("=", 1)[0] ?? "")
    // A shell sets some by itself.
    .filter((name) => !["", "_", "SHLVL", "OLDPWD"].includes(name));
  assert.deepEqual(names.sort(), ["HOLDALL_RUN", "OURS", "PATH", "PWD", "WANTED"]);
});

test("runProgram() starts a program in no folder of a project unless it is told to", async () => {
  const { cwd: _, ...order } = shell("pwd");
  assert.equal(`${(await runProgram(order)).stdout}`, "/\n");
  assert.equal(`${(await runProgram(shell("pwd -P"))).stdout}`, `${fs.realpathSync(folder)}\n`);
});

test("runProgram() keeps the newest output, or ends a program that prints too much", async () => {
  const script = "i=0; while [ $i -lt 3000 ]; do echo $i; i=$((i+1)); done";
  const kept = await runProgram(shell(script, { maxOutput: 100 }));
  assert.equal(kept.stdout.length, 100);
  assert.match(`${kept.stdout}`, /2998\n2999\n$/);
  const ended = await runProgram(shell("yes", { maxOutput: 100, onMoreOutput: "end" }));
  assert.deepEqual([ended.isTooLong, ended.exitCode], [true, null]);
});

test("runProgram() ends a program at its time limit", async () => {
  const { isTimedOut, exitCode } = await runProgram(shell("exec sleep 300", { timeoutMs: 50 }));
  assert.deepEqual([isTimedOut, exitCode], [true, null]);
});

test("runProgram() rejects when there is no such program", async () => {
  await assert.rejects(runProgram({ ...shell(""), program: "/nowhere/at-all" }), {
    code: "ENOENT",
  });
});

test("runProgram() ends nothing that it did not start", { skip: !isLinux }, async () => {
  const other = spawn("sleep", ["300"], { detached: true, stdio: "ignore" });
  try {
    await runProgram(shell("setsid sleep 300 & exit 0"));
    assert.ok(isAlive(other.pid ?? 0));
  } finally {
    other.kill("SIGKILL");
  }
});

test("a process that ends takes the programs along that it started", {
  skip: !isLinux,
}, async () => {
  const pids = path.join(folder, "pids");
  fs.rmSync(pids, { force: true });
  const module = new URL("./run-program.ts", import.meta.url).href;
  const order = shell(`${leavers["a child with setsid"]}; exec sleep 300`, { set: { PIDS: pids } });
  const code = `
    import fs from "node:fs";
    import { runProgram } from ${JSON.stringify(module)};
    void runProgram(${JSON.stringify(order)});
    const isWritten = () => fs.statSync(${JSON.stringify(pids)}, { throwIfNoEntry: false })?.size > 0;
    setInterval(() => isWritten() && process.exit(0), 10);
  `;
  const outer = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "ignore" });
  await new Promise((resolve) => outer.once("exit", resolve));
  assert.ok(!isAlive(Number(fs.readFileSync(pids, "utf8"))));
});
