import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch, writeFiles } from "../support/scratch.ts";

/** The program of `taskbundle` 0.3.0 (npm, or built from its source), if it is on this machine. */
const original = process.env.HOLDALL_TASKBUNDLE;
const skip =
  (original === undefined || !fs.existsSync(original)) &&
  "not run (in no registry): HOLDALL_TASKBUNDLE does not name the program of taskbundle 0.3.0";

const cwd = makeScratch();
const context = contextIn(cwd);

function taskbundle(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [original ?? "", ...args], {
    cwd,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("the original reads, validates, compares and reports what we pack", { skip }, async () => {
  writeFiles(cwd, {
    "task.md": "# Task\n\n## Acceptance\n\n- x\n",
    "summary.md": "Done.\n",
    "result.diff": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n",
    "events.jsonl": '{"type":"edit","at":"2026-01-01T00:00:00Z","detail":"x"}\n',
    "app/x": "2\n",
    "app/y/ö.txt": "y\n",
  });
  const inputs = { title: "T", task: "task.md", summary: "summary.md", workspace: "app" };
  const more = { diff: "result.diff", events: "events.jsonl", status: "success", score: 0.5 };
  for (const out of ["runs/a", "runs/b"]) {
    fs.mkdirSync(path.join(cwd, "runs"), { recursive: true });
    await runOperation(context, "task pack", { ...inputs, ...more, tag: ["t"], out });
  }
  const validated = taskbundle("validate", "--json", "runs/a");
  assert.equal(JSON.parse(validated.stdout).valid, true, validated.stderr);
  const inspected = JSON.parse(taskbundle("inspect", "--json", "runs/a").stdout);
  assert.deepEqual(
    [inspected.title, inspected.workspaceFileCount, inspected.eventCount, inspected.outcome.score],
    ["T", 2, 1, 0.5],
  );
  const compared = JSON.parse(taskbundle("compare", "--json", "runs/a", "runs/b").stdout);
  assert.equal(compared.sameTitle, true);
  const report = JSON.parse(taskbundle("report", "--json", "runs").stdout);
  assert.deepEqual([report.bundleCount, report.averageScore], [2, 0.5]);
});

test("what the original packs is valid here, and its archive is read", { skip }, async () => {
  assert.equal(taskbundle("init", "-o", "starter").status, 0);
  const config = ["--config", "starter/taskbundle.config.json"];
  const packed = taskbundle("pack", ...config, "--out", path.join(cwd, "theirs"), "--no-git-auto");
  assert.equal(packed.status, 0, packed.stderr);
  assert.equal((await runOperation(context, "task validate", { bundle: "theirs" })).exit, 0);
  assert.equal(taskbundle("archive", "theirs", "-o", "theirs.tar.gz").status, 0);
  await runOperation(context, "task extract", { archive: "theirs.tar.gz", out: "extracted" });
});
