import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { root } from "../../scripts/run.ts";
import { type FileOptions, runTestFile } from "../../scripts/run-test-file.ts";
import { runTestGroup } from "../../scripts/run-test-group.ts";
import { createFolderInMemory } from "../../scripts/scratch-in-memory.ts";
import { findTestFiles } from "../../scripts/test-files.ts";
import { countOf } from "../../scripts/test-progress.ts";
import { agentCache } from "../agents/install.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";

function npmTest(...args: string[]) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env; // Node refuses a runner inside a runner.
  return spawnSync(process.execPath, ["scripts/test.ts", ...args], {
    cwd: root,
    env,
    encoding: "utf8",
  });
}

test("npm test fails when no test was executed", () => {
  const { stdout, status } = npmTest("--only", "tests", "no/such/folder/");
  assert.match(stdout, /^0 passed, 1 failed, 0 skipped$/m);
  assert.equal(status, 1);
});

test("npm test runs the tests whose path contains what is named", () => {
  const { stdout, status } = npmTest("--only", "tests", "checks/scan-source");
  assert.match(stdout, /^\[1\/1 \d+:\d\d\] ok .* test\/checks\/scan-source\.test\.ts /m);
  assert.match(stdout, /^[1-9]\d* passed, 0 failed, 0 skipped$/m);
  assert.equal(status, 0);
});

test("npm test says first how much there is and how long it takes", () => {
  const { stdout } = npmTest("--only", "tests", "no/such/folder/");
  assert.match(stdout, /^0 test files, \d at a time: about 0:00 minutes\n/);
});

test("findTestFiles() gives quick files first, then the others, longest first", async () => {
  const files = await findTestFiles({ paths: [], quick: false });
  const quick = await findTestFiles({ paths: [], quick: true });
  assert.ok(countOf(quick) > 100 && quick.length < files.length);
  assert.deepEqual(files.slice(0, quick.length), quick);
  const rest = files.slice(quick.length).map(({ seconds }) => seconds);
  assert.deepEqual(
    rest,
    rest.toSorted((a, b) => b - a),
  );
});

test("findTestFiles() puts no file into two groups, and leaves none out", async () => {
  const [grouped, separate] = await Promise.all(
    [false, true].map((each) => findTestFiles({ paths: [], quick: false, separate: each })),
  );
  const pathsOf = (files = grouped) => files?.flatMap(({ paths }) => paths).sort();
  assert.deepEqual(pathsOf(grouped), pathsOf(separate));
  assert.ok((grouped?.length ?? 0) < (separate?.length ?? 0) - 100);
});

test("runTestGroup() reports failures with their file, what was skipped, and files without tests", async () => {
  delete process.env.NODE_TEST_CONTEXT; // Node refuses a runner inside a runner.
  // The texts of three invented test files, one of which skips a test: no test of ours is skipped here.
  const folder = writeFiles(makeScratch(), {
    "good.test.mjs":
      'import { test } from "node:test"; test("good", () => {}); test.skip("later");',
    "bad.test.mjs":
      'import { test } from "node:test"; test("bad", () => { throw new Error("why"); });',
    "empty.test.mjs": "",
  });
  const paths = fs.readdirSync(folder).map((name) => path.join(path.relative(root, folder), name));
  const printed: string[] = [];
  const { signal } = new AbortController();
  const result = await runTestGroup(paths, { print: (line) => printed.push(line), signal });
  // Node counts a file without tests as one that passed.
  assert.deepEqual([result.passed, result.skipped, result.failures.length], [2, 1, 2]);
  assert.match(result.failures.join("\n"), /bad\.test\.mjs:1: bad\n[\s\S]*Error: why/);
  assert.match(result.failures.join("\n"), /empty\.test\.mjs\n.*no test/);
  assert.ok(printed.some((line) => line.includes("bad.test.mjs")));
});

test("runTestFile() reports an error that nobody caught, and fails by it", async () => {
  delete process.env.NODE_TEST_CONTEXT; // Node refuses a runner inside a runner.
  const folder = makeScratch();
  const begin =
    'import fs from "node:fs/promises"; import { test } from "node:test"; import { setTimeout as wait } from "node:timers/promises";';
  const options = { print: () => {}, signal: new AbortController().signal };
  // Invented test files, whose tests themselves pass.
  for (const forgotten of [
    'Promise.reject(new Error("nobody"));',
    'setTimeout(() => { throw new Error("nobody"); });',
    'fs.stat("/").then(() => { throw new Error("nobody"); });',
  ]) {
    const text = `${begin} test("passes", async () => { await fs.stat("/"); ${forgotten} await wait(50); });`;
    writeFiles(folder, { "forgets.test.mjs": text });
    const file = path.join(path.relative(root, folder), "forgets.test.mjs");
    assert.equal((await runTestFile(file, options)).failures.length, 1, forgotten);
  }
});

test("a test file writes nothing into the home of whoever runs it, and finds what was downloaded there", async () => {
  delete process.env.NODE_TEST_CONTEXT; // Node refuses a runner inside a runner.
  const personal = ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "CODEX_HOME"];
  const names = [...personal, "HOLDALL_AGENT_CACHE", "npm_config_cache", "npm_config_userconfig"];
  const caller = makeScratch();
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  for (const name of names) delete process.env[name];
  for (const name of personal) process.env[name] = caller;
  const folder = makeScratch();
  const seen = path.join(folder, "seen.json");
  // An invented test file that writes wherever a program may keep something of a person.
  writeFiles(folder, {
    "writes.test.mjs": `
      import fs from "node:fs"; import os from "node:os"; import path from "node:path"; import { test } from "node:test";
      test("writes", () => {
        const { XDG_CONFIG_HOME, XDG_DATA_HOME, CODEX_HOME } = process.env;
        for (const folder of [os.homedir(), XDG_CONFIG_HOME, XDG_DATA_HOME, CODEX_HOME])
          if (folder) fs.writeFileSync(path.join(folder, "mark"), "");
        fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env));
      });`,
  });
  const file = path.join(path.relative(root, folder), "writes.test.mjs");
  const options = { print: () => {}, signal: new AbortController().signal };
  try {
    for (const run of [() => runTestFile(file, options), () => runTestGroup([file], options)]) {
      fs.rmSync(seen, { force: true });
      assert.equal((await run()).passed, 1);
      assert.deepEqual(fs.readdirSync(caller), []);
      const env = JSON.parse(fs.readFileSync(seen, "utf8"));
      assert.equal(env.npm_config_cache, path.join(caller, ".npm"));
      assert.equal(env.npm_config_userconfig, path.join(caller, ".npmrc"));
      assert.equal(env.HOLDALL_AGENT_CACHE, agentCache());
      assert.equal(fs.existsSync(env.HOME), false, "the home goes with the file");
    }
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});

/** Whether a process runs; one that has ended stays listed until its parent looks. */
function isRunning(pid: number | null): boolean {
  const stat = `/proc/${pid}/stat`;
  return fs.existsSync(stat) && !/\) Z /.test(fs.readFileSync(stat, "latin1"));
}

test("a run that is ended leaves no process of its test files, even of one that waits for a program", async () => {
  delete process.env.NODE_TEST_CONTEXT; // Node refuses a runner inside a runner.
  const folder = makeScratch();
  // An invented test file whose process hears no signal, because it waits for another one.
  writeFiles(folder, {
    "waits.test.mjs": `
      import { spawnSync } from "node:child_process"; import fs from "node:fs"; import { test } from "node:test";
      test("waits", () => {
        fs.writeFileSync(new URL("pid", import.meta.url), String(process.pid));
        spawnSync("sh", ["-c", "echo $$ > program; exec sleep 300"], { cwd: import.meta.dirname });
      });`,
  });
  const file = path.join(path.relative(root, folder), "waits.test.mjs");
  const pidIn = (name: string) => {
    const text = fs.existsSync(path.join(folder, name))
      ? fs.readFileSync(path.join(folder, name), "utf8")
      : "";
    return Number.parseInt(text, 10) || null;
  };
  for (const run of [
    runTestFile,
    (one: string, options: FileOptions) => runTestGroup([one], options),
  ]) {
    for (const name of ["pid", "program"]) fs.rmSync(path.join(folder, name), { force: true });
    const interruption = new AbortController();
    const options = { print: () => {}, signal: interruption.signal };
    const ended = Promise.resolve(run(file, options)).catch(() => null);
    while (pidIn("program") === null) await wait(20);
    const pids = ["pid", "program"].map(pidIn);
    interruption.abort();
    await ended;
    // Other systems do not show which processes are of a test file.
    if (!fs.existsSync("/proc/self/stat")) return;
    for (const pid of pids) while (isRunning(pid)) await wait(20);
  }
});

test("scripts/test-times.json names test files that exist", () => {
  const times = JSON.parse(fs.readFileSync(path.join(root, "scripts/test-times.json"), "utf8"));
  const gone = Object.keys(times).filter((file) => !fs.existsSync(path.join(root, file)));
  assert.deepEqual(gone, []);
});

test("npm test refuses a check that it does not know", () => {
  assert.equal(npmTest("--only", "typos").status, 2);
});

test("makeFolderInMemory() leaves the place alone that somebody named for temporary files", () => {
  const before = process.env.TMPDIR;
  process.env.TMPDIR = makeScratch();
  try {
    assert.equal(createFolderInMemory(), null);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
});

test("makeFolderInMemory() gives a folder that every user may write to, and removes it", (t) => {
  const before = process.env.TMPDIR;
  delete process.env.TMPDIR;
  try {
    const created = createFolderInMemory();
    if (created === null)
      return t.skip("this machine has too little memory, or none that is a folder");
    assert.equal(fs.statSync(created.folder).mode & 0o7777, 0o1777);
    fs.writeFileSync(path.join(created.folder, "file"), "");
    created.remove();
    assert.equal(fs.existsSync(created.folder), false);
  } finally {
    if (before !== undefined) process.env.TMPDIR = before;
  }
});
