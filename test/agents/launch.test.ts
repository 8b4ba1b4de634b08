import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { endMarked, MARK, newMark } from "../../scripts/marked-processes.ts";
import { makeScratch } from "../support/scratch.ts";
import { launch } from "./launch.ts";

const cwd = makeScratch();
const env = { PATH: process.env.PATH ?? "" };
const sh = (script: string) => ({ command: "/bin/sh", args: ["-c", script], cwd, env });

/** One that has ended but that nobody asked about yet is not running. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

test("launch() gives the program nothing of our environment, and its input", async () => {
  process.env.HOLDALL_TEST_OURS = "ours";
  const { code, stdout } = await launch({ ...sh('cat; echo "[$HOLDALL_TEST_OURS]"'), input: "hi" });
  assert.deepEqual([code, stdout], [0, "hi[]\n"]);
});

const skip = process.platform === "linux" ? false : "it looks into /proc";

test("launch() ends what a program left running, also outside of its process group", {
  skip,
}, async () => {
  const left = "sleep 60 & echo $!; setsid sleep 60 & echo $!";
  const { stdout } = await launch(sh(`(${left}) 2>/dev/null`));
  const pids = stdout.trim().split("\n").map(Number);
  assert.equal(pids.length, 2);
  await sleep(200);
  assert.deepEqual(pids.filter(isRunning), []);
});

test("what launch() started ends with its run, also when the test that waits for it was killed", {
  skip,
}, async () => {
  const mark = newMark();
  const started = path.join(cwd, "started");
  const program = JSON.stringify(sh("echo $$ >starting; mv starting started; sleep 60"));
  const waits = `import { launch } from "./launch.ts"; await launch(${program});`;
  const waiting = spawn(process.execPath, ["--input-type=module-typescript", "--eval", waits], {
    cwd: import.meta.dirname,
    env: { ...process.env, [MARK]: mark },
    stdio: "ignore",
  });
  while (!fs.existsSync(started)) await sleep(20);
  waiting.kill("SIGKILL");
  const pid = Number(fs.readFileSync(started, "utf8"));
  assert.equal(isRunning(pid), true);
  endMarked(mark);
  await sleep(200);
  assert.equal(isRunning(pid), false);
});

test("launch() ends a program that takes too long", async () => {
  const { code, isTimedOut } = await launch({ ...sh("sleep 60"), limitMs: 200 });
  assert.deepEqual([code, isTimedOut], [null, true]);
});

test("launch() interrupts a program when it is told to", async () => {
  const ready = sh("trap 'echo stopped; exit 7' INT; sleep 60 & wait");
  const { code, stdout } = await launch({ ...ready, interruptAfter: sleep(500) });
  assert.deepEqual([code, stdout], [7, "stopped\n"]);
});
